import Clinic
import Foundation
import GRDB

extension ClinicDatabase {
    /// Practices around a point: of the imported directory in use, of the clinic's own, and the clinician's favourites, each
    /// once. Practices without a place of their own lie where their ZIP code lies.
    package func practices(near query: NearbyQuery) async throws -> NearbyPractices {
        try await read { db in
            let reading = try NearbyReading(query, db)
            return try reading.practices()
        }
    }
}

/// One search around a point, in one snapshot. Looks from the point outwards and no farther than needed: costs about as much
/// as there are practices shown, and for a rare one as there are ZIP codes inside the radius.
private struct NearbyReading {
    private let query: NearbyQuery
    private let db: Database
    private let listed: Int64?
    private let areas: NearbyAreas
    /// Under which keys directories have the practices that the clinic sends to most; empty where distance alone counts.
    private let usualKeys: Set<String>

    /// A practice that may be shown, before all of it is read.
    private struct Candidate {
        let reference: PracticeReference
        let location: Coordinates
        let isExact: Bool
        let distance: Distance
    }

    init(_ query: NearbyQuery, _ db: Database) throws {
        self.query = query
        self.db = db
        listed = try CatalogReleaseRows.current(.practices, in: db)
        areas = try NearbyAreas(query, db)
        usualKeys = query.order == .usual ? Set(try PracticeReferrals(db: db).usualKeys(most: 100)) : []
    }

    func practices() throws -> NearbyPractices {
        var finds = Finds()
        for candidate in try entries() { try add(candidate, to: &finds) }
        let wanted = finds.practices.count + query.limit + 1
        // A few more: some are the same practice as an entry of the clinic's own.
        for candidate in try listedCandidates(query.limit + 21) where finds.practices.count < wanted {
            try add(candidate, to: &finds)
        }
        for candidate in try usual() + favourites() { try add(candidate, to: &finds) }
        let found = finds.practices.sorted { isBefore($0, $1) }
        return NearbyPractices(practices: Array(found.prefix(query.limit)), isCut: found.count > query.limit)
    }

    /// What is to be shown, each practice once.
    private struct Finds {
        var practices: [NearbyPractice] = []
        var seen: Set<String> = []
    }

    private func add(_ candidate: Candidate, to finds: inout Finds) throws {
        guard let one = try practice(candidate) else { return }
        var keys = [one.likeness]
        if let npi = one.found.practice.npi { keys.append(npi.digits) }
        guard finds.seen.isDisjoint(with: keys) else { return }
        finds.seen.formUnion(keys)
        finds.practices.append(one.found)
    }

    private func isBefore(_ one: NearbyPractice, _ other: NearbyPractice) -> Bool {
        if query.order == .usual {
            guard one.referrals == other.referrals else { return one.referrals > other.referrals }
            let (days, otherDays) = (one.reportDays ?? .infinity, other.reportDays ?? .infinity)
            guard days == otherDays else { return days < otherDays }
        }
        return (one.distance, one.practice.name, one.reference.text)
            < (other.distance, other.practice.name, other.reference.text)
    }

    private func practice(_ candidate: Candidate) throws -> (found: NearbyPractice, likeness: String)? {
        guard let practice = try practice(candidate.reference) else { return nil }
        let likeness = practice.likeness
        let favourite =
            if case .favourite(let id) = candidate.reference {
                id
            } else {
                try FavouritePractice.id(like: practice, of: query.account, in: db)
            }
        let referrals = try PracticeReferrals(db: db).count(to: practice, likeness: likeness)
        return (
            NearbyPractice(
                reference: candidate.reference, practice: practice, location: candidate.location,
                isExact: candidate.isExact, distance: candidate.distance, favourite: favourite,
                referrals: referrals,
                reportDays: referrals > 0 ? try ReferralFigures(of: practice, in: db).medianDays : nil),
            likeness
        )
    }

    private func practice(_ reference: PracticeReference) throws -> Practice? {
        let (sql, id): (String, any DatabaseValueConvertible) =
            switch reference {
            case .listed(let row): ("SELECT * FROM listed_practice WHERE id = ?", row)
            case .entry(let id): (DirectoryPractice.selection + " WHERE d.id = ?", id)
            case .favourite(let id): (FavouritePractice.selection + " WHERE f.id = ?", id)
            }
        return try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [id]).map { Practice($0) }
    }

    // MARK: What was typed in

    private func entries() throws -> [Candidate] {
        try typed(NearbySQL.entries, ["places": areas.release]) { .entry($0[3]) }
    }

    private func favourites() throws -> [Candidate] {
        try typed(NearbySQL.favourites, ["places": areas.release, "account": query.account]) { .favourite($0[3]) }
    }

    /// The nearest of typed practices, and those that the clinic sends to where they come first. They have no place but
    /// their ZIP code's.
    private func typed(
        _ sql: String, _ arguments: StatementArguments, _ reference: (Row) -> PracticeReference
    ) throws -> [Candidate] {
        let rows = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: arguments)
        var inside: [Candidate] = []
        var usual: [Candidate] = []
        while let row = try rows.next() {
            guard let area = areas.area(row, where: { $0.metres <= query.metres }) else { continue }
            let candidate = Candidate(
                reference: reference(row), location: area.center, isExact: false, distance: area.distance)
            let keys = [row[4] as String?, row[5] as String?].compactMap { $0 }
            if usualKeys.isDisjoint(with: keys) { inside.append(candidate) } else { usual.append(candidate) }
        }
        return try first(of: usual) + first(of: inside)
    }

    /// The nearest that are asked for, and one more that tells whether there are more.
    private func first(of candidates: [Candidate]) throws -> [Candidate] {
        var found: [Candidate] = []
        for candidate in nearest(candidates, candidates.count) where found.count <= query.limit {
            guard !query.words.isEmpty || query.specialty != nil else {
                found.append(candidate)
                continue
            }
            guard let practice = try practice(candidate.reference), isMeant(practice) else { continue }
            let codes = TherapySpecialty.codes(named: "\(practice.specialties), \(practice.name)")
            if query.specialty.map({ codes.contains($0.rawValue) }) ?? true { found.append(candidate) }
        }
        return found
    }

    // MARK: Imported

    private func listedCandidates(_ wanted: Int) throws -> [Candidate] {
        guard let listed else { return [] }
        if !query.words.isEmpty {
            let ids = try Int64.fetchAll(
                db.cachedStatement(sql: NearbySQL.named(listed)),
                arguments: ["{names} : (\(SearchText.prefixQuery(query.words)))", NearbySQL.mostNamed + 1])
            // A name that few have is found by it, one that many have by the way.
            if ids.count <= NearbySQL.mostNamed { return try candidates(among: ids, wanted) }
        }
        var found: [Candidate] = []
        for ring in NearbyRing.around(query) where found.count < wanted {
            found += try placed(in: listed, ring, wanted)
            // One ZIP code is looked up at once, and so are those around until there are enough. A specialty may be rare.
            let isOfSpecialty = query.specialty != nil && query.zip == nil
            found += try isOfSpecialty ? bySpecialty(in: listed, ring) : byArea(in: listed, ring, wanted)
        }
        return nearest(found, wanted)
    }

    private func nearest(_ candidates: [Candidate], _ wanted: Int) -> [Candidate] {
        Array(candidates.sorted { $0.distance < $1.distance }.prefix(wanted))
    }

    /// Practices whose file says where they are.
    private func placed(in release: Int64, _ ring: NearbyRing, _ wanted: Int) throws -> [Candidate] {
        var found: [Candidate] = []
        for longitudes in ring.box.longitudes {
            let rows = try Row.fetchCursor(
                db.cachedStatement(sql: NearbySQL.placed),
                arguments: [
                    "bands": ring.box.bands, "release": release, "west": longitudes.lowerBound,
                    "east": longitudes.upperBound, "code": query.specialty?.rawValue,
                ])
            while let row = try rows.next() {
                guard let place = Coordinates(latitude: row[1], longitude: row[2]) else { continue }
                let distance = query.center.distance(to: place)
                guard ring.contains(distance) else { continue }
                found.append(
                    Candidate(reference: .listed(row[0]), location: place, isExact: true, distance: distance))
            }
        }
        guard !query.words.isEmpty || query.zip != nil else { return found }
        var meant: [Candidate] = []
        for candidate in nearest(found, found.count) where meant.count < wanted {
            if let practice = try practice(candidate.reference), isMeant(practice) { meant.append(candidate) }
        }
        return meant
    }

    private func isMeant(_ practice: Practice) -> Bool {
        query.zip.map { ZIPCode(practice.address) == $0 } ?? true
            && SearchText.beginnings(query.words, areIn: "\(practice.name) \(practice.contact)")
    }

    /// Practices by their ZIP codes, from the nearest code outwards until there are enough.
    private func byArea(in release: Int64, _ ring: NearbyRing, _ wanted: Int) throws -> [Candidate] {
        let areas = try areas.within(ring)
        let areasByCode = Dictionary(areas.map { ($0.code, $0) }) { one, _ in one }
        var found: [Candidate] = []
        var start = 0
        while start < areas.count, found.count < wanted {
            // The first few suffice in a city.
            let step = areas[start..<min(areas.count, 2 * start + NearbySQL.firstAreas)]
            start += step.count
            let rows = try Row.fetchCursor(
                db.cachedStatement(sql: NearbySQL.byArea),
                arguments: [
                    "zips": "[\(step.map { "\"\($0.code)\"" }.joined(separator: ","))]", "release": release,
                    "code": query.specialty?.rawValue, "named": !query.words.isEmpty,
                ])
            while let row = try rows.next() {
                guard let area = areasByCode[row[1]] else { continue }
                if !query.words.isEmpty {
                    guard SearchText.beginnings(query.words, areIn: row[2]) else { continue }
                }
                found.append(
                    Candidate(
                        reference: .listed(row[0]), location: area.center, isExact: false, distance: area.distance))
            }
        }
        return found
    }

    /// Practices of a specialty by their ZIP codes: all of a ring in one question, which for a rare one costs half as much as
    /// listing thousands of codes and looking each up.
    private func bySpecialty(in release: Int64, _ ring: NearbyRing) throws -> [Candidate] {
        guard let places = areas.release else { return [] }
        var found: [Candidate] = []
        for longitudes in ring.box.longitudes {
            let rows = try Row.fetchCursor(
                db.cachedStatement(sql: NearbySQL.bySpecialty),
                arguments: [
                    "bands": ring.box.bands, "places": places, "release": release, "west": longitudes.lowerBound,
                    "east": longitudes.upperBound, "code": query.specialty?.rawValue,
                    "named": !query.words.isEmpty,
                ])
            while let row = try rows.next() {
                guard let area = areas.area(row, where: ring.contains) else { continue }
                if !query.words.isEmpty {
                    guard SearchText.beginnings(query.words, areIn: row[4]) else { continue }
                }
                found.append(
                    Candidate(
                        reference: .listed(row[3]), location: area.center, isExact: false, distance: area.distance))
            }
        }
        return found
    }

    /// Those of some rows that lie inside the radius.
    private func candidates(among ids: [Int64], _ wanted: Int) throws -> [Candidate] {
        var found: [Candidate] = []
        let rows = try Row.fetchCursor(
            db.cachedStatement(sql: NearbySQL.rows),
            arguments: ["ids": "[\(ids.map(String.init).joined(separator: ","))]", "code": query.specialty?.rawValue])
        while let row = try rows.next() {
            if let latitude = row[1] as Double?, let longitude = row[2] as Double? {
                guard let place = Coordinates(latitude: latitude, longitude: longitude) else { continue }
                let distance = query.center.distance(to: place)
                guard distance.metres <= query.metres else { continue }
                found.append(
                    Candidate(reference: .listed(row[0]), location: place, isExact: true, distance: distance))
            } else if row[4] as String? == "US", let area = try areas.one(row[3]) {
                found.append(
                    Candidate(
                        reference: .listed(row[0]), location: area.center, isExact: false, distance: area.distance))
            }
        }
        return nearest(found, wanted)
    }

    /// Practices of the imported directory that the clinic sends to most, however far inside the radius.
    private func usual() throws -> [Candidate] {
        guard let listed else { return [] }
        let ids = try usualKeys.compactMap { key in
            try Int64.fetchOne(
                db.cachedStatement(sql: "SELECT id FROM listed_practice WHERE release_id = ? AND key = ?"),
                arguments: [listed, key])
        }
        return try candidates(among: ids, ids.count).filter { candidate in
            guard let practice = try practice(candidate.reference) else { return false }
            return isMeant(practice)
        }
    }
}
