import Clinic
import Foundation
import Store
import TestSupport
import Testing

/// The lists that come with the program, in a database that is shared by tests which only read.
enum Shipped {
    static let database = Task { try await ClinicDatabase.withShippedCatalogs() }

    static func hits(
        _ typed: String, in system: CodeSystem = .icd10cm, limit: Int = 25
    ) async throws -> DiagnosisHits {
        try await database.value.diagnoses(matching: DiagnosisSearch(typed: typed, system: system, limit: limit))
    }

    static func codes(_ typed: String, in system: CodeSystem = .icd10cm, limit: Int = 25) async throws -> [String] {
        try await hits(typed, in: system, limit: limit).hits.map(\.diagnosis.code.display)
    }
}

@Suite("Finding diagnoses in the whole lists")
struct DiagnosisSearchTests {
    @Test(
        "an exact code comes first, with or without dot, in any case",
        arguments: [
            ("m54.5", CodeSystem.icd10cm, "M54.5"), ("M545", .icd10cm, "M54.5"), ("M54.50", .icd10cm, "M54.50"),
            (" m5450 ", .icd10cm, "M54.50"), ("s13.4xxa", .icd10cm, "S13.4XXA"), ("M54.-", .icd10cm, "M54"),
            ("722", .icd9cm, "722"), ("722.0", .icd9cm, "722.0"), ("e871.0", .icd9cm, "E871.0"),
            ("E8710", .icd9cm, "E871.0"), ("v45", .icd9cm, "V45"), ("c4a", .icd10cm, "C4A"),
        ])
    func exact(typed: String, system: CodeSystem, first: String) async throws {
        let hits = try await Shipped.hits(typed, in: system)
        #expect(hits.hits.first?.diagnosis.code.display == first)
        #expect(hits.hits.first?.reason == .code)
    }

    @Test("then come codes that begin so, billable before headings")
    func codePrefix() async throws {
        let hits = try await Shipped.hits("M54", limit: 100).hits.map(\.diagnosis)
        #expect(hits.first?.code.text == "M54")
        let below = Array(hits.dropFirst())
        #expect(below.count > 30)
        #expect(below.allSatisfy { $0.code.text.hasPrefix("M54") })
        #expect(below.map(\.isBillable) == below.map(\.isBillable).sorted { $0 && !$1 })
    }

    @Test(
        "words are found in any order, partial, accent-blind, in any case",
        arguments: [
            ("lumb rad", "M54.16"), ("rad lumb", "M54.16"), ("RADICULOPATHY lumbar", "M54.16"),
            ("lümb ràd", "M54.16"), ("meniere left", "H81.02"), ("Ménière left", "H81.02"), ("sjogren", "M35.00"),
            ("pain right hip", "M25.551"), ("pain in the right hip", "M25.551"), ("hip, pain (right)", "M25.551"),
            ("low back pain", "M54.50"), ("carpal tunnel right", "G56.01"), ("guillain", "G61.0"),
        ])
    func words(typed: String, among: String) async throws {
        let codes = try await Shipped.codes(typed)
        #expect(codes.prefix(3).contains(among), "\(codes.prefix(5))")
    }

    @Test("each word of the query begins a word of each title that was found by its title")
    func wordStarts() async throws {
        for typed in ["lumb rad", "fract femur", "pain knee left", "dis disp cerv", "a of"] {
            let query = DiagnosisQuery(typed: typed)
            let found = try await Shipped.hits(typed, limit: 100).hits.filter { $0.reason == .title }
            #expect(!found.isEmpty)
            for hit in found { #expect(query.matches(hit.diagnosis.title), "\(typed): \(hit.diagnosis.title)") }
        }
    }

    @Test("billable codes come before headings among titles")
    func billableFirst() async throws {
        for typed in ["radiculopathy", "lumbar", "scoliosis", "torticollis"] {
            let titles = try await Shipped.hits(typed, limit: 100).hits.filter { $0.reason == .title }
            let billable = titles.map(\.diagnosis.isBillable)
            #expect(billable == billable.sorted { $0 && !$1 }, "\(typed)")
        }
    }

    @Test("whole words come before beginnings: disc before discharge")
    func wholeWords() async throws {
        let titles = try await Shipped.hits("disc").hits.map(\.diagnosis.title)
        #expect(titles.prefix(10).allSatisfy { SearchText.words($0).contains("disc") })
    }

    @Test(
        "what people say finds what it is called, also while it is being typed",
        arguments: [
            ("slipped disc", "M51"), ("slipped di", "M51"), ("disc slipped", "M51"), ("frozen shoulder", "M75.0"),
            ("frozen sh", "M75.0"), ("tennis elbow", "M77.1"), ("tennis", "M77.1"), ("Tennisarm", "M77.1"),
            ("Bandscheibenvorfall", "M51"), ("Hexenschuss", "M54"), ("rückenschmerzen", "M54"),
            ("rueckenschmerzen", "M54"), ("ruckenschmerzen", "M54"), ("whiplash", "S13.4"), ("stroke", "I63"),
        ])
    func spoken(typed: String, family: String) async throws {
        let hits = try await Shipped.hits(typed).hits
        let codes = hits.filter(\.diagnosis.isBillable).map(\.diagnosis.code.display)
        #expect(codes.contains { $0.hasPrefix(family) }, "\(codes)")
    }

    @Test(
        "a name that people use comes before titles that only have its words",
        arguments: [
            ("total hip", "Z96.64"), ("frozen", "M75.0"), ("arthritis knee", "M17"), ("lower back pain", "M54.50"),
            ("ms", "G35"), ("MS", "G35"), ("si joint", "M53.3"), ("broken hip", "S72.0"), ("slipped disc", "M51.26"),
            ("hnp", "M51.26"), ("ddd", "M51.36"), ("total knee replacement", "Z96.65"),
            ("Bandscheibenvorfall", "M51.26"),
        ])
    func spokenFirst(typed: String, first: String) async throws {
        let codes = try await Shipped.codes(typed)
        #expect(codes.first?.hasPrefix(first) == true, "\(codes.prefix(5))")
    }

    @Test("a stroke's aftermath is among the first, and the thoracic discs come after the lumbar ones")
    func spokenOrder() async throws {
        #expect(try await Shipped.codes("stroke").prefix(5).contains { $0.hasPrefix("I69") })
        for typed in ["slipped disc", "hnp", "ddd"] {
            let codes = try await Shipped.codes(typed)
            let thoracic = codes.firstIndex { $0.hasPrefix("M51.24") || $0.hasPrefix("M51.34") } ?? codes.count
            let lumbar = try #require(codes.firstIndex { $0.hasPrefix("M51.26") || $0.hasPrefix("M51.36") })
            #expect(lumbar < thoracic)
        }
    }

    @Test(
        "what people say works with a side",
        arguments: [("frozen shoulder left", "M75.02"), ("Tennisarm rechts", "M77.11")])
    func spokenSide(typed: String, code: String) async throws {
        #expect(try await Shipped.codes(typed).first == code)
    }

    @Test("what people say finds ICD-9 codes too")
    func spokenInICD9() async throws {
        #expect(try await Shipped.codes("slipped disc", in: .icd9cm).contains("722.10"))
        #expect(try await Shipped.codes("tennis elbow", in: .icd9cm).contains("726.32"))
    }

    @Test("terms that the list includes are found and named as the reason")
    func terms() async throws {
        let hits = try await Shipped.hits("classical cholera").hits
        #expect(hits.map(\.diagnosis.code.text) == ["A000"])
        #expect(hits.first?.reason == .term("Classical cholera"))
    }

    @Test("a word and the beginning of a code go together")
    func codeAndWord() async throws {
        #expect(try await Shipped.codes("m54.1 lumbar").prefix(2).contains("M54.16"))
    }

    @Test("a query that only the other list answers says so")
    func otherSystem() async throws {
        let inICD9 = try await Shipped.hits("722.10")
        #expect(inICD9.hits.isEmpty)
        #expect(inICD9.isOnlyInOtherSystem)
        let inICD10 = try await Shipped.hits("s13.4xxa", in: .icd9cm)
        #expect(inICD10.hits.isEmpty && inICD10.isOnlyInOtherSystem)
        let nowhere = try await Shipped.hits("qqqq zzzz")
        #expect(nowhere.hits.isEmpty && !nowhere.isOnlyInOtherSystem)
    }

    @Test("the limit holds, and more is said to be there")
    func limits() async throws {
        let few = try await Shipped.hits("fracture", limit: 5)
        #expect(few.hits.count == 5 && few.hasMore)
        #expect(try await Shipped.hits("fracture", limit: 100_000).hits.count == 100)
        #expect(try await Shipped.hits("fracture", limit: -3).hits.count == 1)
        let all = try await Shipped.hits("radiculopathy lumb", limit: 100)
        #expect(!all.hasMore && all.hits.count < 100)
    }

    @Test("nothing comes twice")
    func once() async throws {
        for typed in ["m", "slipped disc", "lumb", "radiculopathy", "m54.5", "fracture", "7", "pain"] {
            let codes = try await Shipped.codes(typed, limit: 100)
            #expect(Set(codes).count == codes.count, "\(typed)")
        }
    }

    @Test("headings open to what is right below them, in the list's order")
    func children() async throws {
        let database = try await Shipped.database.value
        let below = try await database.diagnoses(below: DiagnosisCode(system: .icd10cm, text: "M545"))
        #expect(below.map(\.code.display) == ["M54.50", "M54.51", "M54.59"])
        let wide = try await database.diagnoses(below: DiagnosisCode(system: .icd10cm, text: "S72"))
        #expect(wide.count > 4 && wide.allSatisfy { $0.parent?.text == "S72" })
        #expect(try await database.diagnoses(below: DiagnosisCode(system: .icd10cm, text: "ZZZ")).isEmpty)
    }

    @Test("a code is read with its release, one that is not there is not found")
    func one() async throws {
        let database = try await Shipped.database.value
        let (diagnosis, release) = try await database.diagnosis(DiagnosisCode(system: .icd10cm, text: "M25551"))
        #expect(diagnosis.title == "Pain in right hip" && diagnosis.side == .right && diagnosis.isBillable)
        #expect(release.name == "FY2026" && release.effectiveUntil == LocalDate(iso: "2026-09-30"))
        await #expect(throws: StoreError.notFound) {
            try await database.diagnosis(DiagnosisCode(system: .icd10cm, text: "M99999"))
        }
    }
}
