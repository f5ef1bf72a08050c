import Clinic
import Testing

@Suite("The diagnoses of a prescription")
struct DiagnosisListTests {
    private func row(_ text: String, system: CodeSystem = .icd10cm, billable: Bool = true) -> Diagnosis {
        Diagnosis(
            code: DiagnosisCode(system: system, text: text), title: "Title of \(text)", isBillable: billable,
            parent: nil, release: "FY2026")
    }

    private func list(_ texts: String...) throws -> DiagnosisList {
        var list = DiagnosisList()
        for text in texts { try list.add(row(text), releaseUntil: LocalDate(year: 2026, month: 9, day: 30)) }
        return list
    }

    private func message(_ work: () throws -> Void) -> Problem? {
        do { try work() } catch let failure as ValidationFailure { return failure.problems.first } catch {}
        return nil
    }

    @Test("keep their order and are primary, secondary and tertiary")
    func ranks() throws {
        let list = try list("M5416", "M545", "S134XXA")
        #expect(list.ranked.map(\.rank) == [.primary, .secondary, .tertiary])
        #expect(list.ranked.map(\.diagnosis.code.display) == ["M54.16", "M54.5", "S13.4XXA"])
        #expect(list.rank(of: DiagnosisCode(system: .icd10cm, text: "M545")) == .secondary)
        #expect(list.isFull)
    }

    @Test("a fourth is refused and the three stay")
    func fourth() throws {
        var list = try list("M5416", "M545", "M542")
        let before = list
        let problem = message { try list.add(row("M546"), releaseUntil: nil) }
        #expect(problem == Problem("diagnoses", "diagnoses.problem.too-many", ["limit": "3"]))
        #expect(list == before)
    }

    @Test("the same code twice is refused as a repetition, even when the list is full")
    func twice() throws {
        var list = try list("M5416", "M545", "M542")
        let problem = message { try list.add(row("M545"), releaseUntil: nil) }
        #expect(problem == Problem("diagnoses", "diagnoses.problem.duplicate", ["code": "M54.5"]))
    }

    @Test("the same characters in the other list are another code")
    func bothLists() throws {
        var list = try list("E8710")
        try list.add(row("E8710", system: .icd9cm), releaseUntil: nil)
        #expect(list.diagnoses.map(\.code.display) == ["E87.10", "E871.0"])
    }

    @Test("a heading is refused")
    func heading() throws {
        var list = DiagnosisList()
        let problem = message { try list.add(row("M54", billable: false), releaseUntil: nil) }
        #expect(problem == Problem("diagnoses", "diagnoses.problem.not-billable", ["code": "M54"]))
        #expect(list.isEmpty)
    }

    @Test("move up and down by one place, the ends stay")
    func moves() throws {
        var list = try list("M5416", "M545", "M542")
        let codes = list.diagnoses.map(\.code)
        list.moveUp(codes[2])
        #expect(list.diagnoses.map(\.code) == [codes[0], codes[2], codes[1]])
        list.moveUp(codes[0])
        list.moveDown(codes[1])
        #expect(list.diagnoses.map(\.code) == [codes[0], codes[2], codes[1]])
        list.moveDown(codes[0])
        #expect(list.diagnoses.map(\.code) == [codes[2], codes[0], codes[1]])
    }

    @Test("one that is removed makes room, the rest move up")
    func remove() throws {
        var list = try list("M5416", "M545", "M542")
        list.remove(DiagnosisCode(system: .icd10cm, text: "M5416"))
        #expect(list.ranked.map(\.diagnosis.code.text) == ["M545", "M542"])
        list.remove(DiagnosisCode(system: .icd10cm, text: "Z999"))
        #expect(list.diagnoses.count == 2)
        try list.add(row("M546"), releaseUntil: nil)
        #expect(list.isFull)
    }

    @Test("a stored list keeps its wording and is held to the same rules")
    func stored() throws {
        let stored = try list("M5416").diagnoses
        #expect(try DiagnosisList(stored).diagnoses == stored)
        #expect(stored[0].releaseUntil == LocalDate(year: 2026, month: 9, day: 30))
        #expect(throws: ValidationFailure.self) { try DiagnosisList(stored + stored) }
    }
}
