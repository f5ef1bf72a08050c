import Clinic
import Foundation

/// One expected dose as a page shows it: when, how much, what became of it, and the tap that says "taken".
struct DoseLine: Sendable {
    /// Nil on the page of the medicine itself.
    let medicine: String?
    /// The page of the medicine.
    let medicineURL: String
    /// "08:00", or words for a dose that is only counted for its day.
    let time: String
    /// Why the time is what it is, or that the dose is yesterday's; nil for nothing to say.
    let note: String?
    /// "1 tablet"; empty where no amount is said.
    let dose: String
    /// The raw value of ``DoseState``, for its tag.
    let state: String
    let stateText: String
    let icon: String
    /// The tap; nil where it is not offered.
    let tap: Tap?
    /// Where a dose without a tap is logged; nil when it is answered.
    let formURL: String?
    /// The entry that answers it; nil for none.
    let entryURL: String?
    /// When it is due or was answered, for putting lines in order.
    let order: Date

    /// What "taken" sends.
    struct Tap: Sendable {
        let url: String
        let slot: String
        let key: String
        /// The page to come back to.
        let place: String
        /// "Lisinopril 10 mg, 08:00": for those who hear the button alone.
        let what: String
    }
}

/// The doses of one medicine around now, with what became of them.
struct MedicationToday: Sendable {
    let lines: [DoseLine]
    /// The next dose that is not answered and not over; nil for none, or none that can be computed.
    let next: PlannedDose?
}

/// Makes lines of doses for one page.
struct DoseLines {
    let reading: LogReading
    /// The page that a tap comes back to: `home`, `list` or `medication`.
    let place: String
    /// Whether each line says its medicine.
    let namesMedicine: Bool
    private var words: LogWords { reading.words }

    /// - Parameter entries: those from ``DoseLog/daysAround`` days before yesterday on.
    func today(_ entries: [Administration]) -> MedicationToday {
        let answers = Dictionary(
            entries.compactMap { entry in entry.details.slot.map { ($0, entry) } }, uniquingKeysWith: { $1 })
        let today = reading.today
        // Before the hour at which a day ends it is the day before still, while the clock's day may have doses already.
        let clockDay = reading.plan.clock.reading(at: reading.now).day
        let plan = reading.plan.plan(on: today.adding(days: -1)...today.adding(days: 1))
        let record = DoseRecord(plan, DoseLog(entries.map(\.details)), at: reading.now)
        let shown = record.doses.filter { planned, state in
            planned.dose.day == today || state == .open || (planned.dose.day == clockDay && state != .upcoming)
        }
        let answered = Set(answers.keys)
        return MedicationToday(
            lines: shown.map { line($0.planned, $0.state, answers[$0.planned.dose.id.description]) },
            next: reading.prescription.status == .signed
                ? reading.plan.next(from: reading.now, answered: answered) : nil)
    }

    func line(_ planned: PlannedDose, _ state: DoseState, _ entry: Administration?) -> DoseLine {
        let dose = planned.dose
        let slot = dose.id.description
        let title = words.title(reading.order)
        let time = time(dose)
        let isOpen = state == .open
        let tap = DoseLine.Tap(
            url: "\(reading.path)/administrations", slot: slot, key: SecretToken.make(), place: place,
            what: "\(title), \(time)")
        return DoseLine(
            medicine: namesMedicine ? title : nil, medicineURL: reading.path, time: time, note: note(dose),
            dose: dose.dose.map(words.dose) ?? "", state: state.rawValue, stateText: stateText(state, entry),
            icon: Self.icon(state), tap: isOpen ? tap : nil,
            formURL: entry == nil && !isOpen ? "\(reading.path)/administrations/new?dose=\(slot)" : nil,
            entryURL: entry.map { reading.side.path($0.id) }, order: dose.instant ?? planned.opens)
    }

    /// "08:00"; for a dose without a time the part of the day it is tied to is in the sentence above.
    func time(_ dose: ExpectedDose) -> String {
        dose.time.map(words.time) ?? words("administrations.any-time")
    }

    private func note(_ dose: ExpectedDose) -> String? {
        var notes: [String] = []
        if dose.day < reading.today { notes.append(words("administrations.yesterday")) }
        if dose.isAssumed, dose.time != nil { notes.append(words("administrations.assumed")) }
        if dose.isOptional { notes.append(words("administrations.optional")) }
        return notes.isEmpty ? nil : notes.joined(separator: " · ")
    }

    private func stateText(_ state: DoseState, _ entry: Administration?) -> String {
        if let entry, entry.details.isTaken {
            return words("administrations.taken-at", ["time": words.time(entry.details.at)])
        }
        return words("administrations.dose.\(state.rawValue)")
    }

    static func icon(_ state: DoseState) -> String {
        switch state {
        case .taken: "check"
        case .notTaken: "close"
        case .missed: "warning"
        case .open: "clock"
        case .noRecord, .upcoming, .leftOut: "calendar"
        }
    }
}
