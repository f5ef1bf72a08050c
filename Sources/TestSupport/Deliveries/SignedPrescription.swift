import Clinic
import Foundation
import Store

extension ClinicDatabase {
    /// Signs an invented prescription.
    /// - Returns: the prescription, and the clinician who signed it.
    package func signedPrescription() async throws -> (PrescriptionReference, Actor) {
        let account = try await insertAccount(
            AccountDraft(name: "Dana Reyes", email: "dana@aldercreek.example", roles: [.clinician]),
            passwordHash: "none", by: .program)
        let actor = Actor(account: account.id)
        guard let born = LocalDate(iso: "1947-03-12") else { throw CocoaError(.formatting) }
        let patient = try await insertPatient(
            PatientDraft(
                name: PersonName(given: "María", family: "Okafor"), birthDate: born, sex: .female), by: actor)
        let draft = try await insertMedicationPrescriptionDraft(for: patient.id, fields: [:], by: actor)
        let signed = try await sign(
            MedicationSigning(prescription: draft, version: 1, sheet: try .sample(), timeZone: .gmt), by: actor)
        return (.medication(signed.id), actor)
    }

    /// Queues a letter and a text.
    /// - Parameter sheet: the PDF that is attached to the letter; nil for none.
    package func enqueueSamples(
        mailbox: String = "desk", number: String = "+15552013000", sheet: Data? = nil
    ) async throws -> PrescriptionReference {
        let (prescription, actor) = try await signedPrescription()
        if let sheet, case .medication(let id) = prescription {
            _ = try await keep(pdf: sheet, of: id, status: .signed, paper: .letter, by: actor)
        }
        guard let email = EmailAddress("\(mailbox)@lakeside.example"), let phone = PhoneNumber(e164: number) else {
            throw CocoaError(.formatting)
        }
        let letter = NewDelivery(
            recipient: DeliveryRecipient(kind: .practice, name: "Lakeside", address: .email(email)),
            content: DeliveryContent(
                language: .english, subject: "Prescription", text: "Attached.", sheet: sheet == nil ? nil : .letter))
        let text = NewDelivery(
            recipient: DeliveryRecipient(kind: .patient, name: "", address: .textMessage(phone)),
            content: DeliveryContent(language: .english, subject: "", text: "Call the clinic."))
        try await enqueue([letter, text], for: prescription, by: actor)
        return prescription
    }

    /// Sets up servers on ports of this machine, without encryption or sign-in.
    package func setUpSending(
        mailPort: Int, gatewayPort: Int, keyHeader: String = "",
        _ change: @escaping @Sendable (inout GatewaySettings) -> Void = { _ in }
    ) async throws {
        guard let from = EmailAddress("clinic@aldercreek.example") else { throw CocoaError(.formatting) }
        try await updateSendingSettings(version: 0, by: .program) { settings in
            settings.mail = MailSettings(host: "127.0.0.1", port: mailPort, security: .none, from: from)
            var gateway = GatewaySettings(
                address: "http://127.0.0.1:\(gatewayPort)/", signIn: .none, keyHeader: keyHeader)
            change(&gateway)
            settings.gateway = gateway
        }
    }
}
