import Clinic
import GRDB

/// A postal code within the radius of a search.
struct NearbyArea {
    let code: String
    let center: Coordinates
    let distance: Distance
}

/// A part of the circle that is searched: between the one before and its own edge.
struct NearbyRing {
    /// Where the ring before ended; below 0 for the innermost.
    private let inner: Double
    private let outer: Double
    let box: SurroundingBox

    /// The circle in three rings, the innermost first: a sixteenth and a quarter of the radius, and all of it. Most searches
    /// end in the first, and one that has to go all the way reads a fifteenth more than the circle.
    static func around(_ query: NearbyQuery) -> [NearbyRing] {
        let edges = [query.metres / 16, query.metres / 4, query.metres]
        return zip([-1] + edges, edges).map { inner, outer in
            NearbyRing(inner: inner, outer: outer, box: SurroundingBox(around: query.center, metres: outer))
        }
    }

    func contains(_ distance: Distance) -> Bool { distance.metres > inner && distance.metres <= outer }
}

/// The postal codes of the list in use around the point of a search. Military ones lie at sea or abroad: nobody is sent there.
struct NearbyAreas {
    private let query: NearbyQuery
    private let db: Database
    /// The list of postal codes in use.
    let release: Int64?

    init(_ query: NearbyQuery, _ db: Database) throws {
        self.query = query
        self.db = db
        release = try CatalogReleaseRows.current(.places, in: db)
    }

    /// Those of a ring, the nearest first.
    func within(_ ring: NearbyRing) throws -> [NearbyArea] {
        if let zip = query.zip { return try [one(zip.digits)].compactMap { $0 }.filter { ring.contains($0.distance) } }
        guard let release else { return [] }
        var found: [NearbyArea] = []
        for longitudes in ring.box.longitudes {
            let rows = try Row.fetchCursor(
                db.cachedStatement(sql: NearbySQL.areas),
                arguments: [
                    "bands": ring.box.bands, "release": release, "west": longitudes.lowerBound,
                    "east": longitudes.upperBound,
                ])
            while let row = try rows.next() {
                if let area = area(row, where: ring.contains) { found.append(area) }
            }
        }
        return found.sorted { ($0.distance, $0.code) < ($1.distance, $1.code) }
    }

    /// A postal code; nil for one that is unknown, is not looked for or lies outside the radius.
    func one(_ code: String) throws -> NearbyArea? {
        guard let release else { return nil }
        let row = try Row.fetchOne(db.cachedStatement(sql: NearbySQL.area), arguments: [release, code])
        return row.flatMap { area($0) { $0.metres <= query.metres } }
    }

    /// What a row that begins with key, latitude and longitude says of a postal code; nil for one that is not wanted. The
    /// distance is asked first: most rows of a box lie outside the circle or in the rings before.
    func area(_ row: Row, where isWanted: (Distance) -> Bool) -> NearbyArea? {
        guard let center = Coordinates(latitude: row[1], longitude: row[2]) else { return nil }
        let distance = query.center.distance(to: center)
        guard isWanted(distance), let zip = ZIPCode(row[0] as String), !zip.isMilitary else { return nil }
        guard query.zip.map({ $0 == zip }) ?? true else { return nil }
        return NearbyArea(code: row[0], center: center, distance: distance)
    }
}
