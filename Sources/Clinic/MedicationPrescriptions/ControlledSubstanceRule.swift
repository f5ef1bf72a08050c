/// What United States law says of refills: none for schedule II (21 CFR 1306.12), five at most for schedules III and IV
/// (21 CFR 1306.22).
package enum ControlledSubstanceRule {
    /// What is wrong with the refills of an order; nil for nothing.
    package static func problem(_ order: MedicationOrder) -> Problem? {
        switch order.medicine.controlledSchedule {
        case "CII" where order.refills > 0: Problem("refills", "medication-prescriptions.problem.no-refills")
        case "CIII" where order.refills > 5, "CIV" where order.refills > 5:
            Problem("refills", "medication-prescriptions.problem.five-refills")
        default: nil
        }
    }
}
