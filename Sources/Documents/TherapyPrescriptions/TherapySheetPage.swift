import Clinic
import Foundation
import Rendering

/// The sheet of a therapy prescription, in the original's order: provider with icon, patient, practice, evaluate and
/// treat, the chosen items only, diagnoses, date and time, number, signature, valid until. One template for the
/// preview, the browser's print and the PDF; all its words are in the sheet's own language.
package struct TherapySheetPage: Page {
    package static let template = "sheets/therapy-prescription"

    /// One chosen item.
    package struct Item: Sendable {
        let title: String
        /// What it means and what it is narrowed to; nil for nothing.
        let detail: String?
    }

    /// A heading with chosen items.
    package struct Section: Sendable {
        let title: String
        /// Whether three stand in a line.
        let isShort: Bool
        let items: [Item]
    }

    package struct Diagnosis: Sendable {
        let rank: String
        let code: String
        let title: String
        /// The side in words; nil when the title names none.
        let side: String?
    }

    let language: String
    let isA4: Bool
    /// Whose copy it is, in words; nil where nobody says.
    let copy: String?
    /// Nil on a sheet that is in force.
    let mark: SheetMark?
    /// Nil before signing.
    let number: String?
    /// The number of the one it replaces; nil for a first version.
    let replaces: String?
    let icon: SheetImage?
    let providerName: String
    let practiceName: String
    let address: [String]
    let contact: [SheetLine]
    let patient: SheetParty
    let born: String
    let practice: SheetParty
    /// The template's title; nil for the spine's, whose sheet is the original's, and on older sheets.
    let specialty: String?
    let evaluationTitle: String
    let evaluationLines: [SheetLine]
    let sections: [Section]
    let hasLimits: Bool
    let limits: [SheetLine]
    let hasReasons: Bool
    /// A warning and why it was ordered all the same.
    let reasons: [SheetLine]
    /// The lines of the goals as typed; nil for none.
    let goals: String?
    /// HTML of our own making; nil for none.
    let instructions: String?
    let diagnoses: [Diagnosis]
    /// Which releases the codes are from and until when those are in force.
    let releases: [String]
    /// Nil before signing.
    let signedAt: String?
    let signature: SheetImage?
    /// The typed name; nil before signing and beside a picture.
    let typedSignature: String?
    let validUntil: String?
    /// How the practice tells what became of it; nil before signing and once it is not in force.
    let returning: Returning?
}

extension TherapySheetPage {
    /// A sheet that is not signed: watermarked, without number, time and signature.
    /// - Parameter today: the day the releases of the code lists are held against.
    package init(unsigned sheet: TherapySheet, today: LocalDate, words: Words, view: SheetView) {
        let parts = SheetParts(sheet: sheet, day: today, words: words, view: view)
        self.init(parts, status: .draft, seal: nil, returning: nil)
    }

    /// A signed sheet.
    /// - Parameters:
    ///   - status: what became of it; one that is not in force says so across the page.
    ///   - returning: its return code; nil for none. It is no part of what was signed.
    ///   - copy: whose copy it is; nil for the sheet itself.
    /// - Throws: ``QRCode/Failure`` for an address that fits no code.
    package init(
        _ signed: SignedTherapySheet, status: PrescriptionStatus, words: Words, view: SheetView,
        returning: SheetReturn? = nil, copy: SheetCopy? = nil
    ) throws {
        let zone = TimeZone(identifier: signed.timeZone) ?? .gmt
        let parts = SheetParts(
            sheet: signed.sheet, day: LocalDate(signed.signedAt, in: zone), words: words, view: view)
        self.init(
            parts, status: status, seal: signed, returning: try returning.map { try Returning($0, words) }, copy: copy)
    }

    private init(
        _ parts: SheetParts, status: PrescriptionStatus, seal: SignedTherapySheet?, returning: Returning?,
        copy: SheetCopy? = nil
    ) {
        let sheet = parts.sheet
        let therapies = sheet.therapies
        language = sheet.language.rawValue
        isA4 = parts.view.isA4
        self.copy = copy.map { parts.words("sheets.copy.\($0.rawValue)") }
        mark = parts.mark(status)
        number = seal?.number.description
        replaces = seal?.replaces?.description
        icon = parts.image(sheet.provider.icon, text: sheet.provider.practiceName)
        providerName = sheet.provider.name
        practiceName = sheet.provider.practiceName
        address = sheet.provider.address
        contact = parts.providerContact
        patient = parts.patient
        born = parts.dates.date(sheet.patient.birthDate)
        practice = parts.practice
        specialty = therapies.template == "spine" ? nil : therapies.specialty
        evaluationTitle = therapies.evaluationTitle
        evaluationLines = parts.evaluationLines
        sections = parts.sections
        limits = parts.limits
        hasLimits = !limits.isEmpty || !therapies.goals.isEmpty
        reasons = (therapies.reasons ?? []).map { SheetLine(label: $0.warning, value: $0.reason) }
        hasReasons = !reasons.isEmpty
        goals = therapies.goals.isEmpty ? nil : therapies.goals
        instructions = therapies.instructions.isEmpty ? nil : Markdown.html(therapies.instructions)
        diagnoses = parts.diagnoses
        releases = parts.releases
        signedAt = seal.flatMap { seal in
            TimeZone(identifier: seal.timeZone).map { parts.dates.dateAndTime(seal.signedAt, in: $0) }
        }
        signature = seal == nil ? nil : parts.signaturePicture
        typedSignature = seal == nil ? nil : parts.typedSignature
        validUntil = therapies.validUntil.map { parts.dates.date($0) }
        self.returning = returning
    }
}
