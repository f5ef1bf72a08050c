import Clinic
import Foundation
import HTTPTypes
import Hummingbird
import Rendering
import Store

/// Choosing the medicine: found in the catalogue, or typed freely.
struct MedicinePartHandlers {
    let site: Site

    func show(_ request: Request, _ context: ClinicianContext) async throws -> Response {
        let draft = try await site.medicationDraft(context)
        let typed = String(request.query("q").prefix(MedicationQuery.scalarLimit))
        let results = try await results(typed, context)
        if request.wantsFragment { return try site.fragment(MedicineChoices(results: results), context) }
        return try site.response(MedicinePartPage(draft, typed: typed, results: results, problems: []), context)
    }

    func choose(_ form: Form, _ request: Request, _ context: ClinicianContext) async throws -> Response {
        let draft = try await site.medicationDraft(context)
        var typed = draft.form
        do {
            typed.medicine = try await medicine(form)
        } catch let failure as ValidationFailure {
            let text = form.text("name")
            let page = MedicinePartPage(
                draft, typed: text, results: try await results(text, context), problems: failure.problems)
            return try site.response(page, context, status: .unprocessableContent)
        }
        try await site.database.updateMedicationPrescriptionDraft(
            draft.draft.id, fields: typed.fields, version: draft.draft.version, by: context.actor)
        return Responses.redirect(to: "\(draft.path)/edit")
    }

    /// - Throws: ``StoreError/notFound`` for what the catalogue does not have; ``ValidationFailure`` for a name typed
    ///   wrongly.
    private func medicine(_ form: Form) async throws -> PrescribedMedicine {
        if form.has("medicine") {
            guard let id = MedicationID(untrusted: form.text("medicine")) else { throw StoreError.notFound }
            let stored = try await site.database.medication(id)
            guard !stored.isRetired else { throw StoreError.notFound }
            let medication = stored.medication
            return PrescribedMedicine(
                catalogID: id.text, name: medication.name, controlledSchedule: medication.schedule?.rawValue ?? "",
                isWeeklyOnly: medication.isWeeklyOnly)
        }
        do {
            return PrescribedMedicine(
                name: try TypedText.line(form.text("name"), field: "q", longest: 200, required: true))
        } catch { throw ValidationFailure([error]) }
    }

    private func results(_ typed: String, _ context: ClinicianContext) async throws -> MedicineChoices.Results {
        let words = site.words(context)
        guard !MedicationQuery(typed: typed).isEmpty else {
            return MedicineChoices.Results(
                status: words("medication-prescriptions.medicine.before"), choices: [], freeText: nil)
        }
        let found = try await site.database.medications(
            matching: MedicationSearch(typed: typed, limit: 15, language: context.language))
        return MedicineChoices.Results(
            status: words("medication-prescriptions.medicine.found", count: found.hits.count),
            choices: found.hits.map { MedicineChoices.Choice($0, words) },
            freeText: typed.trimmingCharacters(in: .whitespacesAndNewlines))
    }
}

/// The medicines found, each a button that chooses one; also the answer to a script.
struct MedicineChoices: Page {
    static let template = "medication-prescriptions/medicine-results"

    struct Results: Sendable {
        let status: String
        let choices: [Choice]
        let hasChoices: Bool
        /// What was typed, to be prescribed as it stands; nil for nothing.
        let freeText: String?

        init(status: String, choices: [Choice], freeText: String?) {
            self.status = status
            self.choices = choices
            hasChoices = !choices.isEmpty
            self.freeText = freeText
        }
    }

    struct Choice: Sendable {
        let value: String
        /// With tall letters where names look alike.
        let name: String
        let meta: String
        /// Why it is among the finds, where its name does not show it; nil where it does.
        let note: String?
        let isWithdrawn: Bool

        init(_ hit: MedicationHit, _ words: Words) {
            let medication = hit.medication
            value = medication.id.text
            name = medication.tallName
            meta = [medication.classes, medication.purposes].filter { !$0.isEmpty }.joined(separator: " · ")
            note =
                switch hit.reason {
                case .otherName(let text), .brand(let text): text
                case .guess: words("medication-prescriptions.medicine.guess")
                default: nil
                }
            isWithdrawn = medication.isWithdrawn
        }
    }

    let results: Results
}

struct MedicinePartPage: Page {
    static let template = "medication-prescriptions/medicine"
    let banner: PatientBanner
    let problems: [ProblemLine]
    let url: String
    let backURL: String
    let typed: String
    let results: MedicineChoices.Results

    init(_ draft: MedicationDraft, typed: String, results: MedicineChoices.Results, problems: [Problem]) {
        banner = draft.banner
        self.problems = problems.map { ProblemLine($0, draft.words.words) }
        url = draft.path
        backURL = draft.form.medicine == nil ? "/patients/\(draft.patient.id)/medications" : "\(draft.path)/edit"
        self.typed = typed
        self.results = results
    }
}
