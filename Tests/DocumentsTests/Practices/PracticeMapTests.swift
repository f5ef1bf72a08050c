import Clinic
import Foundation
import Rendering
import TestSupport
import Testing

@testable import Documents

@Suite("The map of practices nearby")
struct PracticeMapTests {
    static let catalogue = Result { try MessageCatalogue(folder: Project.folder("Views/locales")) }
    let words: Words

    init() throws { words = try Self.catalogue.get().words(in: .english) }

    private func pin(_ number: Int, _ latitude: Double, _ longitude: Double, _ name: String = "Lake") throws
        -> PracticeMap.Pin
    {
        PracticeMap.Pin(
            number: number, location: try #require(Coordinates(latitude: latitude, longitude: longitude)),
            label: "\(number). \(name)", address: "#practice-\(number)", isFavourite: number == 1)
    }

    private func center(_ latitude: Double = 45.5, _ longitude: Double = -122.6) throws -> Coordinates {
        try #require(Coordinates(latitude: latitude, longitude: longitude))
    }

    /// Where the numbers stand.
    private func places(_ svg: String) -> [MapPoint] {
        svg.matches(of: /class="map__number" x="([0-9.]+)" y="([0-9.]+)"/).compactMap { match in
            guard let x = Double(match.1), let y = Double(match.2) else { return nil }
            return MapPoint(x: x, y: y - 4)
        }
    }

    @Test("pins are links with the numbers and names of the list, rings say their distances")
    func links() throws {
        let pins = [try pin(1, 45.51, -122.61), try pin(2, 45.55, -122.7, "\"><script>")]
        let svg = PracticeMap(around: try center(), pins, unit: .miles, words: words).svg()
        let reader = WellFormed(svg)
        #expect(reader.isWellFormed, "\(reader.problem)")
        #expect(svg.contains(##"href="#practice-2""##) && svg.contains(#"aria-label="1. Lake""#))
        #expect(!svg.contains("<script") && !svg.contains("style=") && !svg.contains("http"))
        #expect(svg.contains("<title id=\"map-title\">") && svg.contains("<desc id=\"map-desc\">2 practices"))
        #expect(svg.contains(">2 mi</text>") && svg.contains(">N</text>"))
        let german = try Self.catalogue.get().words(in: .german)
        let near = PracticeMap(around: try center(), [try pin(1, 45.502, -122.6)], unit: .kilometres, words: german)
        #expect(near.svg().contains(">0,25 km</text>"))
    }

    @Test("north is up and east is right, however far around the earth", arguments: [-122.6, 179.99, -179.99])
    func directions(longitude: Double) throws {
        func wrapped(_ value: Double) -> Double { value > 180 ? value - 360 : value < -180 ? value + 360 : value }
        let pins = [
            try pin(1, 45.6, longitude), try pin(2, 45.5, wrapped(longitude + 0.14)), try pin(3, 45.4, longitude),
            try pin(4, 45.5, wrapped(longitude - 0.14)),
        ]
        let svg = PracticeMap(around: try center(45.5, longitude), pins, unit: .miles, words: words).svg()
        let found = places(svg)
        #expect(found.count == 4)
        #expect(found[0].y < 100 && abs(found[0].x - 180) < 1)
        #expect(found[1].x > 260 && abs(found[1].y - 180) < 2)
        #expect(found[2].y > 260 && found[3].x < 100)
    }

    @Test("pins of one place are kept apart, off the patient, and inside the drawing")
    func apart() throws {
        let pins = try (1...30).map { try pin($0, $0 < 20 ? 45.5 : 45.52, -122.6) }
        let found = places(PracticeMap(around: try center(), pins, unit: .miles, words: words).svg())
        #expect(found.count == 30)
        for (index, one) in found.enumerated() {
            #expect((14...346).contains(one.x) && (14...346).contains(one.y))
            #expect(hypot(one.x - 180, one.y - 180) >= 27)
            for other in found[..<index] { #expect(one.distance(to: other) >= 27) }
        }
    }

    @Test("the poles and the other side of the earth are drawn too")
    func extremes() throws {
        for (latitude, longitude) in [(90.0, 0.0), (-90, 0), (0, 180), (0, -180)] {
            let pins = [try pin(1, -latitude, 0), try pin(2, latitude, longitude), try pin(3, 0.001, 179)]
            let svg = PracticeMap(around: try center(latitude, longitude), pins, unit: .miles, words: words).svg()
            #expect(WellFormed(svg).isWellFormed && !svg.contains("nan") && !svg.contains("inf"))
            #expect(places(svg).count == 3)
        }
        let none = PracticeMap(around: try center(), [], unit: .miles, words: words).svg()
        #expect(WellFormed(none).isWellFormed)
    }

    @Test(
        "rings are round numbers, four at most",
        arguments: [(0.0, [0.25, 0.5]), (0.9, [0.25, 0.5, 0.75, 1]), (7, [2, 4, 6, 8]), (31, [10, 20, 30, 40])]
            as [(Double, [Double])])
    func rings(farthest: Double, values: [Double]) {
        #expect(MapRings(farthest: farthest).values == values)
    }
}
