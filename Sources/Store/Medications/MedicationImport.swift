import Clinic
import Foundation
import GRDB

/// The statements that write one release of the list of medicines.
struct MedicationImport {
    let releaseID: Int64
    private let list: MedicationList
    private let db: Database

    /// Writes the release itself and takes the place of the current one.
    init(_ list: MedicationList, digest: Data, _ tx: Transaction) throws {
        self.list = list
        db = tx.db
        let release = list.release
        try db.execute(sql: "UPDATE medication_release SET is_current = 0 WHERE is_current = 1")
        try db.execute(
            sql: """
                INSERT INTO medication_release (name, title, as_of, is_reviewed, source, licence, digest, row_count,
                    vocabulary, is_current, imported_at, imported_by)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?)
                """,
            arguments: [
                release.name, release.title, release.asOf, release.isReviewed, release.source, release.licence,
                digest, list.medications.count, Self.vocabulary(of: list), tx.now, tx.actor.account,
            ])
        releaseID = db.lastInsertedRowID
    }

    func writeRows() throws {
        try db.execute(sql: "INSERT INTO medication_text (medication_text) VALUES ('delete-all')")
        let row = try db.makeStatement(sql: "INSERT INTO medication VALUES (\(Self.marks(18)))")
        let wording = try db.makeStatement(sql: "INSERT INTO medication_wording VALUES (\(Self.marks(9)))")
        let text = try db.makeStatement(
            sql: "INSERT INTO medication_text (rowid, names, brands, classes, purposes) VALUES (?, ?, ?, ?, ?)")
        for (place, medication) in list.inOrderOfFinds.enumerated() {
            let id = releaseID << 20 + Int64(place) + 1
            try row.execute(arguments: values(of: medication, id: id))
            for language in Language.allCases {
                try wording.execute(arguments: wordings(of: medication, id: id, in: language))
            }
            try writeGroups(of: medication, id: id)
            try text.execute(
                arguments: [id] + StatementArguments(MedicationWords(medication).columns.map(\.folded)))
        }
    }

    private func values(of medication: Medication, id: Int64) -> StatementArguments {
        [
            id, releaseID, medication.id.text, medication.name, medication.tallName,
            SearchText.folded(medication.name), medication.internationalName,
            medication.otherNames.joined(separator: " "), Self.joined(medication.brands),
            medication.classWords.joined(separator: " "), Self.joined(medication.forms.map(\.unit.rawValue)),
            medication.supply.rawValue, medication.schedule?.rawValue, medication.isWeeklyOnly,
            medication.withdrawnOn, medication.lookalikes.map(\.text).joined(separator: " "), medication.codes.rxcui,
            Self.joined(medication.codes.atc),
        ]
    }

    private func wordings(of medication: Medication, id: Int64, in language: Language) -> StatementArguments {
        func text(_ wordings: [Wording]) -> String { Self.joined(wordings.map { $0[language] }) }
        return [
            id, language.rawValue, text(medication.classes.map(\.name)), text(medication.purposes),
            text(medication.forms.map(\.name)), text(medication.routes), text(medication.effects.common),
            text(medication.effects.serious), medication.leaflet[language],
        ]
    }

    private func writeGroups(of medication: Medication, id: Int64) throws {
        let group = try db.cachedStatement(sql: "INSERT INTO medication_class VALUES (?, ?, ?, ?)")
        let name = try db.cachedStatement(sql: "INSERT OR IGNORE INTO medication_class_name VALUES (?, ?, ?, ?)")
        for (place, one) in medication.classes.enumerated() {
            try group.execute(arguments: [releaseID, one.id, id, place + 1])
            for language in Language.allCases {
                try name.execute(arguments: [releaseID, one.id, language.rawValue, one.name[language]])
            }
        }
        let area = try db.cachedStatement(sql: "INSERT INTO medication_area VALUES (?, ?, ?, ?)")
        for (place, one) in medication.areas.enumerated() {
            try area.execute(arguments: [releaseID, one.rawValue, id, place + 1])
        }
    }

    private static func joined(_ parts: [String]) -> String { parts.joined(separator: MedicationSummary.separator) }

    private static func marks(_ count: Int) -> String {
        Array(repeating: "?", count: count).joined(separator: ", ")
    }

    /// Words of names, then of brands, then of classes, each once and at its first place. Purposes are left out: they are
    /// everyday words, which nobody takes for the name of a medicine.
    private static func vocabulary(of list: MedicationList) -> String {
        let texts = list.inOrderOfFinds.map { MedicationWords($0) }
        var seen: Set<String> = []
        var words: [String] = []
        for part in [\MedicationWords.names, \.brands, \.classes] {
            for word in texts.flatMap({ SearchText.words($0[keyPath: part]) }) where seen.insert(word).inserted {
                words.append(word)
            }
        }
        return words.joined(separator: " ")
    }
}

/// The words by which a medicine is found, column by column of the full-text table, in all languages.
private struct MedicationWords {
    let names: String
    let brands: String
    let classes: String
    let purposes: String

    init(_ medication: Medication) {
        names =
            ([medication.name, medication.internationalName ?? ""]
            + medication.otherNames.flatMap { [$0, SearchText.withUmlautsSpelledOut($0)] }).joined(separator: " ")
        brands = medication.brands.joined(separator: " ")
        classes = (Self.all(medication.classes.map(\.name)) + medication.classWords).joined(separator: " ")
        purposes = Self.all(medication.purposes).joined(separator: " ")
    }

    var columns: [String] { [names, brands, classes, purposes] }

    private static func all(_ wordings: [Wording]) -> [String] {
        Language.allCases.flatMap { language in
            wordings.flatMap { [$0[language], SearchText.withUmlautsSpelledOut($0[language])] }
        }
    }
}

extension String {
    /// Folded by us, as the query is: SQLite leaves ø and ł alone.
    fileprivate var folded: String { SearchText.folded(self) }
}
