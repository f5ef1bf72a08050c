import Clinic
import Foundation
import Rendering

/// The sheet of a medication prescription, for the pharmacy: provider, patient with allergies, the medicine, how it is
/// taken, how much is dispensed, signature. One template for the preview, the browser's print and the PDF; all its words
/// are in the sheet's own language.
package struct MedicationSheetPage: Page {
    package static let template = "sheets/medication-prescription"

    let language: String
    let isA4: Bool
    /// Whose copy it is, in words; nil where nobody says.
    let copy: String?
    /// Nil on a sheet that is in force.
    let mark: SheetMark?
    /// Nil before signing.
    let number: String?
    /// The number of the version it replaces; nil for a first one.
    let replaces: String?
    let icon: SheetImage?
    let providerName: String
    let practiceName: String
    let address: [String]
    let contact: [SheetLine]
    let patient: SheetParty
    let born: String
    let allergies: [String]
    /// "Lisinopril 10 mg", as large as it needs to be read.
    let medicine: String
    /// Form and route; nil for neither.
    let form: String?
    /// Whether the medicine was typed, and is not one of the catalogue.
    let isFreeText: Bool
    let sentence: String
    /// Whether ``sentence`` is the prescriber's own text.
    let isAsWritten: Bool
    let facts: [SheetLine]
    let noteToPatient: String?
    let noteToPharmacist: String?
    /// What the law asks for with a controlled substance; nil for other medicines.
    let controlled: String?
    /// Nil before signing.
    let signedAt: String?
    let signature: SheetImage?
    /// The typed name; nil before signing, beside a picture, and where the law asks for a hand.
    let typedSignature: String?

    /// A sheet that is not signed: watermarked, without number, time and signature.
    package init(unsigned sheet: MedicationSheet, words: Words, view: SheetView) {
        self.init(
            sheet, mark: MedicationSheetParts.mark("draft", words), seal: nil, words: words, view: view, copy: nil)
    }

    /// A signed sheet.
    /// - Parameters:
    ///   - status: what became of it; one that is not in force says so across the page.
    ///   - copy: whose copy it is; nil for the sheet itself.
    package init(
        _ signed: SignedMedicationSheet, status: MedicationPrescriptionStatus, words: Words, view: SheetView,
        copy: SheetCopy? = nil
    ) {
        let mark = status == .signed ? nil : MedicationSheetParts.mark(status.rawValue, words)
        self.init(signed.sheet, mark: mark, seal: signed, words: words, view: view, copy: copy)
    }

    private init(
        _ sheet: MedicationSheet, mark: SheetMark?, seal: SignedMedicationSheet?, words: Words, view: SheetView,
        copy: SheetCopy?
    ) {
        let people = SheetPeople(words: words, view: view)
        let parts = MedicationSheetParts(sheet: sheet, words: words)
        let isControlled = parts.controlled != nil
        language = sheet.language.rawValue
        isA4 = view.isA4
        self.copy = copy.map { words("sheets.copy.\($0.rawValue)") }
        self.mark = mark
        number = seal?.number.description
        replaces = seal?.replaces?.description
        icon = people.image(sheet.provider.icon, text: sheet.provider.practiceName)
        providerName = sheet.provider.name
        practiceName = sheet.provider.practiceName
        address = sheet.provider.address
        contact = people.contact(of: sheet.provider)
        patient = people.party(sheet.patient)
        born = parts.dates.date(sheet.patient.birthDate)
        allergies = parts.allergies
        medicine = parts.medicine
        form = parts.form
        isFreeText = sheet.order.medicine.catalogID == nil
        sentence = sheet.sentence
        isAsWritten = sheet.isAsWritten
        facts = parts.facts
        noteToPatient = sheet.order.noteToPatient.isEmpty ? nil : sheet.order.noteToPatient
        noteToPharmacist = sheet.order.noteToPharmacist.isEmpty ? nil : sheet.order.noteToPharmacist
        controlled = parts.controlled
        signedAt = seal.flatMap { seal in
            TimeZone(identifier: seal.timeZone).map { parts.dates.dateAndTime(seal.signedAt, in: $0) }
        }
        signature = seal == nil || isControlled ? nil : people.signaturePicture(of: sheet.provider)
        typedSignature = seal == nil || isControlled ? nil : people.typedSignature(of: sheet.provider)
    }
}

/// Turns the parts of a medication sheet into lines of words.
struct MedicationSheetParts {
    let sheet: MedicationSheet
    let words: Words

    var dates: Dates { Dates(words.language) }

    var medicine: String {
        [sheet.order.medicine.title, sheet.order.strength].filter { !$0.isEmpty }.joined(separator: " ")
    }

    var form: String? {
        let parts = [sheet.order.form, sheet.order.route].filter { !$0.isEmpty }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    var allergies: [String] {
        switch sheet.allergies {
        case .notAsked: [words("medication-sheets.allergies.not-asked")]
        case .noneKnown: [words("medication-sheets.allergies.none-known")]
        case .recorded(let lines): lines
        }
    }

    /// What the pharmacy dispenses and how long it is taken. Refills and substitution are always said: nobody has to guess
    /// what an empty line means.
    var facts: [SheetLine] {
        let order = sheet.order
        var facts: [(String, String)] = [("reason", order.reason), ("start", dates.date(order.start))]
        if let end = order.end { facts.append(("end", dates.date(end))) }
        if let quantity = order.quantity {
            facts.append(("quantity", DosageWriter(words, zone: .gmt).dose(quantity)))
        }
        facts.append(("refills", order.refills == 0 ? words("medication-sheets.refills.none") : "\(order.refills)"))
        facts.append(
            ("substitution", words("medication-sheets.substitution.\(order.maySubstitute ? "allowed" : "not-allowed")"))
        )
        return facts.filter { !$0.1.isEmpty }.map {
            SheetLine(label: words("medication-sheets.\($0.0)"), value: $0.1)
        }
    }

    var controlled: String? {
        let schedule = sheet.order.medicine.controlledSchedule
        return schedule.isEmpty ? nil : words("medication-sheets.controlled", ["schedule": schedule])
    }

    static func mark(_ status: String, _ words: Words) -> SheetMark {
        SheetMark(word: words("medication-sheets.mark.\(status)"), note: words("medication-sheets.note.\(status)"))
    }
}
