import Clinic
import Foundation
import Rendering

/// A medication order as its form sends it: everything as typed. The medicine is chosen on a page of its own and kept
/// among the draft's fields.
struct MedicationOrderForm: Sendable {
    /// The fields a person types, by name.
    static let typedNames = [
        "strength", "form", "route", "dosage", "as-written", "instruction", "reason", "start", "end", "quantity",
        "quantity-unit", "refills", "substitution", "note-patient", "note-pharmacist",
    ]
    /// What choosing a medicine keeps.
    private static let medicineNames = ["medicine-id", "medicine", "brand", "controlled", "weekly-only"]

    var fields: [String: [String]]

    init(_ fields: [String: [String]]) { self.fields = fields }

    subscript(name: String) -> String { fields[name]?.first ?? "" }

    /// The fields of a new order: today is the first day, and nothing that could be meant otherwise is filled in.
    static func new(start: String) -> MedicationOrderForm {
        MedicationOrderForm(["start": [start], "refills": ["0"], "substitution": ["allowed"]])
    }

    /// The typed fields of another form in the place of these; the medicine stays.
    func typing(_ form: Form) -> MedicationOrderForm {
        var other = fields.filter { Self.medicineNames.contains($0.key) }
        for name in Self.typedNames + Self.placeNames where form.has(name) { other[name] = [form.text(name)] }
        for number in 1...DosageRow.most {
            for element in DosageRow.Element.allCases {
                let typed = form.all(DosageRow.name(number, element))
                if !typed.isEmpty { other[DosageRow.name(number, element)] = Array(typed.prefix(7)) }
            }
        }
        return MedicationOrderForm(other)
    }

    /// Nil until one is chosen.
    var medicine: PrescribedMedicine? {
        get {
            guard !self["medicine"].isEmpty else { return nil }
            return PrescribedMedicine(
                catalogID: self["medicine-id"].isEmpty ? nil : self["medicine-id"], name: self["medicine"],
                brand: self["brand"], controlledSchedule: self["controlled"],
                isWeeklyOnly: self["weekly-only"] == "yes")
        }
        set {
            for name in Self.medicineNames { fields[name] = nil }
            guard let newValue else { return }
            fields["medicine"] = [newValue.name]
            if let id = newValue.catalogID { fields["medicine-id"] = [id] }
            if !newValue.brand.isEmpty { fields["brand"] = [newValue.brand] }
            if !newValue.controlledSchedule.isEmpty { fields["controlled"] = [newValue.controlledSchedule] }
            if newValue.isWeeklyOnly { fields["weekly-only"] = ["yes"] }
        }
    }
}
