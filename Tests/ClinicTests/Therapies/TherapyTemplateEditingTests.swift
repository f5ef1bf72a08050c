import Catalogs
import Clinic
import TestSupport
import Testing

@Suite("Editing a template")
struct TherapyTemplateEditingTests {
    let spine: TherapyTemplate

    init() throws { spine = try TherapyTemplate.spine() }

    private func ids(_ template: TherapyTemplate, _ section: String) -> [String] {
        template.sections.first { $0.id == section }?.items.map(\.id) ?? []
    }

    private func words(_ english: String, _ german: String? = nil) -> Wording {
        Wording([.english: english, .german: german ?? english])
    }

    @Test("items go up and down within their heading, and over its ends into the next one")
    func moveItems() {
        var edited = spine
        edited.moveItem("conditioning", .up)
        #expect(ids(edited, "specific-treatments").prefix(2) == ["conditioning", "modalities"])
        edited.moveItem("conditioning", .down)
        #expect(edited == spine)
        edited.moveItem("neck-school", .up)
        #expect(ids(edited, "specific-treatments").last == "neck-school")
        #expect(ids(edited, "education") == ["back-school"])
        edited.moveItem("neck-school", .down)
        #expect(edited == spine)
        edited.moveItem("back-school", .down)
        #expect(ids(edited, "fit-and-instruct").first == "back-school")
    }

    @Test("an item is put in front of any other, below any heading, or at its end")
    func placed() {
        var edited = spine
        edited.moveItem("pool-therapy", toSection: "specific-treatments", before: "modalities")
        #expect(ids(edited, "specific-treatments").prefix(2) == ["pool-therapy", "modalities"])
        edited.moveItem("pool-therapy", toSection: "specific-treatments", before: nil)
        #expect(edited == spine)
        edited.moveItem("lso", toSection: "education", before: "back-school")
        #expect(ids(edited, "education") == ["neck-school", "lso", "back-school"])
        edited.moveItem("lso", toSection: "fit-and-instruct", before: "tlso")
        #expect(edited == spine)
        edited.moveItem("lso", toSection: "evaluate-and-treat", before: "return-report")
        edited.moveItem("return-report", toSection: "evaluate-and-treat", before: "lso")
        #expect(ids(edited, "evaluate-and-treat") == ["return-report", "lso"])
        let before = edited
        edited.moveItem("lso", toSection: "education", before: "tlso")
        edited.moveItem("lso", toSection: "evaluate-and-treat", before: "lso")
        edited.moveItem("lso", toSection: "nothing", before: nil)
        edited.moveItem("nothing", toSection: "education", before: nil)
        edited.moveItem("return-report", toSection: "education", before: nil)
        #expect(edited == before)
    }

    @Test("at the ends nothing moves, and nothing happens to what is not there")
    func ends() throws {
        var edited = spine
        edited.moveItem("return-report", .up)
        edited.moveItem("return-report", .down)
        edited.moveItem("nothing", .up)
        edited.moveSection("evaluate-and-treat", .up)
        edited.moveSection("clinical", .down)
        edited.moveSection("nothing", .down)
        edited.moveItem("return-report", toSection: "education")
        edited.moveItem("lso", toSection: "nothing")
        edited.renameSection("nothing", words("x"), isCollapsed: true)
        try edited.replaceItem(TherapyTemplate.Item(id: "nothing", title: words("x")))
        try edited.removeItem("nothing")
        try edited.removeSection("nothing")
        let nowhere = edited.addItem(TherapyTemplate.Item(id: "", title: words("x")), to: "nothing")
        #expect(nowhere == nil)
        #expect(edited == spine)
    }

    @Test("headings go up and down, come and go")
    func sections() throws {
        var edited = spine
        edited.moveSection("education", .up)
        #expect(edited.sections.map(\.id).prefix(3) == ["evaluate-and-treat", "education", "specific-treatments"])
        let id = edited.addSection(words("Übungen & mehr"), isCollapsed: true)
        #expect(id == "uebungen-mehr")
        #expect(edited.sections.last?.isCollapsed == true)
        edited.renameSection(id, words("Exercises"), isCollapsed: false)
        #expect(edited.sections.last?.title[.english] == "Exercises" && edited.sections.last?.isCollapsed == nil)
        try edited.removeSection(id)
        edited.moveSection("education", .down)
        #expect(edited == spine)
    }

    @Test("a new item gets an id that nothing else has")
    func add() {
        var edited = spine
        let titles = ["Conditioning", "Goals", "療法", "<b>x</b>"]
        let added = titles.map { title in
            edited.addItem(TherapyTemplate.Item(id: "ignored", title: words(title)), to: "education")
        }
        #expect(added == ["conditioning-2", "goals-2", "item", "b-x-b"])
        #expect(edited.faults.isEmpty && edited.clinicFaults.filter { $0.kind != .name }.isEmpty)
    }

    @Test("the request for a report stays, and so does its heading")
    func report() {
        var edited = spine
        #expect(throws: Problem.self) { try edited.removeItem("return-report") }
        #expect(throws: Problem.self) { try edited.removeSection("evaluate-and-treat") }
        #expect(edited == spine)
    }

    @Test("rules lose what was removed; one that is about nothing any more goes")
    func rules() throws {
        var edited = spine
        let rule = try #require(spine.rules?.first { rule in rule.when.contains { spine.item($0) != nil } })
        let removed = rule.when.filter { spine.item($0) != nil && $0 != TherapyTemplate.returnReport }
        for id in removed { try edited.removeItem(id) }
        for rule in edited.rules ?? [] {
            let named = rule.when + (rule.with ?? []) + (rule.unless ?? []) + (rule.fields ?? [])
            let bases = named.map { String($0.prefix { $0 != "/" }) }
            #expect(Set(bases).isDisjoint(with: removed), "\(rule.id)")
        }
        let lost = edited.lostRules(since: spine)
        #expect((lost.gone + lost.narrowed).contains { $0.id == rule.id })
        let always = Set((spine.rules ?? []).filter(\.when.isEmpty).map(\.id))
        #expect((edited.rules ?? []).filter(\.when.isEmpty).allSatisfy { always.contains($0.id) })
        #expect(edited.faults.isEmpty)
    }

    @Test("a rule that applied to one thing never comes to apply to everything")
    func noRuleForEverything() throws {
        var template = spine
        template.rules = [
            TherapyTemplate.Rule(id: "one", effect: .notes, when: ["lso"], message: words("One")),
            TherapyTemplate.Rule(id: "two", effect: .asks, when: ["lso", "tlso"], message: words("Two")),
            TherapyTemplate.Rule(id: "with", effect: .asks, when: ["tlso"], with: ["lso"], message: words("With")),
            TherapyTemplate.Rule(id: "unless", effect: .asks, when: [], unless: ["lso"], message: words("Unless")),
        ]
        var edited = template
        try edited.removeItem("lso")
        #expect(edited.rules?.map(\.id) == ["two", "unless"])
        #expect(edited.rules?.first?.when == ["tlso"])
        #expect(edited.rules?.last?.unless == nil)
        let lost = edited.lostRules(since: template)
        #expect(lost.gone.map(\.id) == ["one", "with"] && lost.narrowed.map(\.id) == ["two"])
    }

    @Test("an item put in another's place takes the rules about its choices along")
    func replace() throws {
        var template = spine
        template.rules = [
            TherapyTemplate.Rule(
                id: "heat", effect: .asks, when: ["modalities/heat"], message: words("Heat")),
            TherapyTemplate.Rule(id: "ice", effect: .asks, when: ["modalities/ice"], message: words("Ice")),
        ]
        var item = try #require(template.item("modalities"))
        item.kinds?.removeAll { $0.id == "heat" }
        item.title = words("Physical agents")
        try template.replaceItem(item)
        template.moveItem("modalities", toSection: "education")
        #expect(template.rules?.map(\.id) == ["ice"])
        #expect(ids(template, "education").last == "modalities")
        #expect(template.item("modalities")?.title[.german] == "Physical agents")
    }

    @Test("what no form could hold is a fault")
    func limits() {
        var edited = spine
        edited.name = "Mine"
        #expect(edited.clinicFaults.isEmpty)
        edited.name = String(repeating: "x", count: 81)
        #expect(edited.clinicFaults.map(\.kind) == [.name])
        edited.name = "Mine"
        for _ in 0..<100 { edited.addItem(TherapyTemplate.Item(id: "", title: words("Item")), to: "education") }
        #expect(edited.clinicFaults.map(\.kind) == [.tooMany])
        edited = spine
        edited.name = "Mine"
        edited.renameSection("education", words("a\u{202E}b"), isCollapsed: false)
        edited.renameSection("clinical", words(String(repeating: "y", count: 161)), isCollapsed: false)
        #expect(Set(edited.clinicFaults.map(\.kind)) == [.characters, .length])
    }
}
