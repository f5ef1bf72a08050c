import Clinic
import GRDB

extension ClinicDatabase {
    /// The records whose id ends like this, two at most: the end of an id stands in the audit log for a name that the reader
    /// may not see.
    /// - Parameter ending: of an id in lower case, not empty.
    package func patients(idEnding ending: String) async throws -> [Identifier<Patient>] {
        try await read { db in
            try Identifier<Patient>.fetchAll(
                db.cachedStatement(sql: Self.idEndingQuery), arguments: [ending, ending])
        }
    }

    /// The record with a number, also when it was merged into another; nil when there is none.
    package func patientRecord(numbered number: PatientNumber) async throws -> Patient? {
        try await read { db in
            try Identifier<Patient>.fetchOne(
                db, sql: "SELECT id FROM patient WHERE serial = ?", arguments: [number.serial]
            ).map { try Patient.record($0, in: db) }
        }
    }

    /// No index knows the end of an id. One that has the ids is read as a whole, for a form that is sent now and then.
    static let idEndingQuery = "SELECT id FROM patient WHERE substr(id, -length(?)) = ? LIMIT 2"
}
