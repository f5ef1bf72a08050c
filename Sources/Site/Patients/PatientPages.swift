import Clinic
import Foundation
import Rendering
import Store

/// One line of a list of patients.
struct PatientLine: Sendable {
    let name: String
    let url: String
    let initials: String
    let meta: String
    /// "Also recorded as Maria Lopez"; nil for none.
    let otherNames: String?

    /// - Parameter url: where the line leads; the patient's record unless another is given.
    init(_ summary: PatientSummary, _ words: PatientWords, url: String? = nil) {
        name = summary.name.listed
        self.url = url ?? "/patients/\(summary.id)"
        initials = [summary.name.given, summary.name.family].compactMap(\.first).map { $0.uppercased() }.joined()
        let phone = summary.phone?.formatted(in: words.reading.home)
        meta = [
            words.date(summary.birthDate), words.age(summary.birthDate),
            words.words("patients.number-of", ["number": summary.number.description]),
            summary.city.isEmpty ? nil : summary.city, phone,
        ].compactMap(\.self).joined(separator: " · ")
        let others = summary.otherNames.map(\.full).joined(separator: ", ")
        otherNames = others.isEmpty ? nil : words.words("patients.also-known", ["names": others])
    }
}

/// A list of patients with what it is a list of.
struct PatientResults: Sendable {
    let status: String
    let lines: [PatientLine]
    /// Whether a search found nobody.
    let isEmpty: Bool
    let hasLines: Bool
    /// Said under a list that does not hold everybody found.
    let more: String?

    /// Who was found.
    /// - Parameter line: what stands in a line; by default it leads to the patient's record.
    init(
        found: ListPage<PatientSummary>, query: String, words: PatientWords,
        line: ((PatientSummary) -> PatientLine)? = nil
    ) {
        lines = found.lines.map(line ?? { PatientLine($0, words) })
        isEmpty = lines.isEmpty
        hasLines = !isEmpty
        more = found.hasNext ? words.words("patients.results.more", ["count": "\(lines.count)"]) : nil
        status =
            isEmpty
            ? words.words("patients.results.none", ["query": query])
            : words.words("patients.results.found", count: lines.count, ["query": query])
    }

    /// Whom one used last, and the others.
    init(recent: ListPage<PatientSummary>, words: PatientWords) {
        lines = recent.lines.map { PatientLine($0, words) }
        isEmpty = false
        hasLines = !lines.isEmpty
        more = nil
        status = words.words(lines.isEmpty ? "patients.results.nobody" : "patients.results.recent")
    }
}

/// The search box and the list of patients.
struct PatientIndexPage: Page {
    static let template = "patients/index"
    let query: String
    let results: PatientResults
    let pagination: PaginationView?
}

/// The list alone, for the script that searches while one types.
struct PatientResultsFragment: Page {
    static let template = "patients/results"
    let results: PatientResults
    let pagination: PaginationView?
}

/// A patient's record.
struct PatientShowPage: Page {
    static let template = "patients/show"

    /// One line of a summary.
    struct Row: Sendable {
        let label: String
        let lines: [String]
    }

    struct AllergyLine: Sendable {
        let text: String
        let isSevere: Bool
    }

    /// A record that was merged into this one.
    struct MergedRecord: Sendable {
        let name: String
        let number: String
        let versionsURL: String
        /// Nil when it was merged into another that was merged into this one: that one is to be separated first.
        let separationURL: String?
    }

    let banner: PatientBanner
    /// What the browser kept of a form that is saved now; nil for nothing.
    var keptKeys: String?
    let name: String
    let number: String
    let id: String
    let url: String
    let personal: [Row]
    let contact: [Row]
    let measurements: [Row]
    let allergies: [AllergyLine]
    let noKnownAllergies: Bool
    let allergiesNotAsked: Bool
    let conditions: [String]
    let hasConditions: Bool
    /// Safe HTML of the Markdown; nil for no notes.
    let notes: String?
    let changed: String
    let merged: [MergedRecord]
    let duplicates: [PatientLine]
    let hasDuplicates: Bool
    let access: PatientAccessView
    /// The reader's own favourite prescriptions.
    let favourites: [FavouriteButton]
    let hasFavourites: Bool
    let consents: ConsentSummaryView

    init(_ patient: Patient, beside others: PatientSurroundings, words: PatientWords) {
        banner = PatientBanner(patient, words, isLinked: false)
        name = patient.name.full
        number = patient.number.description
        id = patient.id.text
        url = "/patients/\(patient.id)"
        let rows = { (fields: [PatientField]) in
            fields.map { Row(label: words.label($0), lines: words.lines($0, patient.details)) }
        }
        personal = rows([.name, .birthDate, .sex, .language, .timeZone])
        contact = rows([.address, .phone, .email])
        measurements = rows([.pregnancy, .weight, .height, .kidneyFunction])
        allergies = patient.allergies.allergies.map {
            AllergyLine(text: words.allergy($0), isSevere: $0.severity == .severe)
        }
        noKnownAllergies = patient.allergies == .noneKnown
        allergiesNotAsked = patient.allergies == .notAsked
        conditions = words.lines(.conditions, patient.details)
        hasConditions = !conditions.isEmpty
        notes = patient.notes.isEmpty ? nil : Markdown.html(patient.notes)
        changed = words.changed(others.last, zone: others.zone)
        merged = others.merged.map { record in
            MergedRecord(
                name: record.name.full, number: record.number.description,
                versionsURL: "/patients/\(record.id)/versions",
                separationURL: record.mergedInto == patient.id ? "/patients/\(record.id)/separation" : nil)
        }
        duplicates = others.duplicates.map {
            PatientLine($0, words, url: "/patients/\(patient.id)/merge?with=\($0.id)")
        }
        hasDuplicates = !duplicates.isEmpty
        access = PatientAccessView(
            others.access, of: patient, now: others.now, zone: others.zone, words: words.words)
        favourites = FavouriteButton.buttons(others.favourites)
        hasFavourites = !favourites.isEmpty
        consents = ConsentSummaryView(others.consents, of: patient.id, words: words.words, zone: others.zone)
    }
}

/// What stands around a patient's record on its page.
struct PatientSurroundings: Sendable {
    /// The version in force.
    let last: PatientVersion
    /// The records merged into it.
    let merged: [Patient]
    /// The records that may be the same person's.
    let duplicates: [PatientSummary]
    /// How the patient gets at the own record.
    let access: PatientAccess
    /// The reader's own favourite prescriptions.
    let favourites: [FavouritePrescription]
    /// What the patient said about messages without encryption.
    let consents: MessageConsents
    let now: Date
    /// The clinic's.
    let zone: TimeZone
}

/// Everything a record ever said, the latest first: who changed what when.
struct PatientVersionsPage: Page {
    static let template = "patients/versions"

    struct Version: Sendable {
        let id: String
        let title: String
        let changed: String
        let before: String
        let after: String
        let isFirst: Bool
        let rows: [PatientComparison.Row]
    }

    let banner: PatientBanner
    let name: String
    let url: String
    /// Who stands for this record now; nil unless it was merged.
    let survivorURL: String?
    let versions: [Version]

    init(_ patient: Patient, _ versions: [PatientVersion], zone: TimeZone, words: PatientWords) {
        banner = PatientBanner(patient, words)
        name = patient.name.full
        url = "/patients/\(patient.id)"
        survivorURL = patient.mergedInto.map { "/patients/\($0)" }
        let (before, after) = (words.words("patients.versions.before"), words.words("patients.versions.after"))
        self.versions = versions.enumerated().map { index, version in
            let earlier = versions.indices.contains(index + 1) ? versions[index + 1] : nil
            let fields = earlier.map { version.details.changes(from: $0.details) }
            let columns = (earlier.map { [(before, $0.details)] } ?? []) + [(after, version.details)]
            return Version(
                id: "version-\(version.version)",
                title: words.words("patients.versions.version", ["version": "\(version.version)"]),
                changed: words.changed(version, zone: zone), before: before, after: after, isFirst: earlier == nil,
                rows: PatientComparison.rows(
                    fields ?? PatientComparison.filled(version.details, words: words), columns, words: words))
        }
    }
}

extension PatientWords {
    /// "Changed by Lee Ward on Nov 21, 2026, 09:30".
    func changed(_ version: PatientVersion, zone: TimeZone) -> String {
        words(
            "patients.versions.\(version.cause.rawValue)-by",
            [
                "author": version.author ?? words("patients.versions.program"),
                "time": Dates(reading.language).dateAndTime(version.at, in: zone),
            ])
    }
}
