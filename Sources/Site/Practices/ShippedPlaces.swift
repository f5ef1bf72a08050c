import Clinic
import Foundation
import Store

extension ShippedCatalogs {
    /// Imports the places of ZIP codes that come with the program unless the database has them. What an admin imported or
    /// switched back to stays in use, and what an admin removed stays away, as ``bringUpToDate(_:)`` says.
    /// - Throws: ``Damaged``, `FileProblem`, `StoreError`.
    func bringPlacesUpToDate(in database: ClinicDatabase) async throws {
        let arrival = try await database.arrival(
            ofShipped: .places, digest: try Self.digest(of: try file(of: .places)), by: .program)
        guard let arrival, arrival != .wanted else { return }
        try await bringPlaces(as: arrival, into: database)
    }

    func bringPlaces(as arrival: ShippedArrival, into database: ClinicDatabase) async throws {
        try await ShippedRows(try file(of: .places), kind: .places, release: "Census 2023, GeoNames 2025").bring(
            into: database, as: arrival)
    }
}
