import Catalogs
import Clinic
import TestSupport
import Testing

@Suite("Going on with another template")
struct TherapyMoveTests {
    let templates: TherapyTemplates

    init() throws { templates = try TherapyTemplates.shipped() }

    @Test("keeps what both have, and names what the other has no place for")
    func moved() throws {
        let shoulder = try #require(templates.template(id: "shoulder"))
        let knee = try #require(templates.template(id: "knee"))
        var choice = TherapyChoice(template: shoulder)
        choice.plan = VisitPlan(visits: 12, perWeek: 2, weeks: 6)
        choice.items = ["home-exercise-program", "modalities", "sling", "return-report"]
        choice.kinds = ["modalities": ["heat"]]
        choice.values = ["sling": ["weeks": "6"], "surgery": ["date": "2026-11-01"]]
        (choice.goals, choice.instructions, choice.precautions, choice.weightBearing) = (
            "walk", "gently", ["cancer"], "nwb"
        )
        let (moved, left) = choice.moved(from: shoulder, to: knee)
        #expect(left.map(\.id) == ["sling"])
        #expect(moved.template == "knee" && moved.plan == choice.plan)
        #expect(moved.items == ["home-exercise-program", "modalities", "return-report"])
        #expect(moved.kinds == choice.kinds && moved.values == ["surgery": ["date": "2026-11-01"]])
        #expect(moved.goals == "walk" && moved.instructions == "gently")
        #expect(moved.precautions == ["cancer"] && moved.weightBearing == "nwb")
    }

    @Test("between any two lists gives a choice that the other knows, and back again the same where nothing was left")
    func everywhere() throws {
        let today = try #require(LocalDate(iso: "2026-11-21"))
        for old in templates.all {
            for new in templates.all {
                var choice = TherapyChoice(template: old)
                choice.items = Set(old.items.map(\.id))
                for item in old.items { choice.kinds[item.id] = item.kinds.map { Set($0.map(\.id)) } }
                choice.precautions = Set(old.precautions.map(\.id))
                let (moved, left) = choice.moved(from: old, to: new)
                #expect(moved.problems(new, today: today).isEmpty, "\(old.id) to \(new.id)")
                if old.id == new.id { #expect(left.isEmpty && moved == choice) }
            }
        }
    }

    @Test("more visits than the other allows become its most")
    func visits() throws {
        let knee = try #require(templates.template(id: "knee"))
        var choice = TherapyChoice(template: knee)
        choice.plan.visits = 40
        #expect(choice.moved(from: knee, to: templates.standard).choice.plan.visits == 20)
    }
}
