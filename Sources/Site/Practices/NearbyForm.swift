import Clinic
import Store

/// What a search for practices nearby has in its address, as typed.
struct NearbyForm: Sendable {
    var zip: String
    var radius: String
    var unit: String
    var name: String
    var specialty: String
    var order: String
    /// Names that came more than once: which one is meant?
    let repeated: [String]

    static let longestName = 200

    init(_ query: Form) {
        zip = PlainText.cleaned(query.text("zip"))
        radius = query.text("radius")
        unit = query.text("unit")
        name = query.text("q")
        specialty = query.text("specialty")
        order = query.text("order")
        repeated = ["zip", "radius", "unit", "q", "specialty", "order", "prescription"].filter {
            query.all($0).count > 1
        }
    }

    /// What is asked for, checked; the place is looked up by ``ZIPCode``.
    struct Reading: Sendable {
        var zip: ZIPCode?
        var radius: SearchRadius
        var specialty: TherapySpecialty?
        var order = NearbyQuery.Order.distance
        var problems: [Problem] = []
    }

    /// - Parameters:
    ///   - usualZIP: to begin with where none was typed.
    ///   - usualUnit: the clinic's.
    func reading(usualZIP: ZIPCode?, usualUnit: DistanceUnit) -> Reading {
        var checks = FieldChecks()
        for name in repeated { checks.note(Problem(name, "practices.problem.repeated")) }
        let isKnownUnit = unit.isEmpty || DistanceUnit(rawValue: unit) != nil
        if !isKnownUnit { checks.note(Problem("unit", "practices.problem.choice")) }
        let unit = DistanceUnit(rawValue: unit) ?? usualUnit
        var reading = Reading(radius: unit.usualRadius)
        reading.zip = zip.isEmpty ? usualZIP : ZIPCode(zip)
        if !zip.isEmpty, reading.zip == nil { checks.note(Problem("zip", "practices.problem.zip")) }
        if reading.zip?.isMilitary == true { checks.note(Problem("zip", "practices.problem.zip-military")) }
        if !radius.isEmpty, let typed = checks.value(try SearchRadius.read(radius, unit)) { reading.radius = typed }
        reading.specialty = TherapySpecialty(rawValue: specialty)
        if !specialty.isEmpty, reading.specialty == nil {
            checks.note(Problem("specialty", "practices.problem.choice"))
        }
        reading.order = NearbyQuery.Order(rawValue: order) ?? .distance
        if !order.isEmpty, NearbyQuery.Order(rawValue: order) == nil {
            checks.note(Problem("order", "practices.problem.choice"))
        }
        if name.unicodeScalars.count > Self.longestName {
            checks.note(Problem("q", "problems.too-long", ["max": "\(Self.longestName)"]))
        }
        reading.problems = checks.problems
        return reading
    }

    /// The search's address with some of it changed; what is empty is left out.
    func path(prescription: Identifier<TherapyPrescription>?, radius other: SearchRadius? = nil) -> String {
        let values = [
            ("zip", zip), ("radius", other?.text ?? radius), ("unit", other?.unit.rawValue ?? unit), ("q", name),
            ("specialty", specialty), ("order", order), ("prescription", prescription?.text ?? ""),
        ]
        let query = values.filter { !$0.1.isEmpty }.map { "\($0.0)=\($0.1.queryEscaped)" }
        return "/practices/nearby" + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
    }
}
