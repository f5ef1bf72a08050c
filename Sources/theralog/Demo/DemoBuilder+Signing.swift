import Catalogs
import Clinic
import Foundation
import Rendering
import Site
import Store

extension DemoBuilder {
    /// Writes and signs a prescription part by part, as its clinician would on the page.
    mutating func sign(_ entry: DemoPrescription) async throws {
        prescriptions[entry.key] = try await Self.naming("prescription \(entry.key)") {
            let clinician = try Self.entry(entry.clinician, in: accounts)
            let actor = Actor(account: clinician.id)
            let id = try await database.insertTherapyPrescription(
                for: Self.entry(entry.patient, in: patients).id, by: actor)
            let diagnoses = try await diagnoses(of: entry)
            try await database.changeDiagnoses(of: id, by: actor) { $0 = diagnoses }
            try await database.setPractice(
                Self.entry(entry.practice, in: practices), of: id, version: nil, by: actor)
            try await database.setTherapies(entry.therapy.tidied, of: id, version: 1, by: actor)
            let draft = try await database.therapyPrescriptionDraft(id, of: clinician.id)
            _ = try await database.sign(
                TherapySigning(
                    prescription: id, version: draft.version, sheet: try await sheet(of: draft, by: clinician),
                    timeZone: site.settings.timeZone, returnCodeHash: site.returnCodeHash(1, of: id)), by: actor)
            return id
        }
    }

    private func diagnoses(of entry: DemoPrescription) async throws -> DiagnosisList {
        var list = DiagnosisList()
        for code in entry.diagnoses {
            let (diagnosis, release) = try await database.diagnosis(code.diagnosisCode)
            try list.add(diagnosis, releaseUntil: release.effectiveUntil)
        }
        return list
    }

    /// What the clinician signs: the whole sheet of a draft that lacks nothing.
    private func sheet(of draft: TherapyPrescriptionDraft, by clinician: Account) async throws -> TherapySheet {
        guard let patient = draft.patient, let practice = draft.practice, let therapies = draft.therapies,
            let provider = try await database.provider(of: clinician.id)?.provider
        else { throw ValidationFailure([Problem("", "problems.required")]) }
        let template = site.therapies.template(of: therapies)
        let review = TherapyReview(
            template: template, today: LocalDate(clock.now, in: site.settings.timeZone), language: .english)
        let missing = draft.missing(in: review)
        guard missing.isEmpty else {
            throw ValidationFailure(missing.map { Problem($0.rawValue, "problems.required") })
        }
        let words = site.templates.words(in: clinician.language ?? .english)
        return TherapySheet(
            TherapySheetSources(
                provider: provider, patient: try await database.patient(patient), practice: practice,
                therapies: therapies, template: template, diagnoses: draft.diagnoses),
            in: words.language, countryName: { words.name($0) }, date: { Dates(words.language).date($0) })
    }
}
