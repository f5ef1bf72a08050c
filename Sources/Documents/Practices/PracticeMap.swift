import Clinic
import Foundation
import Rendering

/// A map of practices around a patient without any map behind it: distances as rings, directions as they are, north above.
/// Each pin is a link to the entry of the list beside it that has the same number.
package struct PracticeMap: Sendable {
    package struct Pin: Sendable {
        /// From 1, as in the list.
        package let number: Int
        package let location: Coordinates
        /// The entry in words: "3. Lakeside Therapy, 4.2 mi".
        package let label: String
        /// Where its link leads: "#practice-3".
        package let address: String
        /// Drawn with a second ring.
        package let isFavourite: Bool

        package init(number: Int, location: Coordinates, label: String, address: String, isFavourite: Bool) {
            self.number = number
            self.location = location
            self.label = label
            self.address = address
            self.isFavourite = isFavourite
        }
    }

    static let width = 360.0
    static let middle = 180.0
    /// From the middle to the outer ring.
    static let reach = 150.0
    /// So that a pin is 24 px across on a telephone, where the drawing is 328 px wide.
    static let pinRadius = 13.5

    private let center: Coordinates
    private let pins: [Pin]
    private let unit: DistanceUnit
    private let words: Words
    private let rings: MapRings

    /// - Parameter pins: the nearest first; those stand where they are, later ones beside them.
    package init(around center: Coordinates, _ pins: [Pin], unit: DistanceUnit, words: Words) {
        self.center = center
        self.pins = pins
        self.unit = unit
        self.words = words
        let farthest = pins.map { center.distance(to: $0.location).metres / unit.metres }.max() ?? 0
        rings = MapRings(farthest: farthest)
    }

    /// The drawing as part of a page.
    package func svg() -> String {
        let content =
            SVG.element("title", ["id": "map-title"], words("practices.map.title").htmlEscaped)
            + SVG.element("desc", ["id": "map-desc"], summary.htmlEscaped)
            + circles() + cross() + north() + placed().map(leader).joined() + patient() + placed().map(drawn).joined()
        return SVG.element(
            "svg",
            [
                "class": "chart map", "viewBox": "0 0 360 360", "role": "group", "aria-labelledby": "map-title",
                "aria-describedby": "map-desc", "font-size": "12",
            ], content)
    }

    private var summary: String {
        words(
            "practices.map.summary", ["count": "\(pins.count)", "distance": distance(rings.values.last ?? 0)])
    }

    /// "2.5 mi"
    private func distance(_ value: Double) -> String {
        let number = Numbers(words.language).decimal(Decimal((value * 100).rounded()) / 100)
        return "\(number) \(unit.rawValue)"
    }

    private func circles() -> String {
        rings.values.reversed().map { value in
            let radius = rings.radius(of: value)
            return SVG.element(
                "circle",
                [
                    "class": "map__ring", "cx": SVG.number(Self.middle), "cy": SVG.number(Self.middle),
                    "r": SVG.number(radius), "fill": "none", "stroke": SVG.Ink.line,
                ])
        }.joined()
            + rings.values.map { value in
                SVG.text(
                    distance(value), Self.middle, Self.middle + rings.radius(of: value) + 12, class: "map__distance",
                    anchor: "middle")
            }.joined()
    }

    private func cross() -> String {
        let (from, to) = (Self.middle - Self.reach, Self.middle + Self.reach)
        return SVG.line((from, Self.middle), (to, Self.middle), class: "map__cross", SVG.Ink.line)
            + SVG.line((Self.middle, from), (Self.middle, to), class: "map__cross", SVG.Ink.line)
    }

    /// Points up: that is where north is.
    private func north() -> String {
        SVG.element("path", ["class": "map__north", "d": "M338 16l8 22-8-5-8 5z", "fill": SVG.Ink.muted])
            + SVG.text(words("practices.map.north"), 338, 52, class: "map__distance", anchor: "middle")
    }

    private func patient() -> String {
        let (x, y) = (SVG.number(Self.middle), Self.middle)
        return SVG.element(
            "g", ["class": "map__patient", "fill": SVG.Ink.notTaken],
            SVG.element("circle", ["cx": x, "cy": SVG.number(y - 4.5), "r": "4.5"])
                + SVG.element("path", ["d": "M\(SVG.number(Self.middle - 8)) \(SVG.number(y + 10))a8 8 0 0 1 16 0z"]))
    }

    // MARK: Pins

    private struct Placed {
        let pin: Pin
        let origin: MapPoint
        let point: MapPoint
    }

    private func placed() -> [Placed] {
        let points = pins.map { pin in
            rings.point(
                bearing: center.bearing(to: pin.location),
                value: center.distance(to: pin.location).metres / unit.metres)
        }
        return zip(pins, zip(points, MapPoint.apart(points))).map { pin, place in
            Placed(pin: pin, origin: place.0, point: place.1)
        }
    }

    /// From where a practice is to its pin, where that had to give way.
    private func leader(_ placed: Placed) -> String {
        guard placed.point.distance(to: placed.origin) > 4 else { return "" }
        let from = placed.origin
        return SVG.line((from.x, from.y), (placed.point.x, placed.point.y), class: "map__leader", SVG.Ink.muted)
            + SVG.element(
                "circle",
                [
                    "class": "map__place", "cx": SVG.number(from.x), "cy": SVG.number(from.y), "r": "2.5",
                    "fill": SVG.Ink.muted,
                ])
    }

    private func drawn(_ placed: Placed) -> String {
        let (x, y) = (placed.point.x, placed.point.y)
        func circle(_ name: String, _ radius: Double) -> String {
            SVG.element(
                "circle",
                [
                    "class": name, "cx": SVG.number(x), "cy": SVG.number(y), "r": SVG.number(radius), "fill": "#fff",
                    "stroke": SVG.Ink.taken,
                ])
        }
        let shape =
            circle("map__pin", Self.pinRadius)
            + (placed.pin.isFavourite ? circle("map__pin map__pin--inner", Self.pinRadius - 3) : "")
        return SVG.element(
            "a", ["class": "map__link", "href": placed.pin.address, "aria-label": placed.pin.label],
            SVG.element("title", [:], placed.pin.label.htmlEscaped) + shape
                + SVG.text("\(placed.pin.number)", x, y + 4, class: "map__number", anchor: "middle", SVG.Ink.taken))
    }
}
