import Clinic
import Foundation
import Testing

@Suite("A measurement is read exactly as typed")
struct MeasuredTests {
    private func decimal(_ text: String) -> Decimal { Decimal(string: text) ?? -1 }

    private func read<Unit: MeasuringUnit>(_ text: String, _ unit: Unit) throws -> Measured<Unit> {
        try Measured.read(
            text, unit: unit, on: try #require(LocalDate(iso: "2026-11-21")), field: "value")
    }

    @Test("a weight in kilograms or pounds, with point or comma, the typed unit before the chosen one")
    func weight() throws {
        #expect(try read("72.5", WeightUnit.kilograms).value == decimal("72.5"))
        #expect(try read("72,5 kg", WeightUnit.pounds).unit == .kilograms)
        #expect(try read("160 lbs", WeightUnit.kilograms).unit == .pounds)
        #expect(try read("160", WeightUnit.pounds).kilograms == decimal("72.5747792"))
    }

    @Test("a height in centimetres, metres, feet and inches")
    func height() throws {
        #expect(try read("180", HeightUnit.centimetres).centimetres == 180)
        #expect(try read("1,80 m", HeightUnit.centimetres).centimetres == 180)
        for text in ["5'11\"", "5′11″", "5 ft 11 in", "5ft11", "5 foot 11", "71 in", "5’ 11”"] {
            #expect(try read(text, HeightUnit.centimetres).centimetres == decimal("180.34"), "\(text)")
        }
        #expect(try read("5 11", HeightUnit.inches).value == 71)
        #expect(try read("71", HeightUnit.inches).value == 71)
        #expect(try read("6'", HeightUnit.inches).value == 72)
        #expect(try read("5'11.5", HeightUnit.inches).value == decimal("71.5"))
    }

    @Test("a kidney function as rate or creatinine")
    func kidney() throws {
        #expect(try read("58", KidneyFunctionUnit.filtrationRate).value == 58)
        #expect(try read("1.2 mg/dL", KidneyFunctionUnit.filtrationRate).unit == .milligramsPerDecilitre)
        #expect(try read("106 µmol/l", KidneyFunctionUnit.filtrationRate).unit == .micromolesPerLitre)
        #expect(try read("58 mL/min/1.73 m²", KidneyFunctionUnit.milligramsPerDecilitre).unit == .filtrationRate)
    }

    @Test(
        "what is no number is refused",
        arguments: [
            "", "-3", "1e2", "7²", "12.3.4", "1,2345", ".5", "5.", "seventy", "72 stone", "NaN", "0x10", "1234567",
        ])
    func unreadable(text: String) {
        #expect(throws: Problem("value", "patients.problem.measurement-unreadable")) {
            try read(text, WeightUnit.kilograms)
        }
    }

    @Test("feet and inches that may mean two heights are refused", arguments: ["5.11", "5'12", "5", "15'2", "'"])
    func ambiguousHeight(text: String) {
        #expect(throws: Problem.self) { try read(text, HeightUnit.inches) }
    }

    @Test("what no person has is refused")
    func implausible() {
        #expect(throws: Problem("value", "patients.problem.weight-range")) {
            try read("700", WeightUnit.kilograms)
        }
        #expect(throws: Problem("value", "patients.problem.weight-range")) {
            try read("0.2", WeightUnit.kilograms)
        }
        #expect(throws: Problem("value", "patients.problem.height-range")) {
            try read("1.80", HeightUnit.centimetres)
        }
        #expect(throws: Problem("value", "patients.problem.kidney-range")) {
            try read("106", KidneyFunctionUnit.milligramsPerDecilitre)
        }
    }
}
