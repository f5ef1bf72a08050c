import Clinic
import Testing

@Suite("What somebody types to find a diagnosis")
struct DiagnosisQueryTests {
    @Test(
        "is a code when it is one piece of letters and digits, with or without dot, in any case",
        arguments: [
            ("m54.5", "M545"), ("M545", "M545"), ("722", "722"), (" m54. ", "M54"), ("M54.-", "M54"), ("a", "A"),
            ("hip", "HIP"),
        ])
    func code(typed: String, prefix: String) {
        #expect(DiagnosisQuery(typed: typed).codePrefix == prefix)
    }

    @Test(
        "is no code when it is longer, more than one piece or anything else", arguments: ["fracture", "m54 5", "", "?"])
    func noCode(typed: String) {
        #expect(DiagnosisQuery(typed: typed).codePrefix == nil)
    }

    @Test(
        "falls into folded words",
        arguments: [
            ("lumb rad", ["lumb", "rad"]), ("Sjögren", ["sjogren"]), ("m54.5 low", ["m545", "low"]),
            ("L4/L5, (disc)", ["l4", "l5", "disc"]), ("pain pain", ["pain"]), ("🦴", []), ("a\u{0}b", ["a", "b"]),
            ("\"x\" OR NEAR(y)", ["x", "or", "near", "y"]), ("title:x*", ["title", "x"]),
        ])
    func words(typed: String, words: [String]) {
        #expect(DiagnosisQuery(typed: typed).words == words)
    }

    @Test("is cut where nobody types any more")
    func bounds() {
        #expect(
            DiagnosisQuery(typed: String(repeating: "x", count: 10_000)).words == [String(repeating: "x", count: 200)])
        let many = (0..<60).map { "w\($0)" }.joined(separator: " ")
        #expect(DiagnosisQuery(typed: many).words.count == DiagnosisQuery.wordLimit)
        let marks = "a" + String(repeating: "\u{301}", count: 100_000)
        #expect(DiagnosisQuery(typed: marks).words == ["a"])
    }

    @Test("can do without small words when other words are left")
    func smallWords() {
        #expect(DiagnosisQuery(typed: "pain in the knee").withoutSmallWords?.words == ["pain", "knee"])
        #expect(DiagnosisQuery(typed: "knee pain").withoutSmallWords == nil)
        #expect(DiagnosisQuery(typed: "of the").withoutSmallWords == nil)
    }

    @Test("names a side in English or German")
    func sides() {
        let english = DiagnosisQuery(typed: "frozen shoulder left").side
        #expect(english?.side == .left)
        #expect(english?.rest.words == ["frozen", "shoulder"])
        #expect(DiagnosisQuery(typed: "Tennisarm rechts").side?.side == .right)
        #expect(DiagnosisQuery(typed: "left").side == nil)
    }

    @Test("may hold the beginning of a code among words")
    func codeAmongWords() {
        let mixed = DiagnosisQuery(typed: "lumbar m54.1").codeAmongWords
        #expect(mixed?.prefix == "M541" && mixed?.rest.words == ["lumbar"])
        #expect(DiagnosisQuery(typed: "m54.1").codeAmongWords == nil)
        #expect(DiagnosisQuery(typed: "lumbar disc").codeAmongWords == nil)
    }

    @Test("matches a title when each word begins one of its words")
    func matches() {
        let query = DiagnosisQuery(typed: "lumb rad")
        #expect(query.matches("Radiculopathy, lumbar region"))
        #expect(!query.matches("Radiculopathy, cervical region"))
    }
}

@Suite("The order of equally good finds")
struct SearchOrderTests {
    private func order(_ rows: [(String, Bool, String)]) throws -> [String] {
        let release = CatalogRelease(
            system: .icd10cm, name: "T", title: "T", effectiveFrom: try #require(LocalDate(iso: "2026-10-01")),
            effectiveUntil: nil)
        let catalog = DiagnosisCatalog(
            release: release, rows: rows.map { DiagnosisRow(code: $0.0, parent: nil, isBillable: $0.1, title: $0.2) })
        return catalog.searchOrder().map { catalog.rows[$0].code }
    }

    @Test("is billable before headings, treated before other, short before long, then the list's own")
    func order() throws {
        #expect(
            try order([
                ("A00", false, "Cholera"), ("B00", true, "Short"), ("M25", false, "Pain"),
                ("M25552", true, "Pain in left hip joint"), ("M25551", true, "Pain in right hip joint"),
                ("M542", true, "Cervicalgia"),
            ]) == ["M542", "M25552", "M25551", "B00", "M25", "A00"])
    }

    @Test("does not put late effects before the injury")
    func encounters() throws {
        #expect(
            try order([
                ("S134XXA", true, "Sprain of neck, initial encounter"),
                ("S134XXD", true, "Sprain of neck, subsequent encounter"), ("S134XXS", true, "Sprain of neck, sequela"),
            ]) == ["S134XXA", "S134XXD", "S134XXS"])
    }
}
