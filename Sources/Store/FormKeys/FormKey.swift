import Clinic
import Foundation
import GRDB

/// Names one sending of a form, so that the same form sent again is known.
package struct FormKey: Hashable, Sendable {
    /// SHA-256 of who sent it and all that was in it, a random key of the form's own included.
    package let digest: Data

    package init(digest: Data) { self.digest = digest }
}

extension ClinicDatabase {
    /// The patient that a form entered; nil when it has entered none.
    package func patient(enteredBy key: FormKey) async throws -> Identifier<Patient>? {
        try await read { try key.patient(in: $0) }
    }
}

extension FormKey {
    func patient(in db: Database) throws -> Identifier<Patient>? {
        try Identifier<Patient>.fetchOne(
            db.cachedStatement(sql: "SELECT patient_id FROM patient_form_key WHERE digest = ?"), arguments: [digest])
    }

    func insert(for patient: Identifier<Patient>, in db: Database) throws {
        try db.execute(
            sql: "INSERT INTO patient_form_key (digest, patient_id) VALUES (?, ?)", arguments: [digest, patient])
    }
}
