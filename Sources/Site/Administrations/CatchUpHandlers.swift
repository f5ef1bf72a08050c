import Clinic
import Foundation
import Hummingbird
import Rendering
import Store

/// Logging several days at once: the doses of the last days that nothing is known of, to be ticked.
struct CatchUpHandlers {
    let site: Site

    func show(_ request: Request, _ context: some LogContext) async throws -> Response {
        let reading = try await site.logReading(context)
        let days = CatchUpPage.lengths.first { "\($0)" == request.query("days") } ?? 7
        return try await page(reading, days: days, chosen: [], reason: "", problems: [], context)
    }

    /// Records the chosen doses as taken at their times, or as not taken, all or none.
    func record(_ form: Form, _ request: Request, _ context: some LogContext) async throws -> Response {
        let reading = try await site.logReading(context)
        let days = CatchUpPage.lengths.first { "\($0)" == form.text("days") } ?? 7
        let chosen = Set(form.all("slot"))
        let open = try await open(reading, days: days).filter { chosen.contains($0.dose.id.description) }
        var problems: [Problem] = []
        if open.isEmpty { problems.append(Problem("slot", "administrations.problem.none-chosen")) }
        let outcome = Self.outcome(form, &problems)
        guard problems.isEmpty, let outcome else {
            return try await page(
                reading, days: days, chosen: chosen, reason: form.text("reason"), problems: problems, context)
        }
        let entries = open.map { planned in
            AdministrationEntry(
                prescription: reading.prescription.id, formKey: SecretToken.make(),
                details: reading.caughtUp(planned, outcome))
        }
        _ = try await site.database.record(entries, by: context.actor)
        return Responses.redirect(to: reading.path, flash: "flash.entries-logged")
    }

    private static func outcome(_ form: Form, _ problems: inout [Problem]) -> AdministrationDraft.Outcome? {
        switch form.text("outcome") {
        case "taken": return .taken
        case "not-taken":
            if let reason = NotTakenReason(rawValue: form.text("reason")) { return .notTaken(reason) }
            problems.append(Problem("reason", "administrations.problem.reason"))
        default: problems.append(Problem("", "administrations.problem.outcome"))
        }
        return nil
    }

    /// The doses of the last days whose time has come and that nothing is known of, the latest first.
    private func open(_ reading: LogReading, days: Int) async throws -> [PlannedDose] {
        let range = reading.today.adding(days: 1 - days)...reading.today
        let answered = try await site.database.answeredSlots(ofSeries: reading.series, days: range)
        return reading.plan.plan(on: range).reversed().filter {
            $0.opens <= reading.now && ($0.dose.instant ?? $0.opens) <= reading.now
                && !answered.contains($0.dose.id.description)
        }
    }

    private func page(
        _ reading: LogReading, days: Int, chosen: Set<String>, reason: String, problems: [Problem],
        _ context: some LogContext
    ) async throws -> Response {
        let page = CatchUpPage(
            reading, banner: try await site.logBanner(reading, context), days: days,
            open: try await open(reading, days: days), chosen: chosen, reason: reason, problems: problems)
        return try site.response(page, context, status: problems.isEmpty ? .ok : .unprocessableContent)
    }
}

extension LogReading {
    /// An entry made afterwards: at the planned time, or at noon of a day that names no time.
    fileprivate func caughtUp(
        _ planned: PlannedDose, _ outcome: AdministrationDraft.Outcome
    ) -> AdministrationDraft {
        let at = planned.dose.instant ?? min(now, plan.clock.instant(of: .noon, on: planned.dose.day))
        return AdministrationDraft(
            outcome, at: at, in: words.zone, day: planned.dose.day, medicine: medicine, dose: planned.dose.dose,
            slot: planned.dose.id.description, plannedAt: planned.dose.instant)
    }
}

/// The doses of the last days that can be ticked.
struct CatchUpPage: Page {
    static let template = "administrations/catch-up"
    /// How many days can be looked back on at once.
    static let lengths = [7, 14, 31]

    /// The doses of one day.
    struct Day: Sendable {
        let id: String
        let title: String
        let doses: [Choice]
    }

    struct Choice: Sendable {
        let id: String
        let slot: String
        let label: String
        let checked: Bool
    }

    let banner: PatientBanner?
    let medicine: String
    let sentence: String
    let medicineURL: String
    let action: String
    let problems: [ProblemLine]
    let slotError: String?
    let days: Int
    let lengths: [MedicationLogPage.Choice]
    let open: [Day]
    let isEmpty: Bool
    let reason: ChoiceFieldView

    init(
        _ reading: LogReading, banner: PatientBanner?, days: Int, open: [PlannedDose], chosen: Set<String>,
        reason: String, problems: [Problem]
    ) {
        let words = reading.words
        let fields = FieldBuilder(words: words.words, problems: problems, prefix: "administrations")
        self.banner = banner
        medicine = reading.medicine
        sentence = words.sentence(reading.order).full
        medicineURL = reading.path
        action = "\(reading.path)/administrations/days"
        self.problems = fields.summary
        slotError = fields.error("slot")
        self.days = days
        lengths = Self.lengths.map {
            MedicationLogPage.Choice(
                label: words("administrations.days", count: $0), url: "\(reading.path)/administrations/days?days=\($0)",
                current: $0 == days)
        }
        self.open = Self.grouped(open, chosen, DoseLines(reading: reading, place: "", namesMedicine: false))
        isEmpty = open.isEmpty
        let reasons =
            [("", words("administrations.reason.choose"))]
            + NotTakenReason.allCases.map { ($0.rawValue, words.reason($0)) }
        self.reason = fields.choice("reason", reasons, chosen: [reason]) { $0.width = "20" }
    }

    /// The first choice has the id that the summary's link leads to.
    private static func grouped(_ open: [PlannedDose], _ chosen: Set<String>, _ lines: DoseLines) -> [Day] {
        let words = lines.reading.words
        let first = open.first?.dose.id
        var days: [LocalDate] = []
        for planned in open where days.last != planned.dose.day { days.append(planned.dose.day) }
        return days.map { day in
            let doses = open.reversed().filter { $0.dose.day == day }.map { planned in
                let slot = planned.dose.id.description
                let what = planned.dose.dose.map(words.dose) ?? ""
                return Choice(
                    id: planned.dose.id == first ? "slot" : "slot-\(slot)", slot: slot,
                    label: [lines.time(planned.dose), what].filter { !$0.isEmpty }.joined(separator: " · "),
                    checked: chosen.contains(slot))
            }
            return Day(id: "day-\(day)", title: words.date(day), doses: doses)
        }
    }
}
