import Foundation

/// Everything a therapy prescription prints, as words in one language: a copy, not references. Once signed it never
/// changes, whatever happens to the patient, the provider, the code list or the template it was made from.
package struct TherapySheet: Sendable, Hashable, Codable {
    /// The clinician and the clinician's practice.
    package struct Provider: Sendable, Hashable, Codable {
        /// "Robin A. Ward, PA-C".
        package var name: String
        package var practiceName: String
        /// Street, and city with state and ZIP, as the country writes them.
        package var address: [String]
        package var phone: String
        /// Empty for none, as are the next three.
        package var fax: String
        package var email: String
        package var npi: String
        package var licence: String
        /// ISO 3166 code, such as `US`: decides the paper.
        package var country: String
        /// Nil for a provider without an icon.
        package var icon: PictureHash?
        package var signature: Signature

        package init(
            name: String, practiceName: String, address: [String], phone: String, fax: String = "", email: String = "",
            npi: String = "", licence: String = "", country: String, icon: PictureHash? = nil, signature: Signature
        ) {
            self.name = name
            self.practiceName = practiceName
            self.address = address
            self.phone = phone
            self.fax = fax
            self.email = email
            self.npi = npi
            self.licence = licence
            self.country = country
            self.icon = icon
            self.signature = signature
        }
    }

    /// How a provider signs.
    package enum Signature: Sendable, Hashable, Codable {
        case typed(String)
        case picture(PictureHash)
    }

    /// Whom the therapist will treat.
    package struct Patient: Sendable, Hashable, Codable {
        /// The whole name in the person's own order.
        package var name: String
        package var birthDate: LocalDate
        /// The clinic's number for the patient.
        package var number: String
        /// FHIR's code: `female`, `male`, `other`, `unknown`.
        package var sex: String
        package var address: [String]
        /// Empty for none.
        package var phone: String
        package var email: String

        package init(
            name: String, birthDate: LocalDate, number: String, sex: String, address: [String] = [],
            phone: String = "", email: String = ""
        ) {
            self.name = name
            self.birthDate = birthDate
            self.number = number
            self.sex = sex
            self.address = address
            self.phone = phone
            self.email = email
        }
    }

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
    package var provider: Provider
    package var patient: Patient
    package var practice: Practice
    package var therapies: SheetTherapies
    /// Primary first, one to three.
    package var diagnoses: [Diagnosis]

    package init(
        language: Language, provider: Provider, patient: Patient, practice: Practice, therapies: SheetTherapies,
        diagnoses: [Diagnosis]
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
