import Clinic
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Store

@Suite("Practices nearby")
struct NearbyPracticeTests {
    private let fixture: ImportFixture
    private let account: Identifier<Account>
    private var database: ClinicDatabase { fixture.database }

    init() async throws {
        fixture = try await ImportFixture()
        let draft = AccountDraft(name: "Dana Reyes", email: "dana@example.org", roles: [.clinician])
        account = try await fixture.database.insertAccount(draft, passwordHash: "x", by: .program).id
    }

    private static func practice(_ name: String, _ zip: String, country: Country = .unitedStates) -> Practice {
        var practice = Practice()
        practice.name = name
        practice.address = PostalAddress(street: "1 \(name) St", city: "Town", postcode: zip, country: country)
        practice.phone = PhoneNumber(e164: "+12075550111")
        return practice
    }

    private static func listed(
        _ name: String, _ zip: String, at location: Coordinates? = nil, codes: [String] = [], npi: String? = nil
    ) -> CatalogRow {
        var practice = practice(name, zip)
        practice.npi = npi.flatMap { NationalProviderIdentifier($0) }
        return .practice(
            ListedPractice(
                key: practice.npi?.digits ?? practice.likeness, practice: practice, taxonomies: codes,
                location: location))
    }

    private static func point(_ latitude: Double, _ longitude: Double) throws -> Coordinates {
        try #require(Coordinates(latitude: latitude, longitude: longitude))
    }

    private func stagePlaces(_ places: [String: Coordinates], isCurrent: Bool = true) async throws -> Int64 {
        let rows = places.sorted { $0.key < $1.key }.map {
            CatalogRow.place(PostalArea(code: $0.key, center: $0.value, city: "Town", state: "ME"))
        }
        return try await fixture.stage(.places, rows, isCurrent: isCurrent).number
    }

    private func names(
        _ center: Coordinates, miles: Double, _ change: (inout NearbyQuery) -> Void = { _ in }
    ) async throws -> [String] {
        var query = NearbyQuery(center: center, metres: miles * 1609.344, account: account)
        change(&query)
        return try await database.practices(near: query).practices.map(\.practice.name)
    }

    private static func places() throws -> [String: Coordinates] {
        [
            "04101": try point(43.66, -70.26), "04103": try point(43.69, -70.29), "04401": try point(44.8, -68.8),
            "09012": try point(43.66, -70.26),
        ]
    }

    @Test("are those within the radius, the nearest first, by their own place or by their ZIP code's")
    func order() async throws {
        _ = try await stagePlaces(try Self.places())
        let rows = [
            Self.listed("Bangor", "04401"), Self.listed("Deering", "04103-1234"), Self.listed("Military", "09012"),
            Self.listed("Harbor", "04101", at: try Self.point(43.661, -70.26)), Self.listed("Nowhere", "99999"),
        ]
        try await fixture.stage(.practices, rows, isCurrent: true)
        let center = try Self.point(43.66, -70.26)
        #expect(try await names(center, miles: 10) == ["Harbor", "Deering"])
        #expect(try await names(center, miles: 0.01) == [])
        #expect(try await names(center, miles: 150) == ["Harbor", "Deering", "Bangor"])
        #expect(try await names(center, miles: 150) { $0.narrow(to: "dee") } == ["Deering"])
        #expect(try await names(center, miles: 150) { $0.narrow(to: "04401") } == ["Bangor"])
        #expect(try await names(center, miles: 150) { $0.limit = 1 } == ["Harbor"])
    }

    @Test("come with what was typed in, each practice once, and the favourite is marked")
    func typed() async throws {
        _ = try await stagePlaces(try Self.places())
        try await fixture.stage(
            .practices, [Self.listed("Deering", "04103"), Self.listed("Harbor", "04101")], isCurrent: true)
        try await database.insertDirectoryPractice(Self.practice("DEERING", "04103"), by: .program)
        try await database.insertFavourite(Self.practice("Harbor", "04101"), of: account, by: .program)
        try await database.insertFavourite(Self.practice("Own", "04103"), of: account, by: .program)
        let german = try #require(Country(code: "DE"))
        try await database.insertFavourite(Self.practice("Abroad", "04103", country: german), of: account, by: .program)
        let query = NearbyQuery(center: try Self.point(43.66, -70.26), metres: 10_000, account: account)
        let found = try await database.practices(near: query).practices
        #expect(found.map(\.practice.name) == ["Harbor", "DEERING", "Own"])
        #expect(found.map { $0.favourite != nil } == [true, false, true])
        let other = NearbyQuery(center: query.center, metres: 10_000, account: Identifier("nobody"))
        #expect(try await database.practices(near: other).practices.map(\.practice.name) == ["Harbor", "DEERING"])
    }

    @Test("typed in, are counted like the others: the nearest are shown, and that there are more is said")
    func manyTyped() async throws {
        _ = try await stagePlaces(try Self.places())
        for number in 0..<6 {
            let practice = Self.practice("Own \(number)", number == 4 ? "04101" : "04401")
            try await database.insertDirectoryPractice(practice, by: .program)
            let favourite = Self.practice("Favourite \(number)", number == 5 ? "04103" : "04401")
            try await database.insertFavourite(favourite, of: account, by: .program)
        }
        var query = NearbyQuery(center: try Self.point(43.66, -70.26), metres: 300_000, account: account)
        query.limit = 3
        let found = try await database.practices(near: query)
        #expect(found.practices.map(\.practice.name) == ["Own 4", "Favourite 5", "Favourite 0"])
        #expect(found.isCut)
        query.limit = 12
        #expect(try await database.practices(near: query).practices.count == 12)
        #expect(try await !database.practices(near: query).isCut)
        query.narrow(to: "favourite 5")
        #expect(try await database.practices(near: query).practices.map(\.practice.name) == ["Favourite 5"])
        query.narrow(to: "04101")
        #expect(try await database.practices(near: query).practices.map(\.practice.name) == ["Own 4"])
    }

    @Test("follow the release in use of both lists, and one that is taken out leaves nothing behind")
    func releases() async throws {
        let center = try Self.point(43.66, -70.26)
        let old = try await stagePlaces(try Self.places())
        let first = try await fixture.stage(.practices, [Self.listed("First", "04101")], isCurrent: true).number
        let second = try await fixture.stage(.practices, [Self.listed("Second", "04101")]).number
        #expect(try await names(center, miles: 5) == ["First"])
        try await database.makeCurrent(.practices, release: second, by: .program)
        #expect(try await names(center, miles: 5) == ["Second"])
        try await database.removeRelease(of: .practices, number: first, by: .program)
        #expect(try await names(center, miles: 5) == ["Second"])
        let moved = try await stagePlaces(["04101": try Self.point(44.8, -68.8)])
        #expect(try await names(center, miles: 5) == [])
        let bangor = try Self.point(44.8, -68.8)
        #expect(try await names(bangor, miles: 5) == ["Second"])
        try await database.makeCurrent(.places, release: old, by: .program)
        try await database.removeRelease(of: .places, number: moved, by: .program)
        #expect(try await names(center, miles: 5) == ["Second"])
        #expect(try await database.integrityProblems() == [])
    }

    @Test("are the same as by looking at every one, for thousands of practices anywhere")
    func bruteForce() async throws {
        var generator = SystemRandomNumberGenerator()
        let codes = TherapySpecialty.allCases.map(\.rawValue)
        var places: [String: Coordinates] = [:]
        for number in 0..<300 {
            places[String(10000 + number)] = try Self.point(
                .random(in: -89...89, using: &generator), .random(in: -180...180, using: &generator))
        }
        var rows: [CatalogRow] = []
        var located: [(name: String, location: Coordinates, code: String)] = []
        for number in 0..<3000 {
            let zip = String(10000 + Int.random(in: 0..<300, using: &generator))
            let code = codes.randomElement(using: &generator) ?? ""
            let isPlaced = number.isMultiple(of: 2)
            let own = try Self.point(
                .random(in: -90...90, using: &generator), .random(in: -180...180, using: &generator))
            rows.append(Self.listed("P\(number)", zip, at: isPlaced ? own : nil, codes: [code]))
            located.append(("P\(number)", isPlaced ? own : try #require(places[zip]), code))
        }
        _ = try await stagePlaces(places)
        try await fixture.stage(.practices, rows, isCurrent: true)
        for round in 0..<60 {
            let center = try Self.point(
                round == 0 ? 90 : .random(in: -90...90, using: &generator),
                round == 1 ? 180 : .random(in: -180...180, using: &generator))
            let metres = Double.random(in: 0...3_000_000, using: &generator)
            let specialty = round.isMultiple(of: 3) ? TherapySpecialty.allCases.randomElement(using: &generator) : nil
            var query = NearbyQuery(center: center, metres: metres, account: account)
            query.limit = round.isMultiple(of: 2) ? 5000 : 25
            query.specialty = specialty
            let expected = located.filter {
                center.distance(to: $0.location).metres <= metres
                    && (specialty == nil || specialty?.rawValue == $0.code)
            }
            let found = try await database.practices(near: query)
            #expect(found.practices.count == min(expected.count, query.limit), "\(query)")
            #expect(found.isCut == (expected.count > query.limit))
            let distances = expected.map { center.distance(to: $0.location) }.sorted()
            #expect(found.practices.map(\.distance) == Array(distances.prefix(query.limit)))
            if query.limit == 5000 { #expect(Set(found.practices.map(\.practice.name)) == Set(expected.map(\.name))) }
        }
    }

    @Test("a filter by name finds the same whether many or few have the name")
    func byName() async throws {
        _ = try await stagePlaces(try Self.places())
        let rows = (0..<1200).map { Self.listed("Physical Therapy \($0)", $0 < 3 ? "04103" : "04401") }
        try await fixture.stage(.practices, rows, isCurrent: true)
        let center = try Self.point(43.66, -70.26)
        #expect(try await names(center, miles: 10) { $0.narrow(to: "phys ther") }.count == 3)
        #expect(try await names(center, miles: 10) { $0.narrow(to: "therapy 2") } == ["Physical Therapy 2"])
        #expect(try await names(center, miles: 10) { $0.narrow(to: "\"') OR 1") } == [])
        #expect(try await names(center, miles: 10) { $0.specialty = .hand } == [])
        let other = rows + [Self.listed("Physical Hands", "04401", codes: [TherapySpecialty.hand.rawValue])]
        try await fixture.stage(.practices, other, isCurrent: true)
        let hand = { (query: inout NearbyQuery, words: String) in
            query.specialty = .hand
            query.narrow(to: words)
        }
        #expect(try await names(center, miles: 150) { hand(&$0, "phys") } == ["Physical Hands"])
        #expect(try await names(center, miles: 150) { hand(&$0, "phys ther") } == [])
        #expect(try await names(center, miles: 10) { hand(&$0, "phys") } == [])
    }

    @Test("no question reads the whole of a directory or of the postal codes")
    func plans() async throws {
        let release = try await fixture.stage(.practices, [Self.listed("a", "04101")], isCurrent: true).number
        let expected = [
            (NearbySQL.areas, "postal_area_by_place"), (NearbySQL.placed, "listed_practice_by_place"),
            (NearbySQL.area, "postal_area_by_key"), (NearbySQL.byArea, "listed_practice_by_zip"),
            (NearbySQL.bySpecialty, "postal_area_by_place"), (NearbySQL.bySpecialty, "listed_practice_by_zip"),
            (NearbySQL.favourites, "postal_area_by_key"),
            (NearbySQL.rows, "INTEGER PRIMARY KEY"),
            (NearbySQL.named(release), "VIRTUAL TABLE INDEX"),
            (PracticeReferrals.counting, "therapy_course_referred"),
        ]
        for (query, index) in expected {
            let plan = try await database.read { db in
                try Row.fetchAll(
                    db,
                    sql: "EXPLAIN QUERY PLAN "
                        + query.replacing(/:[a-z]+/, with: "'1'").replacing("?", with: "'1'")
                ).map { $0["detail"] as String }
            }
            let scans = plan.filter {
                $0.hasPrefix("SCAN") && !$0.contains("VIRTUAL TABLE") && $0 != "SCAN CONSTANT ROW"
            }
            #expect(scans == [], "\(plan)")
            #expect(plan.contains { $0.contains(index) }, "\(index): \(plan)")
        }
    }
}
