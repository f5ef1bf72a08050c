import Clinic
import Foundation

/// The questions of a search around a point. Which index answers each is asserted in a test.
enum NearbySQL {
    /// Rows that a name may have for being found by it.
    static let mostNamed = 1000
    /// ZIP codes that are looked up at once to begin with.
    static let firstAreas = 10

    /// Postal codes in bands of latitude and a range of longitudes.
    static let areas = """
        SELECT a.key, a.latitude, a.longitude FROM json_each(:bands) b
        CROSS JOIN postal_area a ON a.release_id = :release AND CAST((a.latitude + 90) * 4 AS INTEGER) = b.value
            AND a.longitude BETWEEN :west AND :east
        """

    static let area = "SELECT key, latitude, longitude FROM postal_area WHERE release_id = ? AND key = ?"

    /// Where the clinic's own entries lie, and under which keys they are referred to.
    static let entries = """
        SELECT a.key, a.latitude, a.longitude, d.id, v.npi, substr(d.likeness, 1, 500) FROM directory_practice d
        CROSS JOIN directory_practice_version v ON v.practice_id = d.id AND v.version = d.version
        CROSS JOIN postal_area a ON a.release_id = :places AND a.key = substr(v.postcode, 1, 5)
        WHERE d.removed_at IS NULL AND v.country = 'US' ORDER BY d.sort_name
        """

    /// Where a clinician's favourites lie, likewise.
    static let favourites = """
        SELECT a.key, a.latitude, a.longitude, f.id, v.npi, substr(f.likeness, 1, 500) FROM favourite_practice f
        CROSS JOIN favourite_practice_version v ON v.favourite_id = f.id AND v.version = f.version
        CROSS JOIN postal_area a ON a.release_id = :places AND a.key = substr(v.postcode, 1, 5)
        WHERE f.account_id = :account AND f.removed_at IS NULL AND v.country = 'US' ORDER BY f.sort_name
        """

    /// Practices with a place of their own, likewise.
    static let placed = """
        SELECT p.id, p.latitude, p.longitude FROM json_each(:bands) b
        CROSS JOIN listed_practice p ON p.release_id = :release AND CAST((p.latitude + 90) * 4 AS INTEGER) = b.value
            AND p.longitude BETWEEN :west AND :east
        WHERE p.latitude IS NOT NULL AND (:code IS NULL OR instr(p.taxonomies, :code))
        """

    /// Practices without one, by their ZIP codes. Their rows are only read when a name is looked for.
    static let byArea = """
        SELECT p.id, z.value, CASE WHEN :named THEN p.name || ' ' || p.contact END FROM json_each(:zips) z
        CROSS JOIN listed_practice p ON p.release_id = :release AND substr(p.postcode, 1, 5) = z.value
        WHERE p.latitude IS NULL AND p.country = 'US' AND (:code IS NULL OR instr(p.taxonomies, :code))
        """

    /// Those of one specialty, likewise, by the codes in bands of latitude and a range of longitudes. The sign in front of the
    /// key takes its type away: the index on the beginning of the ZIP code has none either, and would not be used.
    static let bySpecialty = """
        SELECT a.key, a.latitude, a.longitude, p.id, CASE WHEN :named THEN p.name || ' ' || p.contact END
        FROM json_each(:bands) b
        CROSS JOIN postal_area a ON a.release_id = :places AND CAST((a.latitude + 90) * 4 AS INTEGER) = b.value
            AND a.longitude BETWEEN :west AND :east
        CROSS JOIN listed_practice p ON p.release_id = :release AND substr(p.postcode, 1, 5) = +a.key
        WHERE p.latitude IS NULL AND p.country = 'US' AND instr(p.taxonomies, :code)
        """

    static let rows = """
        SELECT p.id, p.latitude, p.longitude, substr(p.postcode, 1, 5), p.country FROM json_each(:ids) i
        CROSS JOIN listed_practice p ON p.id = i.value
        WHERE :code IS NULL OR instr(p.taxonomies, :code)
        """

    /// Rows of a release in whose names words begin.
    static func named(_ release: Int64) -> String {
        let text = CatalogTable.practiceText(release)
        return "SELECT rowid FROM \(text) WHERE \(text) MATCH ? LIMIT ?"
    }
}

extension SurroundingBox {
    /// The quarter degrees of latitude it reaches into, counted from the south pole, as a JSON array.
    var bands: String {
        let range = Int((latitudes.lowerBound + 90) * 4)...Int((latitudes.upperBound + 90) * 4)
        return "[\(range.map(String.init).joined(separator: ","))]"
    }
}
