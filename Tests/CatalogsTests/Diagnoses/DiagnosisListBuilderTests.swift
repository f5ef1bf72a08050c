import Catalogs
import Clinic
import Foundation
import Testing

@Suite("A diagnosis list made of official files")
struct DiagnosisListBuilderTests {
    private let current = [
        DiagnosisRow(code: "B88", parent: nil, isBillable: false, title: "Other infestations"),
        DiagnosisRow(
            code: "B880", parent: "B88", isBillable: true, title: "Other acariasis", terms: "Acarine dermatitis"),
        DiagnosisRow(code: "B882", parent: "B88", isBillable: true, title: "Other arthropod infestations"),
        DiagnosisRow(code: "H81", parent: nil, isBillable: false, title: "Disorders of vestibular function"),
        DiagnosisRow(code: "H810", parent: "H81", isBillable: true, title: "Ménière's disease", terms: "Vertigo"),
    ]

    private func title(_ code: String, _ title: String, billable: Bool = true) -> CodedTitle {
        CodedTitle(code: code, isBillable: billable, title: title)
    }

    private func codes(_ result: DiagnosisListResult) -> [String] { result.rows.map(\.code) }

    @Test("finds parents that come later, and puts each before its children")
    func parents() throws {
        var builder = DiagnosisListBuilder()
        let codes = ["E0837X1", "E0837", "E08", "QA0", "QA001"]
        for (place, code) in codes.enumerated() { try builder.take(title(code, "x"), line: place + 1) }
        let result = builder.list(over: [], isWhole: true, hasHeadings: true)
        #expect(result.rows.map(\.code) == ["E08", "E0837", "E0837X1", "QA0", "QA001"])
        #expect(result.rows.map(\.parent) == [nil, "E08", "E0837", nil, "QA0"])
        #expect(result.problems == [])
    }

    @Test("refuses a code that comes twice by its line")
    func duplicate() throws {
        var builder = DiagnosisListBuilder()
        try builder.take(title("A00", "one"), line: 1)
        try builder.take(title("A00", "two"), line: 2)
        let result = builder.list(over: [], isWhole: true, hasHeadings: true)
        #expect(result.rows.map(\.title) == ["one"])
        #expect(result.problems == [RowProblem(line: 2, reason: .duplicate("A00"))])
    }

    @Test("keeps accents and other names that the order file does not have, and drops what is gone")
    func whole() throws {
        var builder = DiagnosisListBuilder()
        try builder.take(title("H81", "Disorders of vestibular function", billable: false), line: 1)
        try builder.take(title("H810", "Meniere's disease"), line: 2)
        let result = builder.list(over: current, isWhole: true, hasHeadings: true)
        #expect(codes(result) == ["H81", "H810"])
        #expect(result.rows.last?.title == "Ménière's disease")
        #expect(result.rows.last?.terms == "Vertigo")
    }

    @Test("of a file without headings keeps those that still have codes")
    func headings() throws {
        var builder = DiagnosisListBuilder()
        try builder.take(title("H810", "Meniere's disease"), line: 1)
        try builder.take(title("H811", "Benign paroxysmal vertigo"), line: 2)
        let result = builder.list(over: current, isWhole: true, hasHeadings: false)
        #expect(codes(result) == ["H81", "H810", "H811"])
    }

    @Test("of some of the list leaves the rest, and puts new codes where they belong")
    func partial() throws {
        var builder = DiagnosisListBuilder()
        try builder.take(title("B881", "Tungiasis"), line: 1)
        #expect(
            codes(builder.list(over: current, isWhole: false, hasHeadings: true)) == [
                "B88", "B880", "B881", "B882", "H81", "H810",
            ])
    }

    @Test("takes a code that becomes a heading with codes below it")
    func addenda() throws {
        var builder = DiagnosisListBuilder()
        try builder.take(CodeChange.add(title("B8801", "Infestation by Demodex mites")), line: 1)
        try builder.take(CodeChange.add(title("B880", "Other acariasis", billable: false)), line: 2)
        try builder.take(CodeChange.delete(title("B880", "Other acariasis")), line: 3)
        try builder.take(CodeChange.reviseFrom(title("H810", "Meniere's disease")), line: 4)
        try builder.take(CodeChange.reviseTo(title("H810", "Meniere's vertigo")), line: 5)
        let result = builder.list(over: current, isWhole: false, hasHeadings: false)
        #expect(result.problems == [])
        #expect(codes(result) == ["B88", "B880", "B8801", "B882", "H81", "H810"])
        #expect(result.rows[1].isBillable == false)
        #expect(result.rows[1].terms == "Acarine dermatitis")
        #expect(result.rows[2].parent == "B880")
        #expect(result.rows[5].title == "Meniere's vertigo")
    }

    @Test("says which changes contradict the list")
    func contradictions() throws {
        var builder = DiagnosisListBuilder()
        try builder.take(CodeChange.delete(title("Z99", "Nothing")), line: 1)
        try builder.take(CodeChange.add(title("B882", "Other arthropod infestations")), line: 2)
        try builder.take(CodeChange.reviseFrom(title("B880", "Another title")), line: 3)
        try builder.take(CodeChange.reviseTo(title("B880", "New title")), line: 4)
        try builder.take(CodeChange.reviseTo(title("H810", "New title")), line: 5)
        try builder.take(CodeChange.reviseFrom(title("B88", "Other infestations", billable: false)), line: 6)
        try builder.take(CodeNotes(code: "Z98", title: "x", inclusionTerms: ["y"], notes: []), line: 7)
        let result = builder.list(over: current, isWhole: false, hasHeadings: false)
        #expect(
            result.problems == [
                RowProblem(line: 1, reason: .unknownCode("Z99")), RowProblem(line: 2, reason: .presentCode("B882")),
                RowProblem(line: 3, reason: .differentBefore("B880")),
                RowProblem(line: 5, reason: .lonelyRevision("H810")),
                RowProblem(line: 6, reason: .lonelyRevision("B88")), RowProblem(line: 7, reason: .unknownCode("Z98")),
            ])
        #expect(result.rows == current)
    }

    @Test("is refused when it would not fit into memory")
    func limits() throws {
        var limits = CatalogLimits()
        limits.codes = 2
        var builder = DiagnosisListBuilder(limits: limits)
        try builder.take(title("A00", "x"), line: 1)
        try builder.take(title("A01", "x"), line: 2)
        #expect(throws: FileProblem.tooManyRows(limit: 2)) { try builder.take(title("A02", "x"), line: 3) }
        limits.codeTextBytes = 10
        var other = DiagnosisListBuilder(limits: limits)
        #expect(throws: FileProblem.tooMuchText(limit: 10)) { try other.take(title("A00", "more than ten"), line: 1) }
    }

    @Test(
        "of the order file of 2026 is the list as it was derived elsewhere",
        .enabled(if: SharedFiles.areThere, "../shared/data is not there"))
    func derived() async throws {
        let file = try CatalogFile(SharedFiles.file("official/icd10orderfiles_2026_CMS.zip"))
        let result = try await file.diagnosisList(file.diagnoses(), over: [])
        #expect(result.problems == [])
        var lines = LineReader(try PackedFile(SharedFiles.file("icd10cm_2026.tsv.xz")))
        var expected: [DiagnosisRow] = []
        while let line = try lines.next() {
            let values = try line.get().split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard values[0] != "order" else { continue }
            expected.append(
                DiagnosisRow(
                    code: values[1], parent: values[4].isEmpty ? nil : values[4], isBillable: values[3] == "1",
                    title: values[8]))
        }
        #expect(expected.count == 98_186)
        #expect(Set(result.rows) == Set(expected))
        #expect(result.rows.map(\.code) == expected.map(\.code))
    }
}
