import Foundation

/// Everything a therapy prescription prints, as words in one language: a copy, not references. Once signed it never
/// changes, whatever happens to the patient, the provider, the code list or the template it was made from.
package struct TherapySheet: Sendable, Hashable, Codable {
    /// Where the treatment is to happen.
    package struct Practice: Sendable, Hashable, Codable {
        package var name: String
        /// Whom to ask for there; empty for nobody, as are the next four.
        package var contact: String
        package var address: [String]
        package var phone: String
        package var fax: String
        package var email: String
        package var npi: String

        package init(
            name: String, contact: String = "", address: [String] = [], phone: String = "", fax: String = "",
            email: String = "", npi: String = ""
        ) {
            self.name = name
            self.contact = contact
            self.address = address
            self.phone = phone
            self.fax = fax
            self.email = email
            self.npi = npi
        }
    }

    /// One diagnosis as its list worded it.
    package struct Diagnosis: Sendable, Hashable, Codable {
        /// `icd10cm` or `icd9cm`.
        package var system: String
        /// With its dot.
        package var code: String
        package var title: String
        /// The side of the body the title names: `right`, `left`, `both`, `unspecified`; nil when it names none.
        package var side: String?
        /// The release of the list, such as `FY2026`.
        package var release: String
        /// The release's last day; nil when its publisher set no end.
        package var releaseUntil: LocalDate?

        package init(
            system: String, code: String, title: String, side: String?, release: String, releaseUntil: LocalDate?
        ) {
            self.system = system
            self.code = code
            self.title = title
            self.side = side
            self.release = release
            self.releaseUntil = releaseUntil
        }
    }

    /// The language of its words.
    package var language: Language
    package var provider: SheetProvider
    package var patient: SheetPatient
    package var practice: Practice
    package var therapies: SheetTherapies
    /// Primary first, one to three.
    package var diagnoses: [Diagnosis]

    package init(
        language: Language, provider: SheetProvider, patient: SheetPatient, practice: Practice,
        therapies: SheetTherapies, diagnoses: [Diagnosis]
    ) {
        self.language = language
        self.provider = provider
        self.patient = patient
        self.practice = practice
        self.therapies = therapies
        self.diagnoses = diagnoses
    }
}

/// A sheet with what signing added. This is the signed document; a page and a PDF are only views of it.
package struct SignedTherapySheet: Sendable, Hashable, Codable {
    package let sheet: TherapySheet
    package let number: PrescriptionNumber
    /// To the second.
    package let signedAt: Date
    /// The IANA zone that the date and time are printed in.
    package let timeZone: String
    /// The number of the prescription that this one takes the place of; nil for a first version.
    package let replaces: PrescriptionNumber?

    package init(
        sheet: TherapySheet, number: PrescriptionNumber, signedAt: Date, timeZone: String,
        replaces: PrescriptionNumber? = nil
    ) {
        self.sheet = sheet
        self.number = number
        self.signedAt = Date(timeIntervalSince1970: signedAt.timeIntervalSince1970.rounded(.down))
        self.timeZone = timeZone
        self.replaces = replaces
    }
}
