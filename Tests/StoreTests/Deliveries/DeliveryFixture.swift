import Clinic
import Foundation
import Testing

@testable import Store

/// A clinic with a signed prescription and its PDF.
struct DeliveryFixture {
    let clinic: TherapyPrescriptionFixture
    let signed: TherapyPrescription
    let prescription: PrescriptionReference
    static let pdf = Data("%PDF-1.7 sheet".utf8)

    var database: ClinicDatabase { clinic.database }

    init() async throws {
        clinic = try await TherapyPrescriptionFixture()
        signed = try await clinic.signed()
        prescription = .therapy(signed.id)
        _ = try await clinic.database.keep(
            pdf: Self.pdf, of: signed.id, status: .signed, paper: .letter, codeEdition: 1, by: clinic.dana)
    }

    static func email(
        _ address: String = "desk@lakeside.example", sheet: Paper? = .letter, replaces: Identifier<Delivery>? = nil
    ) throws -> NewDelivery {
        NewDelivery(
            recipient: DeliveryRecipient(
                kind: .practice, name: "Lakeside", address: .email(try #require(EmailAddress(address)))),
            content: DeliveryContent(
                language: .english, subject: "Prescription", text: "Attached.", html: "<p>Attached.</p>", sheet: sheet),
            replaces: replaces)
    }

    static func text(_ number: String = "+15552013344", picture: Bool = false) throws -> NewDelivery {
        NewDelivery(
            recipient: DeliveryRecipient(
                kind: .patient, name: "María Okafor", address: .textMessage(try #require(PhoneNumber(e164: number)))),
            content: DeliveryContent(language: .english, subject: "", text: "Call the clinic.", picture: picture))
    }

    func queued(_ new: NewDelivery) async throws -> Identifier<Delivery> {
        try #require(try await database.enqueue([new], for: prescription, by: clinic.dana).first).id
    }

    func delivery(_ id: Identifier<Delivery>) async throws -> Delivery {
        try #require(try await database.deliveries(of: prescription).first { $0.id == id })
    }

    func audit() async throws -> [String] {
        try await database.auditEntries(of: clinic.patient, limit: 50).filter { $0.entity == "delivery" }
            .map(\.action.rawValue).reversed()
    }
}
