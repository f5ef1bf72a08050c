import Foundation

/// The rings of a map: at round distances, four at most.
struct MapRings: Hashable, Sendable {
    /// In the unit of the map, from the inner ring to the outer.
    let values: [Double]

    private static let steps: [Double] = [0.25, 0.5, 1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000, 2000, 5000]

    /// - Parameter farthest: how far the farthest pin is; the outer ring lies there or beyond.
    init(farthest: Double) {
        let step = Self.steps.first { $0 * 4 >= farthest } ?? (farthest / 4).rounded(.up)
        let count = max(1, Int((farthest / step).rounded(.up)))
        values = (1...max(2, count)).map { Double($0) * step }
    }

    /// How far from the middle a distance is drawn.
    func radius(of value: Double) -> Double {
        guard let last = values.last else { return 0 }
        return PracticeMap.reach * min(value / last, 1.1)
    }

    /// Where something is drawn; distances and directions from the middle are true (an azimuthal equidistant projection).
    /// - Parameter bearing: in radians from north by east.
    func point(bearing: Double, value: Double) -> MapPoint {
        let radius = radius(of: value)
        return MapPoint(
            x: PracticeMap.middle + radius * sin(bearing), y: PracticeMap.middle - radius * cos(bearing))
    }
}

/// A place in the drawing.
struct MapPoint: Hashable, Sendable {
    let x: Double
    let y: Double

    func distance(to other: MapPoint) -> Double { hypot(x - other.x, y - other.y) }

    /// Places for pins that neither cover one another nor the patient in the middle: each as near as can be to where it
    /// belongs, the first ones first.
    static func apart(_ points: [MapPoint]) -> [MapPoint] {
        let gap = 2 * PracticeMap.pinRadius + 1
        var taken = [MapPoint(x: PracticeMap.middle, y: PracticeMap.middle)]
        return points.map { point in
            let free = point.spiral().first { place in
                place.isInside && taken.allSatisfy { $0.distance(to: place) >= gap }
            }
            taken.append(free ?? point)
            return free ?? point
        }
    }

    /// The point itself and then places around it, farther and farther.
    private func spiral() -> some Sequence<MapPoint> {
        let rounds = stride(from: 0.0, through: PracticeMap.width, by: 4)
        return rounds.lazy.flatMap { radius in
            let count = radius == 0 ? 1 : max(8, Int(radius / 2))
            return (0..<count).lazy.map { index in
                let angle = 2 * Double.pi * Double(index) / Double(count)
                return MapPoint(x: x + radius * sin(angle), y: y - radius * cos(angle))
            }
        }
    }

    /// Whether a pin is drawn whole there, and off the arrow in the corner.
    private var isInside: Bool {
        let margin = PracticeMap.pinRadius + 1
        let range = margin...(PracticeMap.width - margin)
        return range.contains(x) && range.contains(y) && !(x > 310 && y < 72)
    }
}
