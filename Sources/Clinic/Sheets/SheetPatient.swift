/// Whom a prescription is for, as its sheet has it.
package struct SheetPatient: Sendable, Hashable, Codable {
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

extension SheetPatient {
    /// Copies what a sheet prints, as somebody in the provider's country reads it.
    package init(_ patient: Patient, home: Country, countryName: (Country) -> String) {
        self.init(
            name: patient.name.full, birthDate: patient.birthDate, number: patient.number.description,
            sex: patient.sex.rawValue, address: patient.address.lines(in: home, countryName: countryName),
            phone: patient.phone?.formatted(in: home) ?? "", email: patient.email?.text ?? "")
    }
}
