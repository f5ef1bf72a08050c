import Clinic
import Foundation
import Store

extension ShippedCatalogs {
    /// Imports the places of ZIP codes that come with the program unless the database has them. What an admin imported or
    /// switched back to stays in use.
    /// - Throws: ``Damaged``, `FileProblem`, `StoreError`.
    func bringPlacesUpToDate(in database: ClinicDatabase) async throws {
        let file = folder.appendingPathComponent("zip_areas.tsv.xz")
        let arrival = try await database.arrival(
            ofShipped: .places, digest: try Self.digest(of: file), by: .program)
        guard let arrival else { return }
        try await ShippedRows(file, kind: .places, release: "Census 2023, GeoNames 2025").bring(
            into: database, as: arrival)
    }
}
