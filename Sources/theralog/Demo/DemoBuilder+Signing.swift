import Catalogs
import Clinic
import Documents
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
            var therapies = entry.therapy.tidied
            therapies.validUntil = entry.validForDays.map {
                LocalDate(clock.now, in: site.settings.timeZone).adding(days: $0)
            }
            try await database.setTherapies(therapies, of: id, version: 1, by: actor)
            let draft = try await database.therapyPrescriptionDraft(id, of: clinician.id)
            _ = try await database.sign(
                TherapySigning(
                    prescription: id, version: draft.version, sheet: try await sheet(of: draft, by: clinician),
                    timeZone: site.settings.timeZone, returnCodeHash: site.returnCodeHash(1, of: id)), by: actor)
            return id
        }
    }

    /// Notes a letter to the practice as taken by its server. It names no patient: there is no consent for more.
    func send(_ entry: DemoPrescription) async throws {
        try await Self.naming("prescription \(entry.key)") {
            let id = try Self.entry(entry.key, in: prescriptions)
            let clinician = try Self.entry(entry.clinician, in: accounts)
            let practice = try Self.entry(entry.practice, in: practices)
            guard let address = practice.email else {
                throw DemoClinic.Mistake(entry: entry.practice, reason: "it has no e-mail address")
            }
            let signed = try await database.therapyPrescription(id)
            let message = PrescriptionMessage(
                signed.signed, words: site.templates.words(in: clinician.language ?? .english))
            let content = try message.content(
                .email, isAllowed: false, paper: .letter, templates: site.templates)
            let recipient = DeliveryRecipient(kind: .practice, name: practice.name, address: .email(address))
            try await database.enqueue(
                [NewDelivery(recipient: recipient, content: content)], for: .therapy(id),
                by: Actor(account: clinician.id))
            guard let claimed = try await database.claimDelivery(.email) else {
                throw DemoClinic.Mistake(entry: entry.key, reason: "its message is not due")
            }
            try await database.finishDelivery(claimed.id, .accepted(reference: nil), words: "250 2.0.0 OK")
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
