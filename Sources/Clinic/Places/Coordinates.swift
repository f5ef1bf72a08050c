import Foundation

/// A point on the earth, WGS 84, in degrees.
package struct Coordinates: Hashable, Sendable {
    /// −90 to 90, north positive.
    package let latitude: Double
    /// −180 to 180, east positive.
    package let longitude: Double

    /// - Returns: nil outside the earth.
    package init?(latitude: Double, longitude: Double) {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
        self.latitude = latitude
        self.longitude = longitude
    }

    /// The mean radius of the earth in metres (IUGG).
    package static let earthRadius = 6_371_008.8

    /// How far another point is, by the haversine formula: right for near points too.
    package func distance(to other: Coordinates) -> Distance {
        let north = Self.radians(other.latitude - latitude)
        let east = Self.radians(other.longitude - longitude)
        let share =
            pow(sin(north / 2), 2)
            + cos(Self.radians(latitude)) * cos(Self.radians(other.latitude)) * pow(sin(east / 2), 2)
        return Distance(metres: 2 * Self.earthRadius * asin(min(1, sqrt(share))))
    }

    /// In which direction another point lies, in radians from north by east, 0 ..< 2π; 0 for the point itself.
    package func bearing(to other: Coordinates) -> Double {
        let (from, to) = (Self.radians(latitude), Self.radians(other.latitude))
        let east = Self.radians(other.longitude - longitude)
        let angle = atan2(sin(east) * cos(to), cos(from) * sin(to) - sin(from) * cos(to) * cos(east))
        return angle < 0 ? angle + 2 * .pi : angle
    }

    static func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
}

/// What holds every point within a distance of another: a band of latitudes and one or two ranges of longitudes.
package struct SurroundingBox: Hashable, Sendable {
    package let latitudes: ClosedRange<Double>
    /// Two where the antimeridian runs through it; all of them where a pole is inside.
    package let longitudes: [ClosedRange<Double>]

    /// - Parameter metres: from 0; beyond a quarter of the earth's girth it is the whole earth.
    package init(around center: Coordinates, metres: Double) {
        // A little more, so that no point is lost to rounding.
        let angle = max(0, metres) / Coordinates.earthRadius * 1.0001 + 1e-9
        let degrees = angle * 180 / .pi
        let (south, north) = (center.latitude - degrees, center.latitude + degrees)
        latitudes = max(-90, south)...min(90, north)
        // Beyond the pole every longitude is near.
        guard south > -90, north < 90, angle < .pi / 2 else {
            longitudes = [-180...180]
            return
        }
        let width = asin(min(1, sin(angle) / cos(Coordinates.radians(center.latitude)))) * 180 / .pi
        let (west, east) = (center.longitude - width, center.longitude + width)
        if width >= 180 {
            longitudes = [-180...180]
        } else if west < -180 {
            longitudes = [(west + 360)...180, -180...east]
        } else if east > 180 {
            longitudes = [west...180, -180...(east - 360)]
        } else {
            longitudes = [west...east]
        }
    }
}
