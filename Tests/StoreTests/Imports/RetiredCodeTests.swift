import Clinic
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Store

@Suite("Codes that a new release retires")
struct RetiredCodeTests {
    private typealias Fixture = ImportFixture

    private func code(_ text: String, _ system: CodeSystem = .icd10cm) -> DiagnosisCode {
        DiagnosisCode(system: system, text: text)
    }

    private func successors(_ text: String, _ fixture: Fixture, _ system: CodeSystem = .icd10cm) async throws
        -> [String]
    {
        let retired = try await fixture.database.retired(among: [code(text, system)])
        return retired.first?.successors.map { "\($0.diagnosis.code.text) \($0.basis)" } ?? []
    }

    @Test("a list that is not loaded retires nothing, and a code that can be billed is not retired")
    func none() async throws {
        let fixture = try await Fixture()
        #expect(try await fixture.database.retired(among: [code("M545")]) == [])
        try await fixture.codes(.icd10cm, "FY2026", [("M545", "Low back pain", true)])
        #expect(try await fixture.database.retired(among: [code("M545"), code("999", .icd9cm)]) == [])
    }

    @Test("for a code that became a heading the codes below it, then one of the same title")
    func heading() async throws {
        let fixture = try await Fixture()
        try await fixture.codes(
            .icd10cm, "FY2021", [("M54", "Dorsalgia", false), ("M545", "Low back pain", true)])
        try await fixture.codes(
            .icd10cm, "FY2022",
            [
                ("M54", "Dorsalgia", false), ("M545", "Low back pain", false),
                ("M5450", "Low back pain, unspecified", true), ("M5459", "Other low back pain", true),
                ("M549", "Low back pain", true), ("M55", "Low back pain", true),
            ])
        #expect(try await successors("M545", fixture) == ["M5450 below", "M5459 below", "M549 sameTitle"])
        let retired = try #require(try await fixture.database.retired(among: [code("M545")]).first)
        #expect(retired.isHeading && retired.title == "Low back pain")
    }

    @Test("for a code that is gone those beside it, with its last wording; for one that never was, nothing")
    func beside() async throws {
        let fixture = try await Fixture()
        try await fixture.codes(
            .icd10cm, "FY2021",
            [("M54", "Dorsalgia", false), ("M541", "Gone", true), ("M542", "Neck", true)])
        try await fixture.codes(.icd10cm, "FY2022", [("M54", "Dorsalgia", false), ("M542", "Neck", true)])
        #expect(try await successors("M541", fixture) == ["M542 beside"])
        let retired = try await fixture.database.retired(among: [code("M541"), code("Z999"), code("M542")])
        #expect(retired.map(\.title) == ["Gone", nil])
        #expect(retired.map(\.isHeading) == [false, false])
        #expect(retired.last?.successors == [])
    }

    @Test("there and back by the maps, as near at most; combinations stay combinations")
    func equivalence() async throws {
        let fixture = try await Fixture()
        try await fixture.codes(.icd10cm, "FY2021", [("M541", "Gone", true)])
        try await fixture.codes(.icd10cm, "FY2022", [("M542", "Neck", true), ("M543", "Both", true)])
        try await fixture.stage(
            .equivalences,
            [
                Fixture.map(.icd10cm, "M541", "7231"), Fixture.map(.icd9cm, "7231", "M541"),
                Fixture.map(.icd9cm, "7231", "M542"), Fixture.map(.icd9cm, "7231", "M999"),
                Fixture.map(.icd9cm, "7231", "M543", combination: true, scenario: 1, list: 1),
                // A code that only begins like it.
                Fixture.map(.icd10cm, "M5411", "7232"), Fixture.map(.icd9cm, "7232", "M543"),
            ], isCurrent: true)
        #expect(
            try await successors("M541", fixture) == [
                "M542 equivalence(isApproximate: true, isCombination: false)",
                "M543 equivalence(isApproximate: true, isCombination: true)",
            ])
    }

    @Test("a code of the closed list leads to the present one directly, with the map's own flags")
    func historical() async throws {
        let fixture = try await Fixture()
        try await fixture.codes(.icd9cm, "v32", [("723", "Neck", false), ("7231", "Cervicalgia", true)])
        try await fixture.codes(.icd10cm, "FY2026", [("M542", "Cervicalgia", true), ("M54", "Dorsalgia", false)])
        try await fixture.stage(
            .equivalences,
            [
                Fixture.map(.icd9cm, "723", "M542", approximate: true), Fixture.map(.icd9cm, "723", "M54"),
                Fixture.map(.icd9cm, "7231", "M542"), Fixture.map(.icd9cm, "7239", nil),
                Fixture.map(.icd9cm, "7238", "Z99"),
            ], isCurrent: true)
        let found = try await successors("723", fixture, .icd9cm)
        #expect(
            found == ["7231 below", "M542 equivalence(isApproximate: true, isCombination: false)"])
        let same = try await fixture.database.equivalents(of: code("7231", .icd9cm))
        #expect(same.map(\.diagnosis?.title) == ["Cervicalgia"] && same.map(\.isApproximate) == [false])
        let none = try await fixture.database.equivalents(of: code("7239", .icd9cm))
        #expect(none.map(\.code) == [nil] && none.map(\.diagnosis) == [nil])
        let unknown = try await fixture.database.equivalents(of: code("7238", .icd9cm))
        #expect(unknown.map { $0.code?.text } == ["Z99"] && unknown.map(\.diagnosis) == [nil])
        #expect(try await fixture.database.equivalents(of: code("72", .icd9cm)) == [])
    }

    @Test("suggestions are few, however many codes there are")
    func many() async throws {
        let fixture = try await Fixture()
        try await fixture.codes(
            .icd10cm, "FY2026",
            [("S72", "Fracture", false)] + (100..<400).map { ("S72\($0)", "Fracture \($0)", true) })
        #expect(try await successors("S72", fixture).count == RetiredCode.mostSuccessors)
    }

    @Test("favourites, drafts and valid prescriptions of the last year that use retired codes are counted")
    func affected() async throws {
        let clinic = try await TherapyPrescriptionFixture()
        let fixture = ImportFixture(clinic.database)
        try await fixture.codes(.icd10cm, "FY2026", [("M5416", "Radiculopathy", true), ("M542", "Neck", true)])
        for actor in [clinic.dana, clinic.lee] {
            try await clinic.database.insertFavourite(code("M5416"), by: actor)
            try await clinic.database.insertFavourite(code("M542"), by: actor)
        }
        // Signed long ago.
        _ = try await clinic.signed()
        clinic.fixed.advance(by: 366 * 86_400)
        let next = try await fixture.codes(.icd10cm, "FY2027", [("M542", "Neck", true)], isCurrent: false)
        func affected() async throws -> AffectedRecords {
            try await clinic.database.affectedRecords(by: next.identifier, of: .icd10cm)
        }
        var lines = try await affected().lines
        #expect(
            lines.map(\.uses).map { [$0.favourites, $0.favouritePrescriptions, $0.drafts, $0.prescriptions] } == [
                [2, 0, 0, 0]
            ])
        let draft = try await clinic.database.insertTherapyPrescription(for: clinic.patient, by: clinic.dana)
        try await clinic.database.changeDiagnoses(of: draft, by: clinic.dana) {
            try $0.add(TherapyPrescriptionFixture.diagnosis("M5416"), releaseUntil: nil)
        }
        lines = try await affected().lines
        #expect(lines.map(\.uses).map { [$0.favourites, $0.drafts, $0.prescriptions] } == [[2, 1, 0]])
        #expect(lines.map(\.code) == ["M54.16"])
        #expect(try await clinic.database.affectedRecords(by: next.identifier, of: .icd9cm).lines == [])
    }

    @Test("of many codes the most used are listed, and all are counted")
    func affectedByMany() async throws {
        let clinic = try await TherapyPrescriptionFixture()
        let fixture = ImportFixture(clinic.database)
        let codes = (10..<35).map { "M5\($0)" }
        try await fixture.codes(.icd10cm, "FY2026", codes.map { ($0, "Pain", true) })
        for one in codes { try await clinic.database.insertFavourite(code(one), by: clinic.dana) }
        try await clinic.database.insertFavourite(code("M534"), by: clinic.lee)
        let next = try await fixture.codes(.icd10cm, "FY2027", [("M542", "Neck", true)], isCurrent: false)
        let affected = try await clinic.database.affectedRecords(by: next.identifier, of: .icd10cm)
        #expect(affected.lines.count == AffectedRecords.mostLines && affected.count == 25)
        #expect(affected.lines.prefix(2).map(\.code) == ["M53.4", "M51.0"])
        #expect(affected.uses.favourites == 26 && affected.uses.drafts == 0)
    }

    @Test("a prescription counts for a year after it was signed, over the turn of the year too")
    func lastYear() async throws {
        let clinic = try await TherapyPrescriptionFixture()
        let fixture = ImportFixture(clinic.database)
        _ = try await clinic.signed()
        let next = try await fixture.codes(.icd10cm, "FY2027", [("M542", "Neck", true)])
        clinic.fixed.advance(by: 364 * 86_400)
        let affected = try await clinic.database.affectedRecords(by: next.identifier, of: .icd10cm)
        #expect(affected.uses.prescriptions == 1 && affected.uses.drafts == 0)
    }
}
