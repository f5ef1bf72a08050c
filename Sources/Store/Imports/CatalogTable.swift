import Clinic
import GRDB

/// Where the rows of one kind of catalogue are kept, and how they are written. Every table begins with the columns `id`,
/// `release_id`, `key` and `digest`.
struct CatalogTable: Sendable {
    /// The table's name. Names here are ours, so they are safe inside SQL.
    let name: String
    /// The columns behind the four that every table has.
    let columns: [String]
    /// What a list of differences calls a row, and what it says of it: SQL over the table as `t`.
    let label: String
    let detail: String
    /// What it says of a row besides, by a flag or a number: SQL over the table as `t`, 0 or NULL where it is not so.
    var marks: [(mark: Mark, value: String)] = []
    /// The columns of the full-text table, each an SQL expression over the table as `t`; empty for a kind nobody searches.
    var textColumns: [(name: String, value: String)] = []

    /// What a flag or a number of a row means; the raw value is a column's name in a query.
    enum Mark: String {
        case heading, approximate, noMap, combination, scenario, choiceList, severity
    }

    /// How the full-text tables take text apart. It is folded before.
    static let tokenizer = "unicode61"

    static func of(_ kind: CatalogKind) -> CatalogTable? {
        switch kind {
        case .icd10cm, .icd9cm: nil
        case .equivalences: equivalences
        case .medications: medications
        case .interactions: interactions
        case .practices: practices
        case .places: places
        }
    }

    /// All of them, for what is asked of every kind.
    static let kinds: [CatalogKind] = [.equivalences, .medications, .interactions, .practices, .places]

    private static let equivalences = CatalogTable(
        name: "code_equivalence",
        columns: ["code", "target", "is_approximate", "is_combination", "scenario", "choice_list"],
        label: "t.code || ' → ' || coalesce(t.target, '–')",
        detail: "''",
        marks: [
            (.approximate, "t.is_approximate"), (.noMap, "t.target IS NULL"), (.combination, "t.is_combination"),
            (.scenario, "t.scenario"), (.choiceList, "t.choice_list"),
        ])

    private static let medications = CatalogTable(
        name: "listed_medication",
        columns: [
            "name", "brands", "other_names", "classes", "purposes", "forms", "routes", "strengths", "effects", "rxcui",
            "ndcs", "schedule",
        ],
        label: "t.name",
        detail: "t.brands || ' · ' || t.forms || ' · ' || t.routes || ' · ' || t.strengths",
        textColumns: [
            ("names", "t.name || ' ' || t.other_names"), ("brands", "t.brands"), ("classes", "t.classes"),
            ("purposes", "t.purposes"),
        ])

    private static let interactions = CatalogTable(
        name: "listed_interaction",
        columns: ["first_medication", "second_medication", "first_name", "second_name", "severity", "text"],
        label: "t.first_name || ' + ' || t.second_name", detail: "t.text", marks: [(.severity, "t.severity")])

    static let practices = CatalogTable(
        name: "listed_practice",
        columns: [
            "name", "contact", "street", "city", "state", "postcode", "country", "phone", "fax", "email", "npi",
            "specialties", "notes", "taxonomies", "latitude", "longitude",
        ],
        label: "t.name",
        detail: """
            t.street || ', ' || t.city || ' ' || t.state || ' ' || t.postcode || ' · ' || coalesce(t.phone, '') || ' · '
            || t.specialties
            """,
        textColumns: [
            ("names", "t.name || ' ' || t.contact"), ("places", "t.city || ' ' || t.state || ' ' || t.postcode"),
            ("specialties", "t.specialties"),
        ])

    private static let places = CatalogTable(
        name: "postal_area", columns: ["latitude", "longitude", "city", "state"], label: "t.key",
        detail: "t.latitude || ', ' || t.longitude || ' ' || t.city || ' ' || t.state")

    /// Inserts a row; a second of the same key changes nothing.
    var insertion: String {
        let marks = Array(repeating: "?", count: columns.count + 4).joined(separator: ", ")
        return "INSERT OR IGNORE INTO \(name) (\(allColumns)) VALUES (\(marks))"
    }

    var allColumns: String { (["id", "release_id", "key", "digest"] + columns).joined(separator: ", ") }
}

/// A row as it is written: its key, its columns, and their digest.
struct CatalogRowValues {
    let key: String
    let columns: [DatabaseValue]

    init(_ row: CatalogRow) {
        switch row {
        case .equivalence(let row):
            let target = row.target ?? ""
            key = "\(row.source.rawValue):\(row.code):\(row.scenario):\(row.choiceList):\(target)"
            columns = Self.values(
                row.code, row.target, row.isApproximate, row.isCombination, row.scenario, row.choiceList)
        case .medication(let row):
            key = row.id.text
            func text(_ parts: [String]) -> String { parts.joined(separator: MedicationSummary.separator) }
            columns = Self.values(
                row.name, text(row.brands), text(row.otherNames), text(row.classes), text(row.purposes),
                text(row.forms), text(row.routes), text(row.strengths), text(row.effects), row.rxcui, text(row.ndcs),
                row.schedule?.rawValue)
        case .interaction(let row):
            let pair = row.names.map { ($0, MedicationID(naming: $0)?.text ?? "-") }.sorted { $0.1 < $1.1 }
            key = pair.map(\.1).joined(separator: ":")
            columns = Self.values(
                pair[0].1, pair[1].1, pair[0].0, pair[1].0, row.severity.rawValue, row.text)
        case .practice(let row):
            key = row.key
            let practice = row.practice
            let address = practice.address
            columns = Self.values(
                practice.name, practice.contact, address.street, address.city, address.state, address.postcode,
                address.country?.code, practice.phone?.stored, practice.fax?.stored, practice.email?.text,
                practice.npi?.digits, practice.specialties, practice.notes, row.taxonomies.joined(separator: " "),
                row.location?.latitude, row.location?.longitude)
        case .place(let row):
            key = row.code
            columns = Self.values(row.center.latitude, row.center.longitude, row.city, row.state)
        }
    }

    private static func values(_ values: (any DatabaseValueConvertible)?...) -> [DatabaseValue] {
        values.map { $0?.databaseValue ?? .null }
    }

    /// FNV-1a over the columns: tells whether two rows of one key say the same. Nobody gains by making two alike.
    var digest: Int64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        func take(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        for column in columns {
            switch column.storage {
            case .null: take(0)
            case .int64(let value): withUnsafeBytes(of: value) { $0.forEach(take) }
            case .double(let value): withUnsafeBytes(of: value.bitPattern) { $0.forEach(take) }
            case .string(let text): text.utf8.forEach(take)
            case .blob(let data): data.forEach(take)
            }
            // No byte of UTF-8, so that ("ab", "c") and ("a", "bc") differ.
            take(0xFF)
        }
        return Int64(bitPattern: hash)
    }
}
