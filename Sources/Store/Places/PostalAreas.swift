import Clinic
import Foundation
import GRDB

extension ClinicDatabase {
    /// Where a ZIP code lies, as the list in use says; nil for one that it does not have, and for those of the armed forces,
    /// which are no places.
    package func postalArea(_ zip: ZIPCode) async throws -> PostalArea? {
        guard !zip.isMilitary else { return nil }
        return try await read { db -> PostalArea? in
            guard let release = try CatalogReleaseRows.current(.places, in: db) else { return nil }
            return try Row.fetchOne(
                db.cachedStatement(sql: "SELECT * FROM postal_area WHERE release_id = ? AND key = ?"),
                arguments: [release, zip.digits]
            ).flatMap { PostalArea($0) }
        }
    }

    /// How the list of postal codes in use was laid out: whom to credit for it. Empty while there is none.
    package func postalAreaLayouts() async throws -> [CatalogLayout] {
        try await read { db in
            let layouts = try String.fetchOne(
                db, sql: "SELECT layouts FROM catalog_release WHERE kind = 'places' AND state = 'current'")
            return (layouts ?? "").split(separator: " ").compactMap { CatalogLayout(rawValue: String($0)) }
        }
    }
}

extension PostalArea {
    fileprivate init?(_ row: Row) {
        guard let center = Coordinates(latitude: row["latitude"], longitude: row["longitude"]) else { return nil }
        self.init(code: row["key"], center: center, city: row["city"], state: row["state"])
    }
}
