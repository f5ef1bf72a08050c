import Clinic
import Foundation
import Testing

@Suite("What a sheet prints of the therapies")
struct SheetTherapiesTests {
    let spine: TherapyTemplate

    init() throws { spine = try TherapyTemplateTests.shipped() }

    @Test("each item alone prints its own title and no other, in every language", arguments: Language.allCases)
    func eachAlone(language: Language) {
        for item in spine.items where item.id != TherapyTemplate.returnReport {
            var choice = TherapyChoice(template: spine)
            choice.items = [item.id]
            let printed = SheetTherapies(choice, of: spine, in: language)
            #expect(printed.sections.flatMap(\.items).map(\.title) == [item.title[language]])
            #expect(printed.sections.count == 1)
            #expect(!printed.wantsReport)
        }
    }

    @Test("nothing chosen prints nothing but visits and the report")
    func nothing() {
        let printed = SheetTherapies(TherapyChoice(template: spine), of: spine, in: .english)
        #expect(printed.sections.isEmpty)
        #expect(printed.plan.visits == 4)
        #expect(printed.evaluationTitle == "Evaluate and Treat")
        #expect(printed.visitsTitle == "Total Visits")
        #expect(printed.reportTitle == "Return Report")
    }

    @Test("items stand in the template's order, narrowed kinds in theirs")
    func order() {
        var choice = TherapyChoice(template: spine)
        choice.items = ["tns", "modalities", "return-report", "back-school", "conditioning"]
        choice.kinds = ["modalities": ["whirlpool", "heat"]]
        let printed = SheetTherapies(choice, of: spine, in: .english)
        #expect(printed.wantsReport)
        #expect(printed.sections.map(\.id) == ["specific-treatments", "education", "fit-and-instruct"])
        #expect(printed.sections[0].items.map(\.id) == ["modalities", "conditioning"])
        #expect(printed.sections[0].items[0].kinds == ["Heat", "Whirlpool"])
        #expect(printed.sections[0].items[1].kinds.isEmpty)
    }

    @Test("reads back from JSON as it was written")
    func json() throws {
        var choice = TherapyChoice(template: spine)
        choice.validUntil = LocalDate(iso: "2027-01-31")
        choice.precautions = ["fall-risk"]
        choice.weightBearing = "nwb"
        let printed = SheetTherapies(choice, of: spine, in: .german)
        #expect(try JSONDecoder().decode(SheetTherapies.self, from: JSONEncoder().encode(printed)) == printed)
        #expect(printed.weightBearing == "Vollständige Entlastung (NWB)")
        #expect(printed.precautions == ["Sturzgefahr"])
    }
}
