import Clinic
import Foundation
import Hummingbird
import Rendering
import Store

/// Entering and changing patients' records.
extension PatientHandlers {
    func new(_ request: Request, _ context: ClinicianContext) async throws -> Response {
        let words = try await patientWords(context)
        return try site.response(
            PatientFormPage(
                PatientForm(country: words.reading.home, clinic: words.reading.clinic),
                for: newPurpose(request, context), words: words), context)
    }

    /// A new patient, perhaps for a prescription that is being written.
    private func newPurpose(_ request: Request, _ context: ClinicianContext) -> PatientFormPage.Purpose {
        .init(account: context.account.id, prescription: Identifier(untrusted: request.query("prescription")))
    }

    func create(_ form: Form, _ request: Request, _ context: ClinicianContext) async throws -> Response {
        let submission = PatientSubmission(
            form, for: newPurpose(request, context), words: try await patientWords(context))
        let key = form.key(of: context.account)
        let patient: Identifier<Patient>
        if let page = try await unsaved(submission) {
            // The same form again finds the patient it entered itself among the duplicates.
            guard let key, let entered = try await site.database.patient(enteredBy: key) else {
                return try site.response(page.page, context, status: page.status)
            }
            patient = entered
        } else {
            patient = try await site.database.insertPatient(try submission.draft(), key: key, by: context.actor).id
        }
        let path = try await putOnPrescription(submission.purpose.prescription, patient, context)
        return Responses.redirect(to: path ?? "/patients/\(patient)", flash: Self.added)
    }

    /// Puts a new patient on the draft it was entered for; the draft's path. Nil when there is none that takes it: the patient
    /// is entered all the same.
    private func putOnPrescription(
        _ id: Identifier<TherapyPrescription>?, _ patient: Identifier<Patient>, _ context: ClinicianContext
    ) async throws -> String? {
        guard let id else { return nil }
        do {
            try await site.database.setPatient(patient, of: id, by: context.actor)
        } catch StoreError.notFound { return nil } catch is ValidationFailure { return nil }
        return "/prescriptions/\(id)"
    }

    func edit(_ request: Request, _ context: ClinicianContext) async throws -> Response {
        let id = try context.identifier(of: Patient.self)
        let patient = try await site.database.patient(id)
        guard patient.id == id else { return Responses.redirect(to: "/patients/\(patient.id)/edit") }
        try await site.database.noteReading(of: id, by: context.actor)
        let words = try await patientWords(context)
        let form = PatientForm(patient.details, words.reading)
        return try site.response(
            PatientFormPage(form, for: editPurpose(patient, request, context), words: words), context)
    }

    /// A record that is changed, perhaps because a prescription needs what it lacks.
    private func editPurpose(
        _ patient: Patient, _ request: Request, _ context: ClinicianContext
    ) -> PatientFormPage.Purpose {
        .init(
            account: context.account.id, patient: patient,
            prescription: Identifier(untrusted: request.query("prescription")))
    }

    func update(_ form: Form, _ request: Request, _ context: ClinicianContext) async throws -> Response {
        let id = try context.identifier(of: Patient.self)
        let patient = try await site.database.patient(id)
        let submission = PatientSubmission(
            form, for: editPurpose(patient, request, context), words: try await patientWords(context))
        if let page = try await unsaved(submission) {
            return try site.response(page.page, context, status: page.status)
        }
        do {
            // Of a record that was merged meanwhile the version says nothing about the survivor: not saved into it.
            guard patient.id == id else { throw StoreError.stale(currentVersion: patient.version) }
            _ = try await site.database.updatePatient(
                id, to: try submission.draft(), version: submission.version, by: context.actor)
        } catch StoreError.stale {
            let page = try await conflictPage(submission, of: id)
            return try site.response(page, context, status: .conflict)
        }
        let draft = submission.purpose.prescription
        return Responses.redirect(
            to: draft.map { PracticeTabs.url(.nearby, $0) } ?? "/patients/\(id)", flash: Self.saved)
    }

    /// The form again, when it asks for another row, is wrong or describes somebody who may be entered already; nil when
    /// it can be saved.
    private func unsaved(
        _ submission: PatientSubmission
    ) async throws -> (page: PatientFormPage, status: HTTPResponse.Status)? {
        if submission.wantsOtherFields { return (submission.page(), .ok) }
        let draft: PatientDraft
        do {
            draft = try submission.draft()
        } catch { return (submission.page(problems: error.problems), .unprocessableContent) }
        guard submission.describesAnother(draft) else { return nil }
        let found = try await site.database.possibleDuplicates(of: draft, besides: submission.purpose.patient?.id)
        guard !Set(found.map(\.id.text)).isSubset(of: submission.accepted) else { return nil }
        var page = submission.page()
        page.duplicates = PatientFormPage.Duplicates(
            lines: found.map { PatientLine($0, submission.words) }, seen: found.map(\.id.text))
        return (page, .conflict)
    }

    /// The form over the version that somebody else saved: what this edit left alone is as the other left it.
    private func conflictPage(_ submission: PatientSubmission, of id: Identifier<Patient>) async throws
        -> PatientFormPage
    {
        let mine = try submission.draft()
        let current = try await site.database.patient(id)
        let versions = try await site.database.patientVersions(current.id)
        let base = current.id == id ? versions.first { $0.version == submission.version } : nil
        let carried = base.map { mine.rebased(from: $0.details, onto: current.details) } ?? mine
        let words = submission.words
        var page = PatientFormPage(
            PatientForm(carried, words.reading),
            for: .init(
                account: submission.purpose.account, patient: current, prescription: submission.purpose.prescription),
            words: words)
        page.isAnswer = true
        let author = versions.first.map { words.changed($0, zone: site.settings.timeZone) } ?? ""
        let columns = [
            (words.words("patients.conflict.theirs"), current.details), (words.words("patients.conflict.mine"), mine),
        ]
        page.conflict = PatientFormPage.Conflict(
            text: author,
            rows: PatientComparison.rows(mine.changes(from: current.details), columns, words: words) { field in
                let isMine = base.map { !field.isEqual(mine, $0.details) } ?? true
                return words.words(isMine ? "patients.conflict.keeps-mine" : "patients.conflict.keeps-theirs")
            })
        return page
    }
}

/// One sending of the patient form.
struct PatientSubmission: Sendable {
    let form: PatientForm
    let purpose: PatientFormPage.Purpose
    let words: PatientWords
    /// The version the edit started from; 0 for a new patient and for what is no number.
    let version: Int
    /// Whether the button for another row or for another country's fields was pressed: nothing is checked or saved yet.
    let wantsOtherFields: Bool
    /// The people of whom it was said that they are somebody else.
    let accepted: Set<String>

    init(_ form: Form, for purpose: PatientFormPage.Purpose, words: PatientWords) {
        var typed = PatientForm(form)
        wantsOtherFields = form.has("add-row") || form.has("change-country")
        if form.text("add-row") == "allergy" { typed.addAllergyRow() }
        if form.text("add-row") == "condition" { typed.addConditionRow() }
        self.form = typed
        self.purpose = purpose
        self.words = words
        version = Int(form.text("version")) ?? 0
        accepted = form.has("save-anyway") ? Set(form.all("seen")) : []
    }

    func draft() throws(ValidationFailure) -> PatientDraft { try form.draft(words.reading) }

    /// The form as it was sent, with the version it started from.
    func page(problems: [Problem] = []) -> PatientFormPage {
        var page = PatientFormPage(form, for: purpose, problems: problems, words: words)
        page.isAnswer = true
        if !page.isNew {
            page.version = version
            page.keep = purpose.keepKey(version: version)
        }
        return page
    }

    /// Whether somebody else may be meant than in the record as it stands: only then duplicates are looked for.
    func describesAnother(_ draft: PatientDraft) -> Bool {
        guard let details = purpose.patient?.details else { return true }
        return [PatientField.name, .birthDate, .phone].contains { !$0.isEqual(draft, details) }
    }
}
