import Clinic
import Testing

@Suite("A medicine of the list")
struct MedicationTests {
    private func medication(_ name: String, withdrawn: Bool = false) -> Medication {
        Medication(
            id: MedicationID(name.replacing("/", with: "-")), names: .init(name), classes: [], areas: [], purposes: [],
            forms: [], routes: [], effects: SideEffects(common: [], serious: []),
            rules: .init(withdrawnOn: withdrawn ? LocalDate(iso: "2020-04-01") : nil))
    }

    @Test("is shown before combinations of it, and what was withdrawn comes last")
    func order() throws {
        let asOf = try #require(LocalDate(iso: "2026-11-21"))
        let list = MedicationList(
            release: MedicationRelease(name: "1", title: "", asOf: asOf, isReviewed: false),
            medications: [
                medication("b/c"), medication("a", withdrawn: true), medication("c"), medication("b"),
                medication("a/b/c"),
            ])
        #expect(list.inOrderOfFinds.map(\.name) == ["b", "c", "b/c", "a/b/c", "a"])
    }

    @Test(
        "is named by small letters, digits and hyphens only",
        arguments: [
            ("lisinopril", true), ("amlodipine-benazepril", true), ("vitamin-b12", true), ("", false), ("A", false),
            ("a b", false), ("a/b", false), ("ä", false), ("a\0", false), ("<b>", false),
            (String(repeating: "a", count: 101), false),
        ])
    func id(text: String, isOne: Bool) {
        #expect((MedicationID(untrusted: text) != nil) == isOne)
    }

    @Test("has classes whose ids are made of their English names")
    func classes() {
        let name = Wording([.english: "Angiotensin receptor blocker (ARB)", .german: "Sartan"])
        #expect(MedicationClass(name).id == "angiotensin-receptor-blocker-arb")
    }
}

@Suite("What is typed to find a medicine")
struct MedicationQueryTests {
    @Test("is words, folded, each once, bounded")
    func words() {
        #expect(MedicationQuery(typed: " Insulin  GLARGINE insulin ").words == ["insulin", "glargine"])
        #expect(MedicationQuery(typed: "amLODIPine/benazepril").words == ["amlodipine", "benazepril"])
        #expect(MedicationQuery(typed: "Östradiol").words == ["ostradiol"])
        #expect(MedicationQuery(typed: "\"'*()-\0").isEmpty)
        #expect(
            MedicationQuery(typed: String(repeating: "a b c d e f g h i j k l m n o ", count: 99)).words.count == 12)
        #expect(MedicationQuery(typed: String(repeating: "x", count: 9999)).words.map(\.count) == [200])
    }

    @Test("matches where each word begins a word, in any order")
    func matches() {
        #expect(MedicationQuery(typed: "glar ins").matches("insulin glargine"))
        #expect(!MedicationQuery(typed: "insulin lispro").matches("insulin glargine"))
        #expect(MedicationQuery(typed: "insulin lispro").touches("insulin glargine"))
        #expect(!MedicationQuery(typed: "sulin").touches("insulin glargine"))
    }
}
