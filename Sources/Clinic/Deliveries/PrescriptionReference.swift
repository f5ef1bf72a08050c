/// A prescription of either kind.
package enum PrescriptionReference: Hashable, Sendable {
    case therapy(Identifier<TherapyPrescription>)
    case medication(Identifier<MedicationPrescription>)
}
