import Clinic
import Foundation
import Testing

@Suite("Distances and places")
struct DistanceTests {
    private func point(_ latitude: Double, _ longitude: Double) throws -> Coordinates {
        try #require(Coordinates(latitude: latitude, longitude: longitude))
    }

    @Test("are those of a globe, also over a pole and over the antimeridian")
    func distances() throws {
        let portland = try point(45.5152, -122.6784)
        let boston = try point(42.3601, -71.0589)
        // 2,533 miles by the great circle.
        #expect(abs(portland.distance(to: boston).metres / 1609.344 - 2533) < 1)
        #expect(portland.distance(to: portland).metres == 0)
        let east = try point(0, 179.5)
        let west = try point(0, -179.5)
        #expect(abs(east.distance(to: west).metres - 111_195) < 10)
        let near = try point(89.5, 0)
        let over = try point(89.5, 180)
        #expect(abs(near.distance(to: over).metres - 111_195) < 10)
        let end = try point(-90, 0)
        let other = try point(90, 13)
        #expect(abs(other.distance(to: end).metres - .pi * Coordinates.earthRadius) < 1)
    }

    @Test("a bearing is counted from north by east")
    func bearings() throws {
        let middle = try point(0, 0)
        let directions = [(1.0, 0.0, 0.0), (0, 1, 90), (-1, 0, 180), (0, -1, 270)]
        for (latitude, longitude, degrees) in directions {
            let other = try point(latitude, longitude)
            #expect(abs(middle.bearing(to: other) * 180 / .pi - degrees) < 0.001)
        }
        #expect(middle.bearing(to: middle) == 0)
        let west = try point(0, 179.9)
        let east = try point(0, -179.9)
        #expect(abs(west.bearing(to: east) * 180 / .pi - 90) < 0.001)
    }

    @Test("a box holds every point within its distance, anywhere on earth")
    func boxes() throws {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<3000 {
            let center = try point(
                .random(in: -90...90, using: &generator), .random(in: -180...180, using: &generator))
            let other = try point(
                max(-90, min(90, center.latitude + .random(in: -4...4, using: &generator))),
                .random(in: -180...180, using: &generator))
            let metres = center.distance(to: other).metres
            let box = SurroundingBox(around: center, metres: metres)
            #expect(box.latitudes.contains(other.latitude), "\(center) \(other)")
            #expect(box.longitudes.contains { $0.contains(other.longitude) }, "\(center) \(other)")
        }
        let edge = SurroundingBox(around: try point(0, 179.9), metres: 50_000)
        let pole = SurroundingBox(around: try point(89.9, 0), metres: 50_000)
        let none = SurroundingBox(around: try point(10, 10), metres: 0)
        #expect(edge.longitudes.count == 2 && pole.longitudes == [-180...180] && none.longitudes.count == 1)
    }

    @Test(
        "a radius is digits, with a point or a comma", arguments: ["25", "2.5", "2,5", " 10 ", "0.1", "200", "200.0"])
    func radius(typed: String) throws {
        let radius = try SearchRadius.read(typed, .miles)
        #expect((1...2000).contains(radius.tenths))
    }

    @Test(
        "what is no radius is refused",
        arguments: [
            "", "0", "0.0", "-1", "1e999", "NaN", "inf", "1e2", "0x10", "201", "2.55", "2.", ".5", "1,000.5", "٣",
            "10 km",
            "99999999999999999999", "1\u{0}", "200.1",
        ])
    func noRadius(typed: String) {
        #expect(throws: Problem.self) { try SearchRadius.read(typed, .miles) }
    }

    @Test("radii and distances are said shortly")
    func said() throws {
        #expect(try SearchRadius.read("2,5", .kilometres).text == "2.5")
        #expect(try SearchRadius.read("10.0", .kilometres).text == "10")
        #expect(try SearchRadius.read("320", .kilometres).metres == 320_000)
        #expect(Distance(metres: 1609.344 * 4.26).rounded(in: .miles) == 4.3)
        #expect(Distance(metres: 1609.344 * 42.6).rounded(in: .miles) == 43)
        #expect(Distance(metres: 0).rounded(in: .kilometres) == 0)
    }

    @Test("a ZIP code may have four more digits, and may be no place")
    func zipCodes() throws {
        for typed in ["97211", "97211-1234", "972111234", " 97211 "] { #expect(ZIPCode(typed)?.digits == "97211") }
        for typed in [
            "", "9721", "972111", "97211-", "97211-12", "9721a", "97211-1234-5", "-97211", "٩٧٢١١", "97211 x",
        ] {
            #expect(ZIPCode(typed) == nil, "\(typed)")
        }
        #expect(["09012", "34039", "96205"].allSatisfy { ZIPCode($0)?.isMilitary == true })
        #expect(["08901", "10001", "96701", "34101"].allSatisfy { ZIPCode($0)?.isMilitary == false })
        let german = PostalAddress(street: "", city: "Berlin", postcode: "10115", country: Country(code: "DE"))
        #expect(ZIPCode(german) == nil)
    }

    @Test("typed specialties are found among those of the taxonomy")
    func specialties() {
        #expect(TherapySpecialty.codes(named: "Spine, hands, pool") == ["2251X0800X", "2251H1200X"])
        #expect(TherapySpecialty.codes(named: "Kinderphysiotherapie; Wirbelsäule").contains("2251X0800X"))
        #expect(TherapySpecialty.codes(named: "Little Oak Pediatric Therapy") == ["2251P0200X"])
        #expect(TherapySpecialty.codes(named: "") == [])
        #expect(TherapySpecialty(rawValue: "261QP2000X")?.name == "Clinic/Center, Physical Therapy")
    }

    @Test("a reference to a practice is read back, and hostile text names none")
    func references() throws {
        let id = Identifier<DirectoryPractice>("01890000-0000-7000-8000-000000000001")
        for reference in [PracticeReference.listed(16_777_217), .entry(id)] {
            #expect(PracticeReference(untrusted: reference.text) == reference)
        }
        for text in ["", "l", "l-1", "l0", "l99999999999999999999", "e", "e1", "x1", "f<script>", "l1 "] {
            #expect(PracticeReference(untrusted: text) == nil, "\(text)")
        }
    }
}
