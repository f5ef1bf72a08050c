import Clinic
import Foundation
import Rendering

/// An entry of a log as its form sends it.
struct AdministrationForm: Sendable {
    /// What `when` says.
    enum Moment: String, CaseIterable {
        case now, planned, other
    }

    /// The dose that is answered: a slot's name; `unplanned` for one that is not in the plan; empty to find it by the time.
    var dose = ""
    var outcome = ""
    var when = Moment.now.rawValue
    var date = ""
    var time = ""
    var amount = ""
    var reason = ""
    var note = ""
    /// The form's own key.
    var key = SecretToken.make()
    /// Whether the warnings were read.
    var isConfirmed = false
    /// The version that a correction starts from.
    var version = 0

    static let unplanned = "unplanned"

    init() {}

    init(_ form: Form) {
        dose = form.text("dose")
        outcome = form.text("outcome")
        when = form.has("when") ? form.text("when") : Moment.now.rawValue
        date = form.text("date")
        time = form.text("time")
        amount = form.text("amount")
        reason = form.text("reason")
        note = form.text("note")
        let sent = form.text("key")
        let isOurs = (1...64).contains(sent.utf8.count) && sent.utf8.allSatisfy { (33...126).contains($0) }
        key = isOurs ? sent : SecretToken.make()
        isConfirmed = form.has("confirmed")
        version = Int(form.text("version")) ?? 0
    }

    /// The form of an entry that is to be corrected.
    init(_ entry: Administration, _ reading: LogReading) {
        let local = WallClock(reading.words.zone).reading(at: entry.details.at)
        dose = entry.details.slot ?? Self.unplanned
        outcome = entry.details.isTaken ? "taken" : "not-taken"
        when = Moment.other.rawValue
        date = local.day.description
        time = local.time.description
        amount = entry.details.amount.map { reading.amountText($0) } ?? ""
        if case .notTaken(let why) = entry.details.outcome { reason = why.rawValue }
        note = entry.details.note
        version = entry.version
    }

    /// The entry with all that was typed checked.
    /// - Parameter before: the entry that is corrected; nil for a new one.
    /// - Throws: ``ValidationFailure``.
    func draft(_ reading: LogReading, answered: Set<String>, correcting before: Administration? = nil) throws
        -> AdministrationDraft
    {
        var problems: [Problem] = []
        let outcome = readOutcome(&problems)
        let planned = SlotID(text: dose).flatMap { reading.plan.dose($0) }
        if planned == nil, before == nil, !dose.isEmpty, dose != Self.unplanned {
            problems.append(Problem("dose", "administrations.problem.dose"))
        }
        let at = readTime(reading, planned, &problems)
        let amount = readAmount(reading, outcome, &problems)
        var text = ""
        do { text = try TypedText.block(note, field: "note", longest: 1000) } catch { problems.append(error) }
        guard problems.isEmpty, let outcome, let at else { throw ValidationFailure(problems) }
        let found = dose.isEmpty ? reading.plan.slot(for: at, answered: answered) : planned?.dose
        let draft = AdministrationDraft(
            outcome, at: at, in: reading.words.zone, day: found?.day ?? reading.plan.day(of: at),
            medicine: reading.medicine, dose: found?.dose ?? reading.usualDose, slot: found?.id.description,
            plannedAt: found?.instant, amount: amount, note: text)
        return before.map { corrected($0, draft, reading) } ?? draft
    }

    private func corrected(
        _ before: Administration, _ typed: AdministrationDraft, _ reading: LogReading
    ) -> AdministrationDraft {
        let at = typed.at
        var draft = before.details
        draft.outcome = typed.outcome
        draft.amount = typed.amount
        draft.note = typed.note
        // The form has minutes; a time that was not touched keeps its seconds.
        if Int(draft.at.timeIntervalSince1970 / 60) != Int(at.timeIntervalSince1970 / 60) {
            draft.at = at
            draft.zone = reading.words.zone
        }
        if draft.slot == nil { draft.day = reading.plan.day(of: draft.at) }
        return draft
    }

    private func readOutcome(_ problems: inout [Problem]) -> AdministrationDraft.Outcome? {
        switch outcome {
        case "taken": return .taken
        case "not-taken":
            if let reason = NotTakenReason(rawValue: reason) { return .notTaken(reason) }
            problems.append(Problem("reason", "administrations.problem.reason"))
        default: problems.append(Problem("outcome", "administrations.problem.outcome"))
        }
        return nil
    }

    private func readTime(_ reading: LogReading, _ planned: PlannedDose?, _ problems: inout [Problem]) -> Date? {
        let at: Date
        switch Moment(rawValue: when) {
        case .now?: at = reading.now
        case .planned?:
            guard let planned else {
                problems.append(Problem("when", "administrations.problem.no-planned-time"))
                return nil
            }
            guard let instant = planned.dose.instant else {
                problems.append(Problem("when", "administrations.problem.no-planned-time"))
                return nil
            }
            at = instant
        case .other?:
            guard let typed = readOther(reading, &problems) else { return nil }
            at = typed
        case nil:
            problems.append(Problem("when", "administrations.problem.when"))
            return nil
        }
        if at.timeIntervalSince(reading.now) >= 60 {
            problems.append(Problem("when", "administrations.problem.future"))
            return nil
        }
        if reading.plan.day(of: at) < reading.firstDay.adding(days: -1) {
            let values = ["date": reading.words.date(reading.firstDay)]
            problems.append(Problem("when", "administrations.problem.before-start", values))
            return nil
        }
        return min(at, reading.now)
    }

    private func readOther(_ reading: LogReading, _ problems: inout [Problem]) -> Date? {
        let order = DateOrder.usual(language: reading.words.words.language, country: .unitedStates)
        let clock = WallClock(reading.words.zone)
        var day: LocalDate?
        do {
            let typed = TypedDay(field: "date", order: order, today: clock.reading(at: reading.now).day)
            day = try typed.read(date)
        } catch { problems.append(error) }
        guard let time = LocalTime(typed: time) else {
            problems.append(Problem("time", "administrations.problem.time"))
            return nil
        }
        return day.map { clock.instant(of: time, on: $0) }
    }

    private func readAmount(
        _ reading: LogReading, _ outcome: AdministrationDraft.Outcome?, _ problems: inout [Problem]
    ) -> Dose? {
        guard outcome == .taken, amount.contains(where: { !$0.isWhitespace }), let unit = reading.usualDose?.unit else {
            return nil
        }
        do {
            return Dose(try DoseReading(reading.words.words.language, field: "amount").value(amount), unit)
        } catch {
            problems.append(error)
            return nil
        }
    }
}

extension LogReading {
    /// "Lisinopril 10 mg".
    var medicine: String { words.title(order) }

    /// The dose that is meant when none is said: the first of the order that has one.
    var usualDose: Dose? { order.dosages.lazy.compactMap(\.dose).first }

    /// An amount as it is typed.
    func amountText(_ dose: Dose) -> String { Numbers(words.words.language).dose(dose.high, isCounted: true) }
}
