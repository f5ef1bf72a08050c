import Clinic
import Foundation
import GRDB

/// A release of the list of medicines that is in the database.
package struct StoredMedicationRelease: Hashable, Sendable {
    package let release: MedicationRelease
    package let rowCount: Int
    /// SHA-256 of the file.
    package let digest: Data
    package let importedAt: Date
    let id: Int64
}

extension ClinicDatabase {
    /// The release that searches use; nil when none has been imported.
    package func currentMedicationRelease() async throws -> StoredMedicationRelease? {
        try await read { try StoredMedicationRelease.current(in: $0) }
    }

    /// Writes a whole list of medicines and lets searches use it from now on; the one before stays to be looked up by
    /// what names it. All of it or none.
    /// - Parameter digest: SHA-256 of the file.
    /// - Throws: ``StoreError/conflict(_:)`` when the rows break a rule of the schema.
    package func importMedications(_ list: MedicationList, digest: Data, by actor: Actor) async throws {
        try await write(by: actor) { tx in
            let importing = try MedicationImport(list, digest: digest, tx)
            try importing.writeRows()
            try tx.audit(.created, "medication-release", String(importing.releaseID))
        }
    }
}

extension StoredMedicationRelease {
    static func current(in db: Database) throws -> StoredMedicationRelease? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT id, name, title, as_of, is_reviewed, source, licence, digest, row_count, imported_at
                FROM medication_release WHERE is_current = 1
                """)
        return try Row.fetchOne(statement).map(StoredMedicationRelease.init)
    }

    init(_ row: Row) {
        id = row["id"]
        release = MedicationRelease(
            name: row["name"], title: row["title"], asOf: row["as_of"], isReviewed: row["is_reviewed"],
            source: row["source"], licence: row["licence"])
        rowCount = row["row_count"]
        digest = row["digest"]
        importedAt = row["imported_at"]
    }
}
