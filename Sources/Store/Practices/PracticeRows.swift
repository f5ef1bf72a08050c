import Clinic
import Foundation
import GRDB

extension Practice {
    /// The columns of a practice, in every table that has them.
    static let columns = [
        "name", "contact", "street", "city", "state", "postcode", "country", "phone", "fax", "email", "npi",
        "specialties", "notes",
    ].joined(separator: ", ")

    /// The values of ``columns``.
    var arguments: StatementArguments {
        [
            name, contact, address.street, address.city, address.state, address.postcode, address.country?.code,
            phone?.stored, fax?.stored, email?.text, npi?.digits, specialties, notes,
        ]
    }

    init(_ row: Row) {
        self.init()
        name = row["name"]
        contact = row["contact"]
        address = row.postalAddress
        phone = row.phoneNumber("phone")
        fax = row.phoneNumber("fax")
        email = (row["email"] as String?).flatMap { EmailAddress($0) }
        npi = (row["npi"] as String?).flatMap { NationalProviderIdentifier($0) }
        specialties = row["specialties"]
        notes = row["notes"]
    }
}

extension Practice {
    /// Makes `practice_likeness(json)` callable from SQL: what two copies of the same practice share.
    static func registerLikeness(in db: Database) {
        db.add(
            function: DatabaseFunction("practice_likeness", argumentCount: 1, pure: true) { values in
                let practice: Practice? = try StoredJSON.value(String.fromDatabaseValue(values[0]))
                return practice?.likeness ?? ""
            })
    }
}
