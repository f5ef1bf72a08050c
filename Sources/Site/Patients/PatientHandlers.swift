import Clinic
import Foundation
import Hummingbird
import Store

/// Finding and reading patients' records. Each record that is opened is noted in the audit log first.
struct PatientHandlers {
    let site: Site
    static let added = "flash.patient-added"
    static let saved = "flash.patient-saved"

    func index(_ request: Request, _ context: ClinicianContext) async throws -> Response {
        let words = try await patientWords(context)
        let typed = String(request.query("q").prefix(PatientQuery.longest))
        let page = max(1, min(Int(request.query("page")) ?? 1, 10_000))
        let (results, pagination) = try await list(typed, page: page, words, context)
        if request.wantsFragment {
            return try site.fragment(PatientResultsFragment(results: results, pagination: pagination), context)
        }
        return try site.response(
            PatientIndexPage(query: typed, results: results, pagination: pagination), context)
    }

    private func list(
        _ typed: String, page: Int, _ words: PatientWords, _ context: ClinicianContext
    ) async throws -> (PatientResults, PaginationView?) {
        if let query = PatientQuery(typed, order: words.reading.order) {
            let found = try await site.database.patients(matching: query, for: context.account.id, limit: 25)
            return (PatientResults(found: found, query: typed, words: words), nil)
        }
        if !typed.allSatisfy(\.isWhitespace) {
            return (PatientResults(found: ListPage(lines: [], hasNext: false), query: typed, words: words), nil)
        }
        let recent = try await site.database.patients(recentFor: context.account.id, page: page)
        let pagination = PaginationView(page: page, hasNext: recent.hasNext, words: words.words) {
            "/patients?page=\($0)"
        }
        return (PatientResults(recent: recent, words: words), pagination)
    }

    func show(_ request: Request, _ context: ClinicianContext) async throws -> Response {
        let id = try context.identifier(of: Patient.self)
        let patient = try await site.database.patient(id)
        guard patient.id == id else { return Responses.redirect(to: "/patients/\(patient.id)") }
        try await site.database.noteReading(of: id, by: context.actor)
        guard let last = try await site.database.patientVersions(id).first else { throw StoreError.notFound }
        let others = PatientSurroundings(
            last: last, merged: try await site.database.patientsMerged(into: id),
            duplicates: try await site.database.possibleDuplicates(of: patient.details, besides: id),
            access: try await site.database.patientAccess(of: id),
            favourites: try await site.database.favouritePrescriptions(of: context.account.id),
            consents: try await site.database.messageConsents(of: id), now: site.now, zone: site.settings.timeZone)
        var page = PatientShowPage(patient, beside: others, words: try await patientWords(context))
        if [Self.added, Self.saved].contains(context.visit.flash) {
            page.keptKeys = PatientFormPage.Purpose.doneKeys(context.account.id, patient)
        }
        return try site.response(page, context)
    }

    func versions(_ request: Request, _ context: ClinicianContext) async throws -> Response {
        let id = try context.identifier(of: Patient.self)
        let patient = try await site.database.patientRecord(id)
        try await site.database.noteReading(of: id, by: context.actor)
        let page = PatientVersionsPage(
            patient, try await site.database.patientVersions(id), zone: site.settings.timeZone,
            words: try await patientWords(context))
        return try site.response(page, context)
    }

    func patientWords(_ context: ClinicianContext) async throws -> PatientWords {
        PatientWords(site.words(context), try await site.patientReading(context))
    }
}
