import Clinic
import Foundation
import Hummingbird
import Rendering
import Store

/// A patient's medicines as a clinician sees them: the one list of what is in force, what is being written, what was.
struct MedicationListHandlers {
    let site: Site

    func index(_ request: Request, _ context: ClinicianContext) async throws -> Response {
        let patient = try await site.database.patient(try context.identifier(of: Patient.self))
        try await site.database.noteReading(of: patient.id, by: context.actor)
        let page = MedicationListPage(
            patient, banner: try await site.patientBanner(patient, context),
            prescriptions: try await site.database.medicationPrescriptions(of: patient.id),
            drafts: try await site.database.medicationPrescriptionDrafts(
                of: context.account.id, patient: patient.id),
            words: MedicationWords(site.words(context), zone: site.zone(of: patient), today: site.today))
        return try site.response(page, context)
    }

    func create(_ form: Form, _ request: Request, _ context: ClinicianContext) async throws -> Response {
        let patient = try await site.database.patient(try context.identifier(of: Patient.self))
        let today = LocalDate(site.now, in: site.zone(of: patient))
        let id = try await site.database.insertMedicationPrescriptionDraft(
            for: patient.id, fields: MedicationOrderForm.new(start: Dates(context.language).date(today)).fields,
            by: context.actor)
        return Responses.redirect(to: "/medication-prescriptions/\(id)/medicine")
    }
}

/// A patient's medicines.
struct MedicationListPage: Page {
    static let template = "medication-prescriptions/index"

    struct Line: Sendable {
        let url: String
        let title: String
        let sentence: String
        let isAsWritten: Bool
        let isFreeText: Bool
        /// Since when, until when, what for.
        let meta: String
        /// What is to be known before anything else: paused, over, discontinued; nil for nothing.
        let state: String?
    }

    struct DraftLine: Sendable {
        let url: String
        let title: String
        let meta: String
    }

    let banner: PatientBanner
    let name: String
    let patientURL: String
    let active: [Line]
    let past: [Line]
    let drafts: [DraftLine]
    let hasActive: Bool
    let hasPast: Bool
    let hasDrafts: Bool

    init(
        _ patient: Patient, banner: PatientBanner, prescriptions: [MedicationPrescription],
        drafts: [MedicationPrescriptionDraft], words: MedicationWords
    ) {
        self.banner = banner
        name = patient.name.full
        patientURL = "/patients/\(patient.id)"
        let isPast = { (prescription: MedicationPrescription) in
            prescription.status != .signed || prescription.order.end.map { $0 < words.today } ?? false
        }
        active = prescriptions.filter { !isPast($0) }.map { Line($0, words) }
        past = prescriptions.filter(isPast).map { Line($0, words) }
        self.drafts = drafts.map { draft in
            let medicine = MedicationOrderForm(draft.fields).medicine?.title
            return DraftLine(
                url: "/medication-prescriptions/\(draft.id)/\(medicine == nil ? "medicine" : "edit")",
                title: medicine ?? words("medication-prescriptions.no-medicine"),
                meta: words("medication-prescriptions.draft.meta", ["time": words.time(draft.updatedAt)]))
        }
        hasActive = !active.isEmpty
        hasPast = !past.isEmpty
        hasDrafts = !drafts.isEmpty
    }
}

extension MedicationListPage.Line {
    init(_ prescription: MedicationPrescription, _ words: MedicationWords) {
        let order = prescription.order
        let sentence = words.sentence(order)
        url = "/medication-prescriptions/\(prescription.id)"
        title = words.title(order)
        self.sentence = sentence.full
        isAsWritten = sentence.origin != .composed
        isFreeText = order.medicine.catalogID == nil
        let since = words("medication-prescriptions.since", ["date": words.date(order.start)])
        let until = order.end.map { words("medication-prescriptions.until", ["date": words.date($0)]) }
        meta = [order.reason, since, until].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " · ")
        state = words.state(prescription)
    }
}
