import Clinic
import Foundation
import Rendering
import Site
import Store

/// A medicine of the demo clinic as it was signed, with the doses it expects.
struct DemoMedicine: Sendable {
    let entry: DemoMedication
    let prescription: MedicationPrescription
    let plan: MedicationPlan
}

extension DemoBuilder {
    /// Writes and signs a medication prescription, as its clinician would on the page.
    func prescribe(_ entry: DemoMedication) async throws -> DemoMedicine {
        try await Self.naming("medication \(entry.key)") {
            let clinician = try Self.entry(entry.clinician, in: accounts)
            let actor = Actor(account: clinician.id)
            let patient = try await database.patient(try Self.entry(entry.patient, in: patients).id)
            guard let provider = try await database.provider(of: clinician.id)?.provider else {
                throw Problem("clinician", "problems.required")
            }
            let zone = patient.timeZone.flatMap { TimeZone(identifier: $0.text) } ?? site.settings.timeZone
            let order = try await order(entry, zone: zone)
            let draft = try await database.insertMedicationPrescriptionDraft(for: patient.id, fields: [:], by: actor)
            let sheet = site.medicationSheet(
                order, from: provider, for: patient, in: clinician.language ?? .english, zone: zone)
            let signed = try await database.sign(
                MedicationSigning(
                    prescription: draft, version: 1, sheet: sheet, timeZone: site.settings.timeZone),
                by: actor)
            return DemoMedicine(
                entry: entry, prescription: signed, plan: MedicationPlan([signed], rhythm: .usual, zone: zone))
        }
    }

    /// The order, through the rules of the form.
    private func order(_ entry: DemoMedication, zone: TimeZone) async throws -> MedicationOrder {
        let stored = try await database.medication(MedicationID(entry.medicine))
        let medicine = PrescribedMedicine(
            catalogID: entry.medicine, name: stored.medication.name,
            controlledSchedule: stored.medication.schedule?.rawValue ?? "",
            isWeeklyOnly: stored.medication.isWeeklyOnly)
        let dosages = try DosageShorthand(.english, field: "dosage").dosages(entry.dosage)
        var order = MedicationOrder(medicine, dosages, from: LocalDate(clock.now, in: zone))
        order.strength = entry.strength
        order.form = entry.form
        order.route = entry.route
        order.reason = entry.reason
        if let unit = dosages.first?.dose?.unit {
            order.quantity = Dose(try DoseReading(.english, field: "quantity").value("\(entry.quantity)"), unit)
        }
        order.refills = entry.refills
        let rules = DosageRules(start: order.start, isWeeklyOnly: medicine.isWeeklyOnly)
        let problems = rules.problems(in: dosages)
        guard problems.isEmpty else { throw ValidationFailure(problems) }
        return order
    }

    /// Writes down what a patient took and left out on some days, as the patient would in the evening of the last of them.
    func log(_ days: ClosedRange<Int>, of patient: String) async throws {
        let reader = demo.accounts.first { $0.patient == patient }?.key
        let entries = (medicines[patient] ?? []).flatMap { medicine in
            DemoLog(medicine).entries(daysAgo: days, today: clock.today, now: clock.now)
        }
        guard let first = medicines[patient]?.first, !entries.isEmpty else { return }
        let account = try Self.entry(reader ?? first.entry.clinician, in: accounts)
        _ = try await database.record(entries, by: Actor(account: account.id))
    }
}

/// What becomes of a medicine's doses: by chance, but the same each time the clinic is built.
private struct DemoLog {
    private let medicine: DemoMedicine

    init(_ medicine: DemoMedicine) { self.medicine = medicine }

    func entries(daysAgo: ClosedRange<Int>, today: LocalDate, now: Date) -> [AdministrationEntry] {
        guard let log = medicine.entry.log else { return [] }
        let days = today.adding(days: -daysAgo.upperBound)...today.adding(days: -daysAgo.lowerBound)
        return medicine.plan.plan(on: days).compactMap { planned in
            let ago = planned.dose.day.days(to: today)
            guard !log.pauses.contains(where: { ($0.throughDaysAgo...$0.fromDaysAgo).contains(ago) }) else {
                return nil
            }
            return entry(planned.dose, log, now: now)
        }
    }

    private func entry(_ dose: ExpectedDose, _ log: DemoMedication.Log, now: Date) -> AdministrationEntry? {
        var chance = Chance(seed: "\(medicine.entry.key) \(dose.id)")
        let share = chance.next()
        guard share < log.taken + log.leftOut, let due = dose.instant else { return nil }
        let isTaken = share < log.taken
        let reason = log.reasons.isEmpty ? .forgot : log.reasons[Int(chance.next() * Double(log.reasons.count))]
        // Mostly on time, now and then an hour late.
        let late = (chance.next() * 30 - 10) * 60 + (chance.next() < 0.1 ? 3600 : 0)
        let order = medicine.prescription.order
        let details = AdministrationDraft(
            isTaken ? .taken : .notTaken(reason), at: min(due.addingTimeInterval(late), now),
            in: medicine.plan.clock.zone, day: dose.day,
            medicine: [order.medicine.title, order.strength].filter { !$0.isEmpty }.joined(separator: " "),
            dose: dose.dose, slot: dose.id.description, plannedAt: due)
        return AdministrationEntry(
            prescription: medicine.prescription.id, formKey: "demo-\(dose.id)", details: details)
    }
}

/// Numbers that look like chance and are the same for the same text (SplitMix64 over FNV-1a).
private struct Chance {
    private var state: UInt64

    init(seed: String) {
        state = seed.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    /// From 0 to just below 1.
    mutating func next() -> Double {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Double((mixed ^ (mixed >> 31)) >> 11) / Double(1 << 53)
    }
}
