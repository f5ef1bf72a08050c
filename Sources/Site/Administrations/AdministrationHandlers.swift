import Clinic
import Foundation
import Hummingbird
import Rendering
import Store

/// Logging doses: one tap, a form, and what follows from it. The same for patients and for the clinic.
struct AdministrationHandlers {
    let site: Site

    /// The form of a new entry.
    func new(_ request: Request, _ context: some LogContext) async throws -> Response {
        let reading = try await site.logReading(context)
        var form = AdministrationForm()
        form.dose = request.query("dose")
        if let slot = SlotID(text: form.dose), let planned = reading.plan.dose(slot) {
            form.prefill(planned, reading)
        } else if reading.plan.isAsNeeded || form.dose == AdministrationForm.unplanned {
            form.dose = AdministrationForm.unplanned
            form.outcome = "taken"
        }
        return try await page(form, reading, context)
    }

    /// Records an entry: 303 back. A tap sends the dose and nothing else.
    func create(_ form: Form, _ request: Request, _ context: some LogContext) async throws -> Response {
        let reading = try await site.logReading(context)
        let typed = AdministrationForm(form)
        do {
            let entries = try await site.recentEntries(reading)
            let draft = try typed.draft(reading, answered: Set(entries.compactMap(\.details.slot)))
            let warnings = try await site.warnings(draft, entries, reading)
            guard warnings.isEmpty || typed.isConfirmed else {
                return try await page(typed, reading, warnings: warnings, context)
            }
            let recording = try await site.database.record(
                AdministrationEntry(prescription: reading.prescription.id, formKey: typed.key, details: draft),
                by: context.actor)
            return back(to: form.text("return"), recording, reading)
        } catch let failure as ValidationFailure {
            return try await page(typed, reading, problems: failure.problems, context)
        }
    }

    private func back(
        to place: String, _ recording: AdministrationRecording, _ reading: LogReading
    ) -> Response {
        let page = reading.page(place)
        let entry = recording.administration
        if entry.isUndone { return Responses.redirect(to: page, flash: "flash.warning.entry-undone") }
        guard recording.isNew else { return Responses.redirect(to: page, flash: "flash.entry-there") }
        return Responses.redirect(to: "\(page)?logged=\(entry.id)")
    }

    /// Takes an entry back.
    func undo(_ form: Form, _ request: Request, _ context: some LogContext) async throws -> Response {
        let (entry, reading) = try await site.entry(context)
        let page = reading.page(form.text("return"))
        do {
            _ = try await site.database.undoAdministration(
                entry.id, version: Int(form.text("version")) ?? 0, by: context.actor)
        } catch StoreError.stale {
            let now = try await site.database.administration(entry.id)
            if !now.isUndone {
                return Responses.redirect(to: reading.side.path(entry.id), flash: "flash.warning.entry-changed")
            }
        }
        return Responses.redirect(to: page, flash: "flash.entry-undone")
    }

    func page(
        _ form: AdministrationForm, _ reading: LogReading, problems: [Problem] = [], warnings: [String] = [],
        _ context: some LogContext
    ) async throws -> Response {
        let doses = try await doses(form, reading)
        let parts = AdministrationFormPage.Parts(
            title: reading.words("administrations.new"), action: "\(reading.path)/administrations",
            banner: try await site.logBanner(reading, context), doses: doses.choices,
            hasPlannedTimes: doses.hasTimes)
        let page = AdministrationFormPage(form, reading, parts: parts, problems: problems, warnings: warnings)
        let isRefused = !problems.isEmpty || !warnings.isEmpty
        return try site.response(page, context, status: isRefused ? .unprocessableContent : .ok)
    }

    /// The doses of the last days that are not answered, and the one the form names; none for a medicine without a plan.
    private func doses(
        _ form: AdministrationForm, _ reading: LogReading
    ) async throws -> (choices: [(value: String, label: String)], hasTimes: Bool) {
        let today = reading.today
        let entries = try await site.recentEntries(reading)
        let answered = Set(entries.compactMap(\.details.slot))
        var plan = reading.plan.plan(on: today.adding(days: -2)...today.adding(days: 1)).filter {
            $0.opens <= reading.now && !answered.contains($0.dose.id.description)
        }
        if let slot = SlotID(text: form.dose), let named = reading.plan.dose(slot), !plan.contains(named) {
            plan.insert(named, at: 0)
        }
        guard !plan.isEmpty else { return ([], false) }
        let words = reading.words
        let lines = DoseLines(reading: reading, place: "", namesMedicine: false)
        let choices = plan.reversed().map { planned in
            let what = planned.dose.dose.map(words.dose) ?? ""
            let when = words(
                "administrations.date-and-time",
                ["date": words.date(planned.dose.day), "time": lines.time(planned.dose)])
            return (planned.dose.id.description, [when, what].filter { !$0.isEmpty }.joined(separator: " · "))
        }
        let unplanned = (AdministrationForm.unplanned, words("administrations.dose.unplanned"))
        return (choices + [unplanned], plan.contains { $0.dose.instant != nil })
    }
}

extension AdministrationForm {
    /// A dose that was chosen: taken now while it is open, else at its time.
    fileprivate mutating func prefill(_ planned: PlannedDose, _ reading: LogReading) {
        dose = planned.dose.id.description
        when = planned.closes <= reading.now && planned.dose.instant != nil ? "planned" : "now"
        if planned.closes <= reading.now, planned.dose.instant == nil {
            when = "other"
            date = planned.dose.day.description
        }
    }
}

extension LogReading {
    /// The page that a form names to come back to.
    func page(_ place: String) -> String {
        switch (side, place) {
        case (.own, "home"): "/"
        case (.own, "list"): "/my/medications"
        default: path
        }
    }
}

extension Site {
    /// The entries that bear on the doses around today: those of the days before, as far as states, limits and windows
    /// look back.
    func recentEntries(_ reading: LogReading) async throws -> [Administration] {
        let today = reading.today
        return try await database.administrations(
            ofSeries: reading.series, days: today.adding(days: -31)...today.adding(days: 1))
    }

    /// What is to be known before a dose is recorded as taken. It never stops the recording.
    func warnings(
        _ draft: AdministrationDraft, _ entries: [Administration], _ reading: LogReading
    ) async throws -> [String] {
        guard draft.isTaken else { return [] }
        let words = reading.words
        var warnings: [String] = []
        let taken = entries.filter { $0.details.isTaken }
        if draft.slot == nil, !reading.plan.isAsNeeded {
            let same = taken.filter { $0.details.day == draft.day }.count
            warnings.append(words("administrations.warning.extra", count: same))
        }
        let counted =
            reading.plan.limits.limits.contains { if case .perLifetime = $0 { true } else { false } }
            ? try await database.administrations(ofSeries: reading.series, limit: 20_000).filter { $0.details.isTaken }
            : taken
        let intakes = counted.map {
            IntakeLimits.Intake(at: $0.details.at, amount: $0.details.amount ?? $0.details.dose)
        }
        let answer = reading.plan.limits.nextAllowed(at: draft.at, draft.amount ?? draft.dose, after: intakes)
        warnings += answer.against.map(words.warning)
        if let earliest = answer.earliest, earliest > draft.at, !answer.against.isEmpty {
            warnings.append(words("administrations.warning.earliest", ["time": words.dateAndTime(earliest)]))
        }
        return warnings
    }

    /// Who the page is about, for the clinic; nil on the patient's own pages.
    func logBanner(_ reading: LogReading, _ context: some LogContext) async throws -> PatientBanner? {
        guard let clinician = context as? ClinicianContext else { return nil }
        return try await patientBanner(try await database.patient(reading.prescription.patient), clinician)
    }
}
