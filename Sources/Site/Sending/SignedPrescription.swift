import Clinic
import Documents
import Foundation
import HTTPTypes
import Rendering
import Store

extension PrescriptionReference {
    /// Which of the two it is; the raw value begins the addresses of its pages.
    enum Kind: String, Sendable, CaseIterable {
        case therapy = "prescriptions"
        case medication = "medication-prescriptions"
    }

    /// What a form or an address names; nil for what is no id.
    init?(_ kind: Kind, untrusted text: String) {
        switch kind {
        case .therapy:
            guard let id = Identifier<TherapyPrescription>(untrusted: text) else { return nil }
            self = .therapy(id)
        case .medication:
            guard let id = Identifier<MedicationPrescription>(untrusted: text) else { return nil }
            self = .medication(id)
        }
    }

    var kind: Kind {
        switch self {
        case .therapy: .therapy
        case .medication: .medication
        }
    }

    /// Its id as text.
    var id: String {
        switch self {
        case .therapy(let id): id.text
        case .medication(let id): id.text
        }
    }

    /// Where its addresses begin: `/prescriptions/…`.
    var path: String { "/\(kind.rawValue)/\(id)" }

    /// Its page with the signed sheet.
    var page: String {
        switch self {
        case .therapy: path
        case .medication: "\(path)/sheet"
        }
    }
}

/// A signed prescription of either kind, as it is sent and copied.
enum SignedPrescription: Sendable {
    case therapy(TherapyPrescription)
    case medication(MedicationPrescription)

    var reference: PrescriptionReference {
        switch self {
        case .therapy(let signed): .therapy(signed.id)
        case .medication(let signed): .medication(signed.id)
        }
    }

    var patient: Identifier<Patient> {
        switch self {
        case .therapy(let signed): signed.patient
        case .medication(let signed): signed.patient
        }
    }

    var number: PrescriptionNumber {
        switch self {
        case .therapy(let signed): signed.signed.number
        case .medication(let signed): signed.signed.number
        }
    }

    var provider: SheetProvider {
        switch self {
        case .therapy(let signed): signed.signed.sheet.provider
        case .medication(let signed): signed.signed.sheet.provider
        }
    }

    /// Of the sheet.
    var language: Language {
        switch self {
        case .therapy(let signed): signed.signed.sheet.language
        case .medication(let signed): signed.signed.sheet.language
        }
    }

    /// The practice that it goes to; nil for a medicine, which any pharmacy dispenses.
    var practice: TherapySheet.Practice? {
        switch self {
        case .therapy(let signed): signed.signed.sheet.practice
        case .medication: nil
        }
    }

    /// What became of it: `signed`, `superseded`, `cancelled`, `discontinued`.
    var status: String {
        switch self {
        case .therapy(let signed): signed.status.rawValue
        case .medication(let signed): signed.status.rawValue
        }
    }

    /// Whether it may still be sent.
    var isInForce: Bool {
        switch self {
        case .therapy(let signed): signed.status == .signed
        case .medication(let signed): signed.status == .signed
        }
    }

    /// Whose copies are printed, in their usual order.
    var copies: [SheetCopy] {
        switch self {
        case .therapy: [.clinic, .patient, .practice]
        case .medication: [.clinic, .patient, .pharmacy]
        }
    }

    /// What the PDF is called.
    func title(_ words: Words) -> String {
        let number = ["number": number.description]
        switch self {
        case .therapy: return words("sheets.document-title", number)
        case .medication: return words("medication-sheets.document-title", number)
        }
    }

    /// What is written to somebody about it.
    /// - Parameter words: in the recipient's language.
    func message(_ words: Words) -> PrescriptionMessage {
        switch self {
        case .therapy(let signed): PrescriptionMessage(signed.signed, words: words)
        case .medication(let signed): PrescriptionMessage(signed.signed, words: words)
        }
    }
}

extension Site {
    /// The signed prescription that a path names. Opening it is reading the patient's record.
    /// - Throws: ``StoreError/notFound`` for a draft: nothing unsigned is sent or copied.
    func signed(
        _ kind: PrescriptionReference.Kind, _ context: ClinicianContext
    ) async throws -> SignedPrescription {
        let signed: SignedPrescription? =
            switch kind {
            case .therapy: try await signedPrescription(context).map { .therapy($0) }
            case .medication: try await signedMedication(context).map { .medication($0) }
            }
        guard let signed else { throw StoreError.notFound }
        return signed
    }

    /// The PDF of a signed sheet: the one that is kept, else a new one, which is kept.
    /// - Throws: `PDFPrinter.Failure`.
    func keptPDF(of signed: SignedPrescription, paper: Paper, by actor: Actor) async throws -> Data {
        switch signed {
        case .therapy(let signed): try await keptPDF(of: signed, paper: paper, by: actor)
        case .medication(let signed): try await keptPDF(of: signed, paper: paper, by: actor)
        }
    }

    /// Copies of a signed sheet, one after the other.
    func html(
        of signed: SignedPrescription, _ copies: [SheetCopy], view: SheetView, by actor: Actor
    ) async throws -> String {
        switch signed {
        case .therapy(let signed):
            let code = try await issuedReturnCode(of: signed.id, by: actor)?.code
            return try copies.map { try html(of: signed, view: view, code: code, copy: $0) }.joined()
        case .medication(let signed):
            return try copies.map { try html(of: signed, view: view, copy: $0) }.joined()
        }
    }
}
