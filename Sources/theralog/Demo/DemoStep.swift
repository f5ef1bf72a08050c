/// One thing that happened at the demo clinic on a day.
struct DemoStep: Sendable {
    enum Event: Sendable {
        case register(DemoPatient)
        /// What was found out on that day is written into the record.
        case update(DemoPatient)
        case sign(DemoPrescription)
    }

    let event: Event
    let daysAgo: Int
    /// Of the day at the clinic: patients are registered from nine, measured from ten, prescribed for from eleven.
    let minute: Int

    /// Everything that happened at a clinic, in its order.
    static func all(of clinic: DemoClinic) -> [DemoStep] {
        let patients = clinic.patients.enumerated().flatMap { place, patient in
            [DemoStep(event: .register(patient), daysAgo: patient.registeredDaysAgo, minute: 9 * 60 + 3 * place)]
                + patient.laterDaysAgo.map {
                    DemoStep(event: .update(patient), daysAgo: $0, minute: 10 * 60 + 3 * place)
                }
        }
        let prescriptions = clinic.prescriptions.enumerated().map { place, prescription in
            DemoStep(event: .sign(prescription), daysAgo: prescription.signedDaysAgo, minute: 11 * 60 + 4 * place)
        }
        return (patients + prescriptions).sorted { (-$0.daysAgo, $0.minute) < (-$1.daysAgo, $1.minute) }
    }
}
