/// One thing that happened at the demo clinic on a day.
struct DemoStep: Sendable {
    enum Event: Sendable {
        case register(DemoPatient)
        /// What was found out on that day is written into the record.
        case update(DemoPatient)
        case make(DemoTherapyTemplate)
        case sign(DemoPrescription)
        /// A message about a prescription is taken by the practice's mail server.
        case send(DemoPrescription)
        case prescribe(DemoMedication)
        /// The practice tells what became of a prescription.
        case tell(DemoReturn, DemoPrescription)
        /// A patient, by key, writes down the doses of some days, counted back.
        case log(String, days: ClosedRange<Int>)
    }

    let event: Event
    let daysAgo: Int
    /// Of the day at the clinic: lists of therapies are made before nine, patients are registered from nine, measured from
    /// ten, prescribed for from eleven and from noon; messages go out at one, practices tell of them at two; what they took
    /// is written down at eleven at night.
    let minute: Int

    /// Everything that happened at a clinic, in its order.
    static func all(of clinic: DemoClinic) -> [DemoStep] {
        let patients = clinic.patients.enumerated().flatMap { place, patient in
            [DemoStep(event: .register(patient), daysAgo: patient.registeredDaysAgo, minute: 9 * 60 + 3 * place)]
                + patient.laterDaysAgo.map {
                    DemoStep(event: .update(patient), daysAgo: $0, minute: 10 * 60 + 3 * place)
                }
        }
        let templates = clinic.therapyTemplates.enumerated().map { place, template in
            DemoStep(event: .make(template), daysAgo: template.madeDaysAgo, minute: 8 * 60 + 30 + 3 * place)
        }
        let prescriptions = clinic.prescriptions.enumerated().map { place, prescription in
            DemoStep(event: .sign(prescription), daysAgo: prescription.signedDaysAgo, minute: 11 * 60 + 4 * place)
        }
        let messages = clinic.prescriptions.enumerated().compactMap { place, prescription in
            prescription.sentDaysAgo.map { DemoStep(event: .send(prescription), daysAgo: $0, minute: 13 * 60 + place) }
        }
        let medications = clinic.medications.enumerated().map { place, medication in
            DemoStep(event: .prescribe(medication), daysAgo: medication.signedDaysAgo, minute: 12 * 60 + 2 * place)
        }
        let returns = clinic.prescriptions.flatMap { prescription in
            (prescription.course ?? []).enumerated().map { place, entry in
                DemoStep(event: .tell(entry, prescription), daysAgo: entry.daysAgo, minute: 14 * 60 + place)
            }
        }
        let logs = Set(clinic.medications.filter { $0.log != nil }.map(\.patient)).sorted().flatMap { patient in
            let first = clinic.medications.filter { $0.patient == patient }.map(\.signedDaysAgo).max() ?? 0
            return Self.evenings(from: first).map {
                DemoStep(event: .log(patient, days: $0), daysAgo: $0.lowerBound, minute: 23 * 60)
            }
        }
        return (templates + patients + prescriptions + medications + messages + returns + logs).sorted {
            (-$0.daysAgo, $0.minute) < (-$1.daysAgo, $1.minute)
        }
    }

    /// The evenings on which a patient writes down doses, each with the days it is for: every evening of the last four weeks,
    /// once a week before, so that a clinic with years of doses is built in seconds.
    private static func evenings(from first: Int) -> [ClosedRange<Int>] {
        var last = first
        var evenings: [ClosedRange<Int>] = []
        while last >= 1 {
            let length = last > 28 ? min(7, last - 28) : 1
            evenings.append((last - length + 1)...last)
            last -= length
        }
        return evenings
    }
}
