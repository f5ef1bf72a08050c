import Clinic
import Foundation
import Hummingbird
import Rendering
import Store

/// What `diagnoses/_search.mustache` gets: the box with everything around it, for any page that lets somebody find
/// diagnoses.
struct DiagnosisSearchView: Sendable {
    let action: String
    let fragments: String
    let typed: String
    let system: ChoiceFieldView
    let release: ReleaseView
    let results: DiagnosisResultsView
}

/// What `diagnoses/_results.mustache` gets: the list, or what is shown before typing.
struct DiagnosisResultsView: Sendable {
    /// What a screen reader says when the list has changed.
    let announce: String
    let status: String
    /// Nil when there are none.
    let rows: DiagnosisRows?
    /// What to try when nothing was found; nil else.
    let advice: String?
    /// Nil unless only the other list has something.
    let elsewhere: LinkView?

    init(status: String, rows: [DiagnosisRowView], advice: String? = nil, elsewhere: LinkView? = nil) {
        announce = status
        self.status = status
        self.rows = rows.isEmpty ? nil : DiagnosisRows(rows)
        self.advice = advice
        self.elsewhere = elsewhere
    }
}

struct LinkView: Sendable {
    let text: String
    let url: String
    let label: String
}

/// Which release is searched and until when it is in force: as a line, or as a warning when it is not the one to code
/// with today.
struct ReleaseView: Sendable {
    /// Nil when there is a warning, which says the same.
    let text: String?
    /// Nil when the release is the one to code with today.
    let warning: String?

    init(_ release: CatalogRelease?, of system: CodeSystem, today: LocalDate, words: Words) {
        let key = Self.warning(release, of: system, today: today)
        let dates = Dates(words.language)
        let until = release?.effectiveUntil.map(dates.date)
        let values = [
            "title": release?.title ?? "", "from": release.map { dates.date($0.effectiveFrom) } ?? "",
            "until": until ?? "",
        ]
        warning = key.map { words($0, values) }
        text = key == nil ? words(until == nil ? "diagnoses.release.from" : "diagnoses.release.until", values) : nil
    }

    private static func warning(_ release: CatalogRelease?, of system: CodeSystem, today: LocalDate) -> String? {
        guard let release else { return "diagnoses.release.none" }
        if system.isHistorical { return "diagnoses.release.historical" }
        if release.hasEnded(on: today) { return "diagnoses.release.ended" }
        return release.isInForce(on: today) ? nil : "diagnoses.release.not-yet"
    }
}

extension Site {
    /// The search that a request asks for, as a view for a page that holds it. With nothing typed: favourites and what was
    /// used last.
    func diagnosisSearch(
        _ request: Request, _ context: ClinicianContext, at place: DiagnosisSearchPlace
    ) async throws -> DiagnosisSearchView {
        let form = DiagnosisSearchForm(request)
        let (release, results) = try await diagnosisResults(form, context, at: place)
        let words = words(context)
        let systems = CodeSystem.allCases.map { ($0.rawValue, words("diagnoses.system.\($0.rawValue)")) }
        return DiagnosisSearchView(
            action: place.page, fragments: place.fragments, typed: form.typed,
            system: FieldBuilder(words: words, problems: [], prefix: "diagnoses")
                .choice("system", systems, chosen: [form.system.rawValue]),
            release: ReleaseView(release, of: form.system, today: today, words: words), results: results)
    }

    /// The list that a request asks for, as a part of a page for a script.
    func diagnosisFragment(
        _ request: Request, _ context: ClinicianContext, at place: DiagnosisSearchPlace
    ) async throws -> Response {
        let (_, results) = try await diagnosisResults(DiagnosisSearchForm(request), context, at: place)
        return try fragment(DiagnosisFragment(results: results), context)
    }

    private func diagnosisResults(
        _ form: DiagnosisSearchForm, _ context: ClinicianContext, at place: DiagnosisSearchPlace
    ) async throws -> (CatalogRelease?, DiagnosisResultsView) {
        let builder = DiagnosisResultsBuilder(place: place, form: form, words: words(context))
        let account = context.account.id
        guard PlainText.cleaned(form.typed).isEmpty else {
            let hits = try await database.diagnoses(matching: form.search(for: account))
            return (hits.release, builder.results(hits))
        }
        let release = try await database.currentRelease(of: form.system)?.release
        let favourites = try await database.favouriteDiagnoses(of: account, in: form.system, limit: 50)
        let recent = try await database.recentDiagnoses(of: account, in: form.system)
        return (release, builder.familiar(favourites, recent))
    }
}
