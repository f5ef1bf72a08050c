import Clinic
import Foundation
import Store

extension ShippedCatalogs {
    /// Imports the places of ZIP codes when the database has none, or an older shipped list. What an admin imported stays.
    /// - Throws: ``Damaged``, `FileProblem`, `StoreError`.
    func bringPlacesUpToDate(in database: ClinicDatabase) async throws {
        let file = folder.appendingPathComponent("zip_areas.tsv.xz")
        guard try await database.takesShippedPlaces(digest: try Self.digest(of: file)) else { return }
        try await ShippedRows(file, kind: .places, release: "Census 2023, GeoNames 2025").bring(into: database)
    }
}
