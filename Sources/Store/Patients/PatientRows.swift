import Clinic
import Foundation
import GRDB

/// The columns of `patient_version` beside its key, in the order ``PatientDraft/columnValues`` gives their values.
enum PatientColumns {
    static let names = [
        "given", "family", "name_order", "birth_date", "sex", "street", "city", "state", "postcode", "country", "phone",
        "email", "language", "time_zone", "notes", "allergy_status", "pregnancy_status", "pregnancy_on",
        "weight_value", "weight_unit", "weight_on", "height_value", "height_unit", "height_on", "kidney_value",
        "kidney_unit", "kidney_on",
    ]
}

extension PatientDraft {
    var columnValues: [(any DatabaseValueConvertible)?] {
        [
            name.given, name.family, name.order.rawValue, birthDate, sex.rawValue, address.street, address.city,
            address.state, address.postcode, address.country?.code, phone?.stored, email?.text, language?.tag,
            timeZone?.text, notes, allergies.columnValue, pregnancy?.status.rawValue, pregnancy?.asOf,
        ] + Self.columnValues(weight) + Self.columnValues(height) + Self.columnValues(kidneyFunction)
    }

    private static func columnValues<Unit>(_ measured: Measured<Unit>?) -> [(any DatabaseValueConvertible)?] {
        [measured.map { "\($0.value)" }, measured?.unit.rawValue, measured?.measuredOn]
    }

    /// Reads a version with what belongs to it. A value that only another Theralog could have written is an error: to
    /// leave out an allergy without a word would be worse than to show no page.
    init(_ row: Row, in db: Database) throws {
        self.init(
            name: PersonName(
                given: row["given"], family: row["family"],
                order: try Self.value(row, "name_order", PersonName.Order.init)),
            birthDate: row["birth_date"], sex: try Self.value(row, "sex", Sex.init))
        address = PostalAddress(
            street: row["street"], city: row["city"], state: row["state"], postcode: row["postcode"],
            country: try Self.optional(row, "country", Country.init(code:)))
        phone = try Self.optional(row, "phone", PhoneNumber.init(stored:))
        email = try Self.optional(row, "email") { EmailAddress($0) }
        language = try Self.optional(row, "language", PersonLanguage.init(tag:))
        timeZone = (row["time_zone"] as String?).map { TimeZoneName($0) }
        notes = row["notes"]
        pregnancy = try Self.optional(row, "pregnancy_status", Pregnancy.Status.init).map {
            Pregnancy(status: $0, asOf: row["pregnancy_on"])
        }
        weight = try Self.measured(row, "weight")
        height = try Self.measured(row, "height")
        kidneyFunction = try Self.measured(row, "kidney")
        allergies = try Self.allergies(row, in: db)
        conditions = try Self.children("name, note", of: "patient_condition", row, in: db)
            .map { Condition(name: $0["name"], note: $0["note"]) }
    }

    private static func value<Value>(_ row: Row, _ column: String, _ make: (String) -> Value?) throws -> Value {
        guard let value = make(row[column]) else { throw StoreError.conflict("patient_version.\(column)") }
        return value
    }

    /// Nil for an empty column.
    private static func optional<Value>(_ row: Row, _ column: String, _ make: (String) -> Value?) throws -> Value? {
        row[column] as String? == nil ? nil : try value(row, column, make)
    }

    private static func measured<Unit>(_ row: Row, _ prefix: String) throws -> Measured<Unit>? {
        guard let text = row["\(prefix)_value"] as String? else { return nil }
        guard let value = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")) else {
            throw StoreError.conflict("patient_version.\(prefix)_value")
        }
        return Measured(
            value: value, unit: try Self.value(row, "\(prefix)_unit", Unit.init), measuredOn: row["\(prefix)_on"])
    }

    private static func allergies(_ row: Row, in db: Database) throws -> AllergyStatus {
        switch row["allergy_status"] as String {
        case "not-asked": return .notAsked
        case "none-known": return .noneKnown
        default:
            let rows = try children("substance, reaction, severity", of: "patient_allergy", row, in: db)
            return .recorded(
                try rows.map {
                    Allergy(
                        substance: $0["substance"], reaction: $0["reaction"],
                        severity: try optional($0, "severity", Allergy.Severity.init))
                })
        }
    }

    private static func children(_ columns: String, of table: String, _ row: Row, in db: Database) throws -> [Row] {
        try Row.fetchAll(
            db.cachedStatement(
                sql: "SELECT \(columns) FROM \(table) WHERE patient_id = ? AND version = ? ORDER BY position"),
            arguments: [row["patient_id"] as String, row["version"] as Int])
    }
}

extension AllergyStatus {
    fileprivate var columnValue: String {
        switch self {
        case .notAsked: "not-asked"
        case .noneKnown: "none-known"
        case .recorded: "recorded"
        }
    }
}

extension Patient {
    /// The columns that ``init(_:in:)`` reads, of `patient` joined with the version that is in force.
    static let query = """
        SELECT patient.serial, patient.id, patient.merged_into, patient_version.*
        FROM patient JOIN patient_version ON patient_version.patient_id = patient.id
            AND patient_version.version = patient.version
        """

    init(_ row: Row, in db: Database) throws {
        self.init(
            id: row["id"], number: PatientNumber(serial: row["serial"]), version: row["version"],
            mergedInto: row["merged_into"], details: try PatientDraft(row, in: db))
    }
}
