import Clinic
import Foundation

extension MedicationOrder {
    /// Lisinopril, one tablet twice a day at 08:00 and 20:00, from a day on.
    package static func sample(from start: String = "2026-11-01", _ name: String = "lisinopril") -> MedicationOrder {
        let times = [LocalTime(minuteOfDay: 480), LocalTime(minuteOfDay: 1200)]
        let dosage = Dosage(Dose(.one, .tablet), Timing(.calendar(CalendarRhythm(at: .times(times)))))
        let day = LocalDate(iso: start) ?? LocalDate(.now, in: .gmt)
        var order = MedicationOrder(PrescribedMedicine(catalogID: name, name: name), [dosage], from: day)
        order.strength = "10 mg"
        order.form = "tablet"
        order.route = "oral"
        order.reason = "high blood pressure"
        return order
    }
}

extension MedicationSheet {
    /// A sheet as a clinician would sign it.
    package static func sample(_ order: MedicationOrder = .sample()) throws -> MedicationSheet {
        let other = try TherapySheet.sample()
        return MedicationSheet(
            language: .english, provider: other.provider, patient: other.patient, allergies: .noneKnown, order: order,
            sentence: "Take 1 tablet every day at 8:00 and at 20:00.", isAsWritten: false)
    }
}
