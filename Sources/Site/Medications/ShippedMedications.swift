import Catalogs
import Clinic
import Foundation
import Store

extension ShippedCatalogs {
    /// Imports the list of medicines when the database has another one. The program's own is the only one there is, so
    /// the one that came last is in use.
    /// - Throws: ``Damaged``, `FileProblem`, `StoreError`.
    func bringMedicationsUpToDate(in database: ClinicDatabase) async throws {
        let file = folder.appendingPathComponent("medications").appendingPathExtension("tsv")
        let digest = try Self.digest(of: file)
        guard try await database.currentMedicationRelease()?.digest != digest else { return }
        var reader = try MedicationListReader(try PackedFile(file))
        let (list, problems) = try reader.list()
        guard problems.isEmpty else { throw Damaged(file: file.lastPathComponent, problems: problems) }
        try await database.importMedications(list, digest: digest, by: .program)
    }
}
