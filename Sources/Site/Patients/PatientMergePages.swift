import Clinic
import Foundation
import Rendering

/// Choosing the record that may be the same person's.
struct PatientMergeChoicePage: Page {
    static let template = "patients/merge-choice"
    let banner: PatientBanner
    let url: String
    let query: String
    let results: PatientResults?
    let duplicates: [PatientLine]
    let hasDuplicates: Bool
}

/// Both records side by side and what the survivor will say, before they are merged.
struct PatientMergePage: Page {
    static let template = "patients/merge"
    let banner: PatientBanner
    let action: String
    let cancelURL: String
    /// The same page with the other record as the survivor.
    let otherWayURL: String
    let survivor: String
    let duplicate: String
    let duplicateID: String
    let version: Int
    let duplicateVersion: Int
    let headings: [String]
    let rows: [PatientComparison.Row]
    /// Whether somebody changed one of them since the page was opened.
    let isStale: Bool

    init(_ survivor: Patient, with duplicate: Patient, isStale: Bool, words: PatientWords) {
        banner = PatientBanner(survivor, words)
        action = "/patients/\(survivor.id)/merge"
        cancelURL = "/patients/\(survivor.id)"
        otherWayURL = "/patients/\(duplicate.id)/merge?with=\(survivor.id)"
        self.survivor = words.named(survivor)
        self.duplicate = words.named(duplicate)
        duplicateID = duplicate.id.text
        version = survivor.version
        duplicateVersion = duplicate.version
        let after = survivor.details.absorbing(duplicate.details)
        let columns = [
            (words.words("patients.merge.survivor", ["patient": words.named(survivor)]), survivor.details),
            (words.words("patients.merge.duplicate", ["patient": words.named(duplicate)]), duplicate.details),
            (words.words("patients.merge.after"), after),
        ]
        headings = columns.map(\.0)
        let fields = PatientField.allCases.filter { field in
            columns.contains { !words.lines(field, $0.1).isEmpty }
        }
        rows = PatientComparison.rows(fields, columns, words: words) { field in
            field.isEqual(survivor.details, duplicate.details) ? nil : words.words("patients.merge.different")
        }
        self.isStale = isStale
    }
}

/// Both records side by side, before the merged one is taken out again.
struct PatientSeparationPage: Page {
    static let template = "patients/separation"
    let banner: PatientBanner
    let action: String
    let cancelURL: String
    let survivor: String
    let duplicate: String
    let headings: [String]
    let rows: [PatientComparison.Row]

    init(_ duplicate: Patient, from survivor: Patient, words: PatientWords) {
        banner = PatientBanner(survivor, words)
        action = "/patients/\(duplicate.id)/separation"
        cancelURL = "/patients/\(survivor.id)"
        self.survivor = words.named(survivor)
        self.duplicate = words.named(duplicate)
        let columns = [
            (words.words("patients.merge.survivor", ["patient": words.named(survivor)]), survivor.details),
            (words.words("patients.merge.duplicate", ["patient": words.named(duplicate)]), duplicate.details),
        ]
        headings = columns.map(\.0)
        let fields = PatientField.allCases.filter { field in
            columns.contains { !words.lines(field, $0.1).isEmpty }
        }
        rows = PatientComparison.rows(fields, columns, words: words) { field in
            field.isEqual(survivor.details, duplicate.details) ? nil : words.words("patients.merge.different")
        }
    }
}

extension PatientWords {
    /// "Maria Lopez, no. 1001-7".
    func named(_ patient: Patient) -> String {
        "\(patient.name.full), \(words("patients.number-of", ["number": patient.number.description]))"
    }
}
