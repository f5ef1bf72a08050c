import Clinic
import Testing

@Suite("Codes as people read and write them")
struct DiagnosisCodeTests {
    @Test(
        "the dot comes after three characters, in ICD-9-CM's E codes after four",
        arguments: [
            (CodeSystem.icd10cm, "M545", "M54.5"), (.icd10cm, "M54", "M54"), (.icd10cm, "S134XXA", "S13.4XXA"),
            (.icd10cm, "E8710", "E87.10"), (.icd9cm, "7220", "722.0"), (.icd9cm, "72210", "722.10"),
            (.icd9cm, "E8710", "E871.0"), (.icd9cm, "E871", "E871"), (.icd9cm, "V4512", "V45.12"),
            (.icd9cm, "V45", "V45"),
        ])
    func display(system: CodeSystem, text: String, shown: String) {
        #expect(DiagnosisCode(system: system, text: text).display == shown)
    }

    @Test(
        "are read with or without dot, in any case, with spaces around",
        arguments: [("m54.5", "M545"), ("M545", "M545"), (" m54.5 ", "M545"), ("722", "722"), ("e871.0", "E8710")])
    func typed(typed: String, text: String) {
        #expect(DiagnosisCode(system: .icd10cm, typed: typed)?.text == text)
    }

    @Test(
        "anything else is no code",
        arguments: ["", ".", "M5", "hip", "M54.5; DROP", "M54-5", "S134XXAAA", "٧٢٢", "M54.5\u{0}", "ｍ５４５"])
    func rubbish(typed: String) {
        #expect(DiagnosisCode(system: .icd10cm, typed: typed) == nil)
    }

    @Test("a form field holds the list with the code")
    func formValue() {
        let code = DiagnosisCode(system: .icd9cm, text: "E8710")
        #expect(code.formValue == "icd9cm:E871.0")
        #expect(DiagnosisCode(formValue: code.formValue) == code)
        for wrong in ["", "M54.5", "icd10cm", "icd10cm:", "icd11:M54.5", "icd10cm:M54.5:x", "icd10cm:<b>"] {
            #expect(DiagnosisCode(formValue: wrong) == nil)
        }
    }

    @Test("a release is in force from its first day to its last")
    func inForce() throws {
        let release = CatalogRelease(
            system: .icd10cm, name: "FY2026", title: "ICD-10-CM, fiscal year 2026",
            effectiveFrom: try #require(LocalDate(iso: "2025-10-01")),
            effectiveUntil: LocalDate(iso: "2026-09-30"))
        let days = ["2025-09-30", "2025-10-01", "2026-09-30", "2026-10-01"].compactMap(LocalDate.init(iso:))
        #expect(days.map(release.isInForce(on:)) == [false, true, true, false])
        #expect(days.map(release.hasEnded(on:)) == [false, false, false, true])
    }
}
