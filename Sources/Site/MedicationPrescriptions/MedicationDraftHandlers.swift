import Clinic
import Foundation
import HTTPTypes
import Hummingbird
import Rendering
import Store

/// Writing an order: one form, kept at every step as it is typed, in the background too.
struct MedicationDraftHandlers {
    let site: Site

    /// The form; for a script that saved in the background only the places of the dosage and what it means now. Once
    /// signed, its sheet.
    func edit(_ request: Request, _ context: ClinicianContext) async throws -> Response {
        let draft: MedicationDraft
        do {
            draft = try await site.medicationDraft(context)
        } catch StoreError.notFound {
            let id = try context.identifier(of: MedicationPrescription.self)
            _ = try await site.database.medicationPrescription(id)
            return Responses.redirect(to: "/medication-prescriptions/\(id)/sheet")
        }
        guard draft.form.medicine != nil else { return Responses.redirect(to: "\(draft.path)/medicine") }
        let meaning = DosageMeaning(draft)
        if request.wantsFragment {
            let entry = DosageEntryView(draft, problems: [])
            return try site.fragment(DosageEntryFragment(entry: entry, meaning: meaning), context)
        }
        return try await page(draft, meaning: meaning, problems: [], context)
    }

    /// Keeps what was typed, whatever it is. "Check" leads to the sheet when nothing is wrong.
    func save(_ form: Form, _ request: Request, _ context: ClinicianContext) async throws -> Response {
        let draft = try await site.medicationDraft(context)
        let action = DosageAction(form)
        let sent = draft.form.typing(form)
        let typed = DosageAction.settled(sent, action, draft.with(sent, version: 0).reading)
        let version: Int
        do {
            version = try await site.database.updateMedicationPrescriptionDraft(
                draft.draft.id, fields: typed.fields, version: Int(form.text("version")) ?? 0, by: context.actor)
        } catch let failure as StoreError {
            guard case .stale(let version) = failure else { throw failure }
            if request.isAutosave { return Response(status: .conflict) }
            let problem = Problem("", "medication-prescriptions.problem.stale")
            let shown = draft.with(typed, version: version)
            return try await page(
                shown, meaning: DosageMeaning(shown), problems: [problem], status: .conflict, context)
        }
        if request.isAutosave { return Responses.saved(version: version) }
        let saved = draft.with(typed, version: version)
        if let action {
            return try await answer(action, saved, context)
        }
        do {
            _ = try typed.order(saved.reading)
        } catch let failure as ValidationFailure {
            return try await page(
                saved, meaning: DosageMeaning(saved), problems: failure.problems, status: .unprocessableContent,
                context)
        }
        if form.has("show") { return Responses.redirect(to: "\(draft.path)/edit#meaning") }
        return Responses.redirect(to: "\(draft.path)/sheet")
    }

    /// Back to the form, at what the button did; to its field when that was not possible.
    private func answer(
        _ action: DosageAction, _ draft: MedicationDraft, _ context: ClinicianContext
    ) async throws -> Response {
        if case .use(let source) = action {
            let problems = DosageEntry(draft.form, draft.reading).outcome(choosing: source).problems
            if !problems.isEmpty {
                return try await page(
                    draft, meaning: DosageMeaning(draft), problems: problems, status: .unprocessableContent, context)
            }
        }
        return Responses.redirect(to: "\(draft.path)/edit#\(action.anchor(draft.form))")
    }

    func removal(_ request: Request, _ context: ClinicianContext) async throws -> Response {
        let draft = try await site.medicationDraft(context)
        let words = site.words(context)
        let question = ConfirmView(
            id: "removal", title: words("medication-prescriptions.removal.title"),
            text: words("medication-prescriptions.removal.text"), action: "\(draft.path)/removal",
            confirmLabel: words("medication-prescriptions.removal.confirm"), cancelURL: "\(draft.path)/edit")
        return try site.response(MedicationQuestionPage(banner: draft.banner, question: question), context)
    }

    func remove(_ form: Form, _ request: Request, _ context: ClinicianContext) async throws -> Response {
        let draft = try await site.medicationDraft(context)
        guard form.text("confirmed") == "yes" else { return Responses.redirect(to: "\(draft.path)/removal") }
        try await site.database.deleteMedicationPrescriptionDraft(draft.draft.id, by: context.actor)
        return Responses.redirect(to: "/patients/\(draft.patient.id)/medications", flash: "flash.draft-removed")
    }

    private func page(
        _ draft: MedicationDraft, meaning: DosageMeaning, problems: [Problem], status: HTTPResponse.Status = .ok,
        _ context: ClinicianContext
    ) async throws -> Response {
        let catalogue = try await catalogueMedicine(draft)
        return try site.response(
            MedicationFormPage(draft, catalogue: catalogue, meaning: meaning, problems: problems), context,
            status: status)
    }

    /// What the catalogue says of the medicine; nil for one that was typed, and for one it has no more.
    private func catalogueMedicine(_ draft: MedicationDraft) async throws -> Medication? {
        guard let id = draft.form.medicine?.catalogID.flatMap({ MedicationID(untrusted: $0) }) else { return nil }
        do {
            return try await site.database.medication(id).medication
        } catch StoreError.notFound { return nil }
    }
}

/// A question before something is thrown away.
struct MedicationQuestionPage: Page {
    static let template = "medication-prescriptions/question"
    let banner: PatientBanner
    let question: ConfirmView
}

/// What the typed dosage means, in a sentence and in the next days' doses: for reading back before anything is signed.
struct DosageMeaning: Sendable {
    struct Day: Sendable {
        let date: String
        let doses: String
    }

    let sentence: String?
    let isAsWritten: Bool
    /// What cannot be read; nil for nothing, and while nothing is typed.
    let problem: String?
    let days: [Day]
    let hasDays: Bool
    /// Why there are no doses at set times; nil when there are.
    let note: String?

    static let length = 14

    init(_ draft: MedicationDraft) {
        let (form, words) = (draft.form, draft.words.words)
        let writing = MedicationWords(words, zone: draft.zone, today: draft.today)
        do {
            var order = MedicationOrder(
                form.medicine ?? PrescribedMedicine(name: ""), try form.dosages(draft.reading), from: draft.today)
            (order.form, order.route) = (form["form"], form["route"])
            if case .date(let start) = DateReading(form["start"], order: draft.reading.order) { order.start = start }
            if case .date(let end) = DateReading(form["end"], order: draft.reading.order) { order.end = end }
            let said = writing.sentence(order)
            let schedule = Schedule(
                order.dosages, Course(start: order.start, end: order.end, notBefore: draft.now), zone: draft.zone)
            let first = max(order.start, draft.today)
            days = Self.days(schedule.doses(on: first...first.adding(days: Self.length - 1)), writing)
            sentence = said.full
            isAsWritten = said.origin == .asWritten
            note = schedule.unscheduled.first.map {
                words("medication-prescriptions.unscheduled.\($0.reason.rawValue)")
            }
            problem = nil
        } catch {
            (sentence, isAsWritten, days, note) = (nil, false, [], nil)
            let isBlank = form["dosage"].allSatisfy(\.isWhitespace) && form["as-written"].allSatisfy(\.isWhitespace)
            problem = isBlank ? nil : words(error)
        }
        hasDays = !days.isEmpty
    }

    private static func days(_ doses: [ExpectedDose], _ words: MedicationWords) -> [Day] {
        let writer = DosageWriter(words.words, zone: words.zone)
        let days = Dictionary(grouping: doses, by: \.day)
        return days.keys.sorted().map { day in
            let said = (days[day] ?? []).map { dose in
                let amount = dose.dose.map { writer.dose($0) }
                let time = dose.time.map { time in
                    dose.isAssumed
                        ? words("medication-prescriptions.about", ["time": time.description]) : time.description
                }
                return [time, amount].compactMap(\.self).joined(separator: " ")
            }
            return Day(date: words.date(day), doses: said.joined(separator: "; "))
        }
    }
}

extension MedicationDraft {
    var reading: MedicationOrderForm.Reading {
        MedicationOrderForm.Reading(
            language: words.reading.language, order: words.reading.order, today: today, zone: zone, words: words.words,
            unit: DoseUnit(form: form["form"]))
    }

    /// The same with other fields, at another version.
    func with(_ form: MedicationOrderForm, version: Int) -> MedicationDraft {
        MedicationDraft(
            draft: MedicationPrescriptionDraft(
                id: draft.id, version: version, clinician: draft.clinician, patient: draft.patient,
                fields: form.fields, replaces: draft.replaces, updatedAt: draft.updatedAt),
            provider: provider, patient: patient, original: original, words: words, zone: zone, now: now)
    }
}
