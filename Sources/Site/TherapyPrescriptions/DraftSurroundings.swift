import Catalogs
import Clinic
import Foundation
import Hummingbird
import Rendering
import Store

/// A draft with what its pages show around it.
struct DraftSurroundings: Sendable {
    let draft: TherapyPrescriptionDraft
    let provider: Provider
    /// Nil until one is chosen. A record merged since stands as the surviving one.
    let patient: Patient?
    /// The prescription this draft corrects; nil for a new one.
    let original: PrescriptionNumber?
    /// False once what this draft corrects was corrected by another or cancelled: then the draft cannot be signed as it is.
    let isOriginalInForce: Bool
    let template: TherapyTemplate
    let standing: TemplateStanding
    /// Codes among the diagnoses that cannot be billed any more: another takes their place before anything is signed.
    let retired: [RetiredCode]
    let today: LocalDate
    let words: PatientWords

    var path: String { "/prescriptions/\(draft.id)" }

    var banner: PatientBanner? { patient.map { PatientBanner($0, words) } }

    /// That the template has a newer version.
    func newerText(_ version: Int) -> String {
        words.words(
            "therapies.newer",
            [
                "template": template.label(in: words.words.language), "version": "\(template.version)",
                "newer": "\(version)",
            ])
    }

    /// What the therapies are held against.
    var review: TherapyReview {
        TherapyReview(
            template: template, today: today, language: words.words.language, patient: patient?.details,
            provider: provider)
    }

    func state(of part: PrescriptionPart) -> PartState {
        guard part == .diagnoses, !retired.isEmpty else { return draft.state(of: part, in: review) }
        let codes = retired.map(\.code.display).joined(separator: ", ")
        return .incomplete([Problem("", "prescriptions.problem.retired", ["codes": codes])])
    }

    var missing: [PrescriptionPart] { PrescriptionPart.allCases.filter { !state(of: $0).isComplete } }

    /// What the sheet is made of; nil while a part is missing.
    var sources: TherapySheetSources? {
        guard missing.isEmpty, let patient, let practice = draft.practice, let therapies = draft.therapies else {
            return nil
        }
        return TherapySheetSources(
            provider: provider, patient: patient, practice: practice, therapies: therapies, template: template,
            diagnoses: draft.diagnoses)
    }
}

extension Site {
    /// The draft that a path names: the account's own, and only once the provider information is complete. Opening a
    /// patient's draft is reading the patient's record.
    /// - Throws: `ProviderRequired`; ``SignedMeanwhile``; ``StoreError/notFound`` for somebody else's.
    func surroundings(_ context: ClinicianContext) async throws -> DraftSurroundings {
        try await surroundings(of: try context.identifier(of: TherapyPrescription.self), context)
    }

    /// The draft that a page is opened from, which its query names as `prescription`; nil where it names none.
    /// - Throws: as ``surroundings(_:)``.
    func surroundings(ofQuery query: Form, _ context: ClinicianContext) async throws -> DraftSurroundings? {
        let named = query.text("prescription")
        if named.isEmpty { return nil }
        guard let id = Identifier<TherapyPrescription>(untrusted: named) else { throw StoreError.notFound }
        return try await surroundings(of: id, context)
    }

    private func surroundings(
        of id: Identifier<TherapyPrescription>, _ context: ClinicianContext
    ) async throws -> DraftSurroundings {
        let provider = try await requireCompleteProvider(context).provider
        let draft = try await ownDraft(id, context)
        var patient: Patient?
        if let id = draft.patient {
            let standing = try await database.patient(id)
            try await database.noteReading(of: standing.id, by: context.actor)
            patient = standing
        }
        var original: TherapyPrescription?
        if let id = draft.replaces { original = try await database.therapyPrescription(id) }
        let template = try await template(of: draft)
        return DraftSurroundings(
            draft: draft, provider: provider, patient: patient, original: original?.signed.number,
            isOriginalInForce: original.map { $0.status == .signed } ?? true,
            template: template, standing: try await standing(of: template, for: draft.clinician),
            retired: try await database.retired(among: draft.diagnoses.diagnoses.map(\.code)), today: today,
            words: PatientWords(words(context), try await patientReading(context)))
    }

    /// The template that a draft was written with; for one without therapies what its clinician begins with.
    private func template(of draft: TherapyPrescriptionDraft) async throws -> TherapyTemplate {
        if let choice = draft.therapies { return try await template(of: choice) }
        return try await firstTemplate(of: draft.clinician)
    }

    private func ownDraft(
        _ id: Identifier<TherapyPrescription>, _ context: ClinicianContext
    ) async throws -> TherapyPrescriptionDraft {
        do {
            return try await database.therapyPrescriptionDraft(id, of: context.account.id)
        } catch StoreError.notFound {
            guard try await database.therapyPrescription(id).clinician == context.account.id else {
                throw StoreError.notFound
            }
            throw SignedMeanwhile(path: "/prescriptions/\(id)")
        }
    }
}

/// Thrown where a draft is asked for that its clinician signed meanwhile, in another tab or on another machine; becomes
/// the signed prescription with a word about it.
struct SignedMeanwhile: Error {
    /// The page of the signed prescription.
    let path: String
}
