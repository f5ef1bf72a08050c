import Clinic
import Foundation
import Testing

@Suite("What a clinician orders")
struct TherapyChoiceTests {
    let spine: TherapyTemplate
    let today = LocalDate(iso: "2026-11-21")
    var choice: TherapyChoice

    init() throws {
        spine = try TherapyTemplateTests.shipped()
        choice = TherapyChoice(template: spine)
    }

    private func problems(_ choice: TherapyChoice) throws -> [String] {
        choice.problems(spine, today: try #require(today)).map { "\($0.field): \($0.message)" }
    }

    @Test("starts with four visits, nothing chosen, and is right as it stands")
    func start() throws {
        #expect(choice.plan == VisitPlan(visits: 4))
        #expect(choice.items.isEmpty)
        #expect(try problems(choice).isEmpty)
    }

    @Test("visits go from 1 to 20", arguments: [(0, false), (1, true), (20, true), (21, false), (-4, false)])
    func visits(number: Int, isRight: Bool) throws {
        var changed = choice
        changed.plan.visits = number
        #expect(try problems(changed).isEmpty == isRight)
    }

    @Test(
        "what cannot be meant is refused",
        arguments: [
            (VisitPlan(visits: 4, perWeek: 0, weeks: 2), "per-week"), (VisitPlan(visits: 20, perWeek: 8), "per-week"),
            (VisitPlan(visits: 2, perWeek: 3), "per-week"), (VisitPlan(visits: 4, weeks: 0), "weeks"),
            (VisitPlan(visits: 4, weeks: 53), "weeks"), (VisitPlan(visits: 20, perWeek: 7, weeks: 2), "weeks"),
        ])
    func impossible(plan: VisitPlan, field: String) throws {
        var changed = choice
        changed.plan = plan
        #expect(try problems(changed).contains { $0.hasPrefix("\(field):") })
    }

    @Test("visits that differ from per-week × weeks are asked about, and a change after the answer asks again")
    func mismatch() throws {
        var changed = choice
        changed.plan = VisitPlan(visits: 12, perWeek: 2, weeks: 6)
        #expect(!changed.needsAcceptance)
        changed.plan.weeks = 4
        #expect(changed.needsAcceptance)
        #expect(try problems(changed).isEmpty)
        changed.acceptedPlan = changed.plan
        #expect(!changed.needsAcceptance)
        changed.plan.visits = 10
        #expect(changed.needsAcceptance)
    }

    @Test("valid until may be today or later, not before and not by a slip of a century")
    func validUntil() throws {
        let cases = [("2026-11-20", false), ("2026-11-21", true), ("2027-11-21", true), ("2126-11-21", false)]
        for (date, isRight) in cases {
            var changed = choice
            changed.validUntil = LocalDate(iso: date)
            #expect(try problems(changed).isEmpty == isRight, "\(date)")
        }
    }

    @Test("ids the template does not have are refused wherever they stand")
    func unknown() throws {
        var item = choice
        item.items = ["acupuncture"]
        var kind = choice
        kind.items = ["modalities"]
        kind.kinds = ["modalities": ["diathermy"]]
        var kindOfNothing = choice
        kindOfNothing.kinds = ["conditioning": ["heat"]]
        var bearing = choice
        bearing.weightBearing = "some"
        var precaution = choice
        precaution.precautions = ["<script>"]
        var template = choice
        template.template = "shoulder"
        for wrong in [item, kind, kindOfNothing, bearing, precaution, template] {
            #expect(try problems(wrong) == ["items: therapies.problem.unknown"])
        }
    }

    @Test("kinds of an item that is not chosen are dropped")
    func tidied() {
        var changed = choice
        changed.kinds = ["modalities": ["heat"]]
        #expect(changed.tidied.kinds.isEmpty)
        changed.items = ["modalities"]
        #expect(changed.tidied.kinds == ["modalities": ["heat"]])
        changed.kinds = ["modalities": []]
        #expect(changed.tidied.kinds.isEmpty)
    }

    @Test("goals and instructions have a length, and lose control and direction marks")
    func text() throws {
        var changed = choice
        changed.goals = String(repeating: "x", count: 2001)
        changed.instructions = String(repeating: "x", count: 4001)
        #expect(try problems(changed).count == 2)
        changed.goals = "  walk\r\n500\u{0} m\u{202E}!  \n"
        #expect(changed.tidied.goals == "walk\n500 m!")
    }

    @Test("a draft stored before templates had values reads as one without any")
    func stored() throws {
        let stored = #"""
            {"acceptedPlan":{"perWeek":2,"visits":12,"weeks":4},"goals":"walk","instructions":"","items":["modalities"],\
            "kinds":{"modalities":["heat"]},"plan":{"perWeek":2,"visits":12,"weeks":4},"precautions":["fall-risk"],\
            "template":"spine","validUntil":"2027-01-31","weightBearing":"nwb"}
            """#.replacing("\\\n", with: "")
        let read = try JSONDecoder().decode(TherapyChoice.self, from: Data(stored.utf8))
        #expect(read.values.isEmpty && read.accepted.isEmpty && read.reasons.isEmpty)
        #expect(read.acceptedPlan == read.plan && read.weightBearing == "nwb" && read.kinds == ["modalities": ["heat"]])
        #expect(read.validUntil == LocalDate(iso: "2027-01-31"))
        #expect(try JSONDecoder().decode(TherapyChoice.self, from: JSONEncoder().encode(read)) == read)
    }
}
