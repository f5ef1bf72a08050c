/// One row of a code list as a file gives it, before it is in the database.
package struct DiagnosisRow: Hashable, Sendable {
    /// Capitals and digits without the dot.
    package let code: String
    /// The code of the heading above; nil for a category.
    package let parent: String?
    package let isBillable: Bool
    /// The long title, with accents.
    package let title: String
    /// Inclusion terms, separated by ` | `; empty for none.
    package let terms: String

    package init(code: String, parent: String?, isBillable: Bool, title: String, terms: String = "") {
        self.code = code
        self.parent = parent
        self.isBillable = isBillable
        self.title = title
        self.terms = terms
    }
}

/// A whole code list as read from a file: the rows in the list's own order, each after its parent.
package struct DiagnosisCatalog: Sendable {
    package let release: CatalogRelease
    package let rows: [DiagnosisRow]
    /// What the list says of codes beside their titles, by code.
    package let notes: [String: [CodeNotes.Note]]

    package init(release: CatalogRelease, rows: [DiagnosisRow], notes: [String: [CodeNotes.Note]] = [:]) {
        self.release = release
        self.rows = rows
        self.notes = notes
    }

    /// Positions in ``rows`` in the order in which equally good finds are shown: billable codes before headings; then
    /// what a physical therapist treats (bones and joints, nerves, injuries, symptoms) before the rest; then short
    /// titles, which say the general thing, before long ones; then as in the list, so that right, left and unspecified
    /// stay together.
    package func searchOrder() -> [Int] {
        rows.indices
            .map { index in
                let row = rows[index]
                let isRest = !Self.isTreated(row.code, in: release.system)
                let weight = (row.isBillable ? 0 : 1 << 20) + (isRest ? 1 << 19 : 0) + Self.wordCount(row)
                return (weight << 32) + index
            }
            .sorted()
            .map { $0 & 0xFFFF_FFFF }
    }

    /// ICD-10-CM chapters G (nerves), M (musculoskeletal), R (symptoms), S (injuries) and I60–I69 (stroke); the same of
    /// ICD-9-CM.
    private static func isTreated(_ code: String, in system: CodeSystem) -> Bool {
        switch system {
        case .icd10cm: return ["G", "M", "R", "S"].contains(code.prefix(1)) || code.hasPrefix("I6")
        case .icd9cm:
            guard let category = Int(code.prefix(3)) else { return false }
            return [320...359, 430...438, 710...739, 754...756, 780...799, 800...959].contains { $0.contains(category) }
        }
    }

    /// The words of a title. "…, initial encounter" and its like are not counted: else "sequela", being one word, would
    /// come before the injury itself.
    private static func wordCount(_ row: DiagnosisRow) -> Int {
        let isEncounter = row.code.utf8.count == 7
        let counted = isEncounter ? row.title.utf8.lastIndex(of: UInt8(ascii: ",")) : nil
        let text = row.title.utf8[..<(counted ?? row.title.utf8.endIndex)]
        return 1 + text.count { $0 == UInt8(ascii: " ") }
    }
}

/// Words that people say, and the codes they mean.
package struct DiagnosisSynonym: Hashable, Sendable {
    package let phrase: String
    package let language: Language
    /// Beginnings of codes per list, without dots, the likeliest first.
    package let codes: [CodeSystem: [String]]

    package init(phrase: String, language: Language, codes: [CodeSystem: [String]]) {
        self.phrase = phrase
        self.language = language
        self.codes = codes
    }
}
