import Catalogs
import Clinic
import Foundation
import TestSupport
import Testing

@Suite("Editing precautions, weight bearing and rules of a template")
struct TherapyTemplateListTests {
    let spine: TherapyTemplate
    let today: LocalDate

    init() throws {
        spine = try TherapyTemplate.spine()
        today = try #require(LocalDate(iso: "2026-11-21"))
    }

    private func words(_ english: String) -> Wording { Wording([.english: english, .german: english]) }

    private func person(with condition: String) throws -> PatientDraft {
        let born = try #require(LocalDate(iso: "1980-05-05"))
        var person = PatientDraft(name: PersonName(given: "Ada", family: "Moss"), birthDate: born, sex: .female)
        person.conditions = [Condition(name: condition)]
        return person
    }

    /// The fields of what keeps a choice of some items from being signed.
    private func open(
        _ template: TherapyTemplate, _ items: Set<String>, weightBearing: String? = nil, patient: PatientDraft? = nil
    ) -> [String] {
        var choice = TherapyChoice(template: template)
        choice.items = items
        choice.weightBearing = weightBearing
        return TherapyReview(template: template, today: today, language: .english, patient: patient)
            .problems(of: choice).map(\.field)
    }

    @Test("entries go up and down, to another place, and come back to where they were")
    func moves() {
        var edited = spine
        edited.moveEntry("cardiac", of: .precautions, .up)
        #expect(edited.precautions.map(\.id).prefix(2) == ["cardiac", "fall-risk"])
        edited.moveEntry("cardiac", of: .precautions, .down)
        #expect(edited == spine)
        edited.moveEntry("nwb", of: .weightBearing, before: "fwb")
        #expect(edited.weightBearing.first?.id == "nwb")
        edited.moveEntry("nwb", of: .weightBearing, before: nil)
        #expect(edited == spine)
        edited.moveEntry("fall-risk", of: .precautions, .up)
        edited.moveEntry("nwb", of: .weightBearing, .down)
        edited.moveEntry("fall-risk", of: .weightBearing, .down)
        edited.moveEntry("nothing", of: .precautions, before: nil)
        edited.moveEntry("cardiac", of: .precautions, before: "nothing")
        edited.moveEntry("cardiac", of: .precautions, before: "cardiac")
        #expect(edited == spine)
    }

    @Test("a new entry gets an id of its own; other words keep it")
    func wording() throws {
        var edited = spine
        let item = TherapyTemplate.Item(id: "", title: words("Fall risk"))
        #expect(edited.addEntry(item, to: .precautions) == "fall-risk-2")
        #expect(edited.precautions.last?.id == "fall-risk-2")
        var seizure = try #require(spine.precautions.first { $0.id == "seizure" })
        seizure.title = words("Epilepsy")
        try edited.replaceEntry(seizure, of: .precautions)
        #expect(edited.precautions.first { $0.id == "seizure" }?.title[.german] == "Epilepsy")
        #expect(edited.rules == spine.rules && edited.faults.isEmpty)
        try edited.replaceEntry(seizure, of: .weightBearing)
        #expect(edited.weightBearing == spine.weightBearing)
    }

    @Test("a warning about what the patient's record says outlives the precaution, and that is told")
    func record() throws {
        var edited = spine
        try edited.removeEntry("pacemaker-stimulator", of: .precautions)
        #expect(edited.rules == spine.rules)
        let patient = try person(with: "Pacemaker")
        #expect(open(edited, ["tns"], patient: patient) == ["reason.pacemaker-stimulation"])
        let lost = edited.lostRules(since: spine)
        #expect(lost.byRecord.map(\.id) == ["pacemaker-stimulation"])
        #expect(lost.gone.isEmpty && lost.narrowed.isEmpty && lost.off.isEmpty)
        edited.restore(.precautions, from: spine)
        #expect(Set(edited.precautions) == Set(spine.precautions) && edited.rules == spine.rules)
        #expect(edited.lostRules(since: spine).byRecord.isEmpty)
    }

    @Test("an entry stays while a warning would never come up without it; not when there is nothing to warn about")
    func stays() throws {
        var template = spine
        template.precautions.append(TherapyTemplate.Item(id: "brace", title: words("Brace")))
        template.rules = [
            TherapyTemplate.Rule(
                id: "brace-lso", effect: .endangers, when: ["lso"], with: ["brace"], message: words("Careful"))
        ]
        var edited = template
        #expect(edited.warnings(needing: edited.precautions.filter { $0.id == "brace" }).map(\.id) == ["brace-lso"])
        #expect(throws: Problem.self) { try edited.removeEntry("brace", of: .precautions) }
        #expect(throws: Problem.self) { try edited.removeEntries(of: .precautions) }
        #expect(edited == template)
        try edited.removeItem("lso")
        try edited.removeEntry("brace", of: .precautions)
        #expect(edited.rules == nil)
        // The same for an option of it that the warning is about.
        var field = TherapyTemplate.Field(id: "kind", title: words("Kind"), kind: .choice)
        field.options = [TherapyTemplate.Kind(id: "hard", title: words("Hard"))]
        let brace = TherapyTemplate.Item(id: "brace", title: words("Brace"), fields: [field])
        template.precautions[template.precautions.count - 1] = brace
        template.rules?[0].with = ["brace/kind/hard"]
        edited = template
        var plain = brace
        plain.fields = nil
        #expect(throws: Problem.self) { try edited.replaceEntry(plain, of: .precautions) }
        #expect(edited == template)
    }

    /// Precautions of shipped lists that warnings name and the patient's record cannot give.
    private static let staying: [String: Set<String>] = [
        "aquatic": [
            "open-wound", "fever-infection", "incontinence", "uncontrolled-seizures", "severe-cardiac-failure",
            "chlorine-allergy", "tracheostomy",
        ],
        "lymphedema": ["cellulitis", "decompensated-heart-failure", "arterial-insufficiency"],
        "pelvic_floor": ["active-infection"],
        "vestibular": ["cervical-instability", "retinal-detachment", "recent-neck-surgery"],
    ]

    @Test(
        "every shipped list can do without weight bearing and any precaution, but for those that only a tick can give",
        arguments: [0, 1])
    func shipped(half: Int) throws {
        for (index, template) in try TherapyTemplates.shipped().all.enumerated() where index % 2 == half {
            let protecting = (template.rules ?? []).filter { $0.effect == .endangers }.map(\.id)
            for entry in template.precautions {
                var edited = template
                let stays = Self.staying[template.id]?.contains(entry.id) ?? false
                do {
                    try edited.removeEntry(entry.id, of: .precautions)
                    #expect(!stays, "\(template.id): \(entry.id)")
                } catch {
                    #expect(stays && edited == template, "\(template.id): \(entry.id)")
                }
                #expect((edited.rules ?? []).filter { $0.effect == .endangers }.map(\.id) == protecting)
                #expect(edited.faults.isEmpty, "\(template.id): \(entry.id)")
            }
            var edited = template
            try edited.removeEntries(of: .weightBearing)
            #expect(edited.weightBearing.isEmpty && edited.faults.isEmpty)
            edited.restore(.weightBearing, from: template)
            #expect(edited == template, "\(template.id)")
        }
    }

    @Test("a precaution that only a tick can give goes once nothing is left for which its warning comes up")
    func afterwards() throws {
        var edited = try #require(try TherapyTemplates.shipped().template(id: "vestibular"))
        #expect(throws: Problem.self) { try edited.removeEntry("retinal-detachment", of: .precautions) }
        try edited.removeItem("canalith-repositioning")
        #expect(throws: Problem.self) { try edited.removeEntry("retinal-detachment", of: .precautions) }
        try edited.removeItem("habituation")
        #expect(edited.rules?.contains { $0.id == "head-maneuvers" } == false)
        try edited.removeEntry("retinal-detachment", of: .precautions)
        #expect(!edited.precautions.contains { $0.id == "retinal-detachment" } && edited.faults.isEmpty)
    }

    @Test("an item that a warning names stays, with its heading and what it can be narrowed to, as a precaution does")
    func items() throws {
        let knee = try #require(try TherapyTemplates.shipped().template(id: "knee"))
        let holds = { (section: TherapyTemplate.Section) in section.items.contains { $0.id == "knee-arthroplasty" } }
        let heading = try #require(knee.sections.first(where: holds)?.id)
        var edited = knee
        #expect(throws: Problem.self) { try edited.removeItem("knee-arthroplasty") }
        #expect(throws: Problem.self) { try edited.removeSection(heading) }
        #expect(edited == knee)
        try edited.removeItem("modalities")
        try edited.removeItem("knee-arthroplasty")
        #expect(edited.item("knee-arthroplasty") == nil && edited.faults.isEmpty)
        // The same for a kind that the warning is about.
        var template = spine
        template.rules = [
            TherapyTemplate.Rule(
                id: "heat", effect: .endangers, when: ["lso"], with: ["modalities/heat"], message: words("Heat"))
        ]
        edited = template
        var item = try #require(template.item("modalities"))
        item.kinds?.removeAll { $0.id == "heat" }
        #expect(throws: Problem.self) { try edited.replaceItem(item) }
        #expect(edited == template)
        try edited.removeItem("lso")
        try edited.replaceItem(item)
        #expect(edited.item("modalities") == item)
    }

    @Test("only what the record can give is told as coming from it, and only what applies to less as narrowed")
    func told() throws {
        var template = spine
        template.precautions.append(TherapyTemplate.Item(id: "brace", title: words("Brace")))
        template.rules = [
            TherapyTemplate.Rule(
                id: "asked", effect: .asks, when: ["lso"], with: ["brace", "pacemaker-stimulator"],
                message: words("Sure?"))
        ]
        var edited = template
        try edited.removeEntry("brace", of: .precautions)
        var lost = edited.lostRules(since: template)
        #expect(lost.byRecord.isEmpty && lost.narrowed.map(\.id) == ["asked"])
        #expect(template.lostRules(since: edited).narrowed.isEmpty)
        try edited.removeEntry("pacemaker-stimulator", of: .precautions)
        lost = edited.lostRules(since: template)
        #expect(lost.byRecord.map(\.id) == ["asked"] && lost.gone.isEmpty)
    }

    @Test("what was removed and is added again has its rules again; nothing else takes its id")
    func again() throws {
        var edited = spine
        let named = { (title: String) in TherapyTemplate.Item(id: "", title: words(title)) }
        try edited.removeItem("tns")
        #expect(edited.rules?.contains { $0.when.contains("tns") } == false)
        #expect(edited.addItem(named("TNS"), to: "education", of: spine) == "tns")
        let patient = try person(with: "Pacemaker")
        #expect(open(edited, ["tns"], patient: patient) == ["reason.pacemaker-stimulation"])
        try edited.removeEntry("nwb", of: .weightBearing)
        #expect(edited.rules?.contains { $0.id == "nwb-gait" } == false)
        #expect(edited.addEntry(named("NWB"), to: .weightBearing, of: spine) == "nwb")
        #expect(edited.rules?.map(\.id) == spine.rules?.map(\.id))
        try edited.removeEntry("fall-risk", of: .precautions)
        #expect(edited.addItem(named("Fall risk"), to: "education", of: spine) == "fall-risk-2")
        #expect(edited.addSection(words("Fall risk"), isCollapsed: false, of: spine) == "fall-risk-3")
        #expect(edited.missing(.precautions, from: spine).map(\.id) == ["fall-risk"])
        #expect(edited.addEntry(named("Fall risk"), to: .precautions, of: spine) == "fall-risk")
        #expect(edited.addEntry(named("Fall risk"), to: .precautions, of: spine) == "fall-risk-4")
        #expect(edited.missing(.precautions, from: spine).isEmpty && edited.faults.isEmpty)
    }

    @Test("without weight bearing its question goes; put back from the shipped list, the question comes along")
    func weightBearing() throws {
        var edited = spine
        edited.name = "Mine"
        try edited.removeEntries(of: .weightBearing)
        #expect(edited.lostRules(since: spine).gone.map(\.id) == ["nwb-gait"])
        edited.keepRules(["surgery-date"])
        edited.restore(.weightBearing, from: spine)
        #expect(edited.weightBearing == spine.weightBearing)
        #expect(edited.rules?.map(\.id) == spine.rules?.map(\.id))
        #expect(open(edited, ["gait-training"], weightBearing: "nwb") == ["accepted.nwb-gait"])
        // What was switched off stays so.
        let off = (edited.rules ?? []).filter { edited.isOff($0) }.map(\.id)
        #expect(off == ["presets-need-surgery-date", "report-every"])
        // Another rule of the same name is not written over.
        var other = spine
        other.rules = [TherapyTemplate.Rule(id: "nwb-gait", effect: .notes, when: ["lso"], message: words("Mine"))]
        try other.removeEntries(of: .weightBearing)
        other.restore(.weightBearing, from: spine)
        #expect(other.rules?.map { $0.message[.english] } == ["Mine"])
    }

    @Test("a rule that is switched off asks for nothing, and is told as such")
    func off() throws {
        var edited = spine
        let switchable = Set((spine.rules ?? []).filter(spine.maySwitchOff).map(\.id))
        #expect(switchable == ["presets-need-surgery-date", "surgery-date", "report-every", "nwb-gait"])
        #expect(open(edited, ["post-fusion"]) == ["value.surgery.date"])
        edited.keepRules(switchable.subtracting(["presets-need-surgery-date"]))
        #expect(open(edited, ["post-fusion"]) == [])
        let lost = edited.lostRules(since: spine)
        #expect(lost.off.map(\.id) == ["presets-need-surgery-date"])
        #expect(lost.gone.isEmpty && lost.narrowed.isEmpty && lost.byRecord.isEmpty)
        #expect(edited.faults.isEmpty)
        edited.name = "Mine"
        #expect(try TherapyTemplateFile.template(try edited.file, field: "file") == edited)
        edited.name = nil
        edited.keepRules(switchable)
        #expect(edited == spine)
    }

    @Test("what protects the patient cannot be switched off, by a form or by a file")
    func protected() throws {
        var edited = spine
        edited.keepRules([])
        let patient = try person(with: "Pacemaker")
        #expect(open(edited, ["tns"], patient: patient) == ["reason.pacemaker-stimulation"])
        #expect((edited.rules ?? []).filter { $0.isOff == true }.count == 4)
        for id in ["pacemaker-stimulation", "dvt-history", "latex"] {
            var forged = spine
            forged.name = "Mine"
            let index = try #require(forged.rules?.firstIndex { $0.id == id })
            forged.rules?[index].isOff = true
            #expect(forged.brokenRules.map(\.kind) == [.ruleStays])
            #expect(throws: ValidationFailure.self) {
                try TherapyTemplateFile.template(try forged.file, field: "file")
            }
        }
        // Whatever stands in a stored list, the warning comes.
        var stored = spine
        let index = try #require(stored.rules?.firstIndex { $0.id == "pacemaker-stimulation" })
        stored.rules?[index].isOff = true
        #expect(open(stored, ["tns"], patient: patient) == ["reason.pacemaker-stimulation"])
    }
}
