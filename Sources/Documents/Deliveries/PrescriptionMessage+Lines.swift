import Clinic
import Foundation
import Rendering

extension PrescriptionMessage {
    /// Everything that was ordered, in the order of the sheet.
    /// - Parameter day: of the signature.
    static func lines(_ sheet: TherapySheet, on day: LocalDate, _ words: Words) -> [MessageLine] {
        let parts = SheetParts(sheet: sheet, day: day, words: words, view: SheetView(isA4: true) { _ in "" })
        var lines = [MessageLine(words("sheets.practice"), practice(sheet.practice))]
        lines += parts.evaluationLines.map { MessageLine($0.label, $0.value) }
        for section in parts.sections {
            let items = section.items.map { item in item.detail.map { "\(item.title) (\($0))" } ?? item.title }
            lines.append(MessageLine(section.title, items.joined(separator: "; ")))
        }
        lines += parts.limits.map { MessageLine($0.label, $0.value) }
        lines.append(MessageLine(words("sheets.goals"), sheet.therapies.goals))
        lines.append(MessageLine(words("sheets.instructions"), sheet.therapies.instructions))
        let diagnoses = parts.diagnoses.map { diagnosis in
            [diagnosis.code, diagnosis.title, diagnosis.side.map { "(\($0))" }].compactMap(\.self)
                .joined(separator: " ")
        }
        lines.append(MessageLine(words("sheets.diagnoses"), diagnoses.joined(separator: "; ")))
        let until = sheet.therapies.validUntil.map { Dates(words.language).date($0) } ?? ""
        lines.append(MessageLine(words("sheets.valid-until"), until))
        return lines.filter { !$0.value.isEmpty }
    }

    private static func practice(_ practice: TherapySheet.Practice) -> String {
        ([practice.name, practice.contact] + practice.address + [practice.phone]).filter { !$0.isEmpty }
            .joined(separator: ", ")
    }

    /// The medicine, how it is taken and what is dispensed, with the allergies that were known and what the law asks for.
    static func lines(_ sheet: MedicationSheet, _ words: Words) -> [MessageLine] {
        let parts = MedicationSheetParts(sheet: sheet, words: words)
        let medicine = [parts.medicine, parts.form.map { "(\($0))" }].compactMap(\.self).joined(separator: " ")
        let lines =
            [
                MessageLine(words("medication-sheets.medicine"), medicine),
                MessageLine(words("medication-sheets.how"), sheet.sentence),
                MessageLine(words("medication-sheets.note-patient"), sheet.order.noteToPatient),
            ]
            + parts.facts.map { MessageLine($0.label, $0.value) } + [
                MessageLine(words("medication-sheets.note-pharmacist"), sheet.order.noteToPharmacist),
                MessageLine(words("medication-sheets.allergies"), parts.allergies.joined(separator: "; ")),
                MessageLine(words("deliveries.note"), parts.controlled ?? ""),
            ]
        return lines.filter { !$0.value.isEmpty }
    }
}
