import Catalogs
import Clinic
import Foundation
import TestSupport
import Testing

@Suite("What a sheet prints of the therapies")
struct SheetTherapiesTests {
    let spine: TherapyTemplate

    init() throws { spine = try TherapyTemplateTests.shipped() }

    @Test("each item alone prints its own title and no other, in every language", arguments: Language.allCases)
    func eachAlone(language: Language) {
        for item in spine.items where item.id != TherapyTemplate.returnReport && item.fields == nil {
            var choice = TherapyChoice(template: spine)
            choice.items = [item.id]
            let printed = SheetTherapies(choice, of: spine, in: language) { $0.description }
            #expect(printed.sections.flatMap(\.items).map(\.title) == [item.title[language]])
            #expect(printed.sections.count == 1)
            #expect(!printed.wantsReport)
        }
    }

    @Test("nothing chosen prints nothing but visits and the report")
    func nothing() {
        let printed = SheetTherapies(TherapyChoice(template: spine), of: spine, in: .english) { $0.description }
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
        let printed = SheetTherapies(choice, of: spine, in: .english) { $0.description }
        #expect(printed.wantsReport)
        #expect(printed.sections.map(\.id) == ["specific-treatments", "education", "fit-and-instruct"])
        #expect(printed.sections[0].items.map(\.id) == ["modalities", "conditioning"])
        #expect(printed.sections[0].items[0].kinds == ["Heat", "Whirlpool"])
        #expect(printed.sections[0].items[1].kinds.isEmpty)
    }

    @Test("limits print their values, in every language")
    func limits() throws {
        let shoulder = try #require(try TherapyTemplates.shipped().template(id: "shoulder"))
        var choice = TherapyChoice(template: shoulder)
        choice.items = ["external-rotation", "sling", "lifting-limit-until"]
        choice.values = [
            "external-rotation": ["degrees": "30", "until": "2027-03-01"], "sling": ["weeks": "6"],
            "surgery": ["procedure": "Rotator cuff repair", "date": "2026-11-01"],
            // Not ticked.
            "driving": ["driving": "no"],
        ]
        choice.weightBearing = "pwb"
        choice.values["pwb"] = ["kilograms": "20"]
        let english = SheetTherapies(choice, of: shoulder, in: .english) { _ in "March 1, 2027" }
        #expect(
            english.sections.flatMap(\.items).map(\.title) == [
                "Sling / abduction pillow: 6\u{A0}weeks", "No active external rotation beyond 30° until March 1, 2027",
                "Lifting limit", "Surgery March 1, 2027: Rotator cuff repair",
            ])
        #expect(english.weightBearing == "Partial weight bearing (PWB), up to 20\u{A0}kg")
        #expect(english.specialty == "Shoulder")
        let german = SheetTherapies(choice, of: shoulder, in: .german) { _ in "01.03.2027" }
        #expect(
            german.sections.flatMap(\.items).map(\.title) == [
                "Armschlinge / Abduktionskissen: 6\u{A0}Wochen",
                "Keine aktive Außenrotation über 30° bis zum 01.03.2027", "Hebegrenze",
                "Operation am 01.03.2027: Rotator cuff repair",
            ])
    }

    @Test("a reason prints beside its warning, and only while the warning stands")
    func reasons() {
        var choice = TherapyChoice(template: spine)
        choice.items = ["tns"]
        choice.reasons = ["pacemaker-stimulation": "Cardiologist agreed", "cold-intolerance": "left from before"]
        #expect(SheetTherapies(choice, of: spine, in: .english) { $0.description }.reasons == nil)
        let known = SheetTherapies(choice, of: spine, known: ["pacemaker-stimulator"], in: .english) { $0.description }
        #expect(known.reasons?.map(\.reason) == ["Cardiologist agreed"])
        #expect(known.reasons?.first?.warning.contains("no TENS") == true)
    }

    @Test("reads back from JSON as it was written")
    func json() throws {
        var choice = TherapyChoice(template: spine)
        choice.validUntil = LocalDate(iso: "2027-01-31")
        choice.precautions = ["fall-risk"]
        choice.weightBearing = "nwb"
        let printed = SheetTherapies(choice, of: spine, in: .german) { $0.description }
        #expect(try JSONDecoder().decode(SheetTherapies.self, from: JSONEncoder().encode(printed)) == printed)
        #expect(printed.weightBearing == "Vollständige Entlastung (NWB)")
        #expect(printed.precautions == ["Sturzgefahr"])
    }

    @Test("what was signed before there were more templates reads, and is written again byte for byte")
    func signedBefore() throws {
        let stored =
            #"{"evaluationTitle":"Evaluate and Treat","goals":"","instructions":"","plan":{"visits":4},"#
            + #""precautions":["Fall risk"],"reportTitle":"Return Report","sections":[{"id":"education","items":"#
            + #"[{"detail":"posture","id":"back-school","kinds":[],"title":"Back School"}],"title":"Education"}],"#
            + #""template":"spine","version":1,"visitsTitle":"Total Visits","wantsReport":false}"#
        let read = try JSONDecoder().decode(SheetTherapies.self, from: Data(stored.utf8))
        #expect(read.specialty == nil && read.reasons == nil)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        #expect(String(decoding: try encoder.encode(read), as: UTF8.self) == stored)
    }
}
