/// What a sheet is made of, before it is copied.
package struct TherapySheetSources: Sendable {
    package let provider: Clinic.Provider
    package let patient: Clinic.Patient
    package let practice: Clinic.Practice
    package let therapies: TherapyChoice
    package let template: TherapyTemplate
    package let diagnoses: DiagnosisList

    package init(
        provider: Clinic.Provider, patient: Clinic.Patient, practice: Clinic.Practice, therapies: TherapyChoice,
        template: TherapyTemplate, diagnoses: DiagnosisList
    ) {
        self.provider = provider
        self.patient = patient
        self.practice = practice
        self.therapies = therapies
        self.template = template
        self.diagnoses = diagnoses
    }
}

extension TherapySheet {
    /// Copies everything the sheet prints. Addresses and phone numbers are written as somebody in the provider's country
    /// reads them.
    /// - Parameters:
    ///   - countryName: a country in the sheet's language.
    ///   - date: writes a day in the sheet's language.
    package init(
        _ sources: TherapySheetSources, in language: Language, countryName: (Country) -> String,
        date: (LocalDate) -> String
    ) {
        let home = sources.provider.address.country ?? .unitedStates
        self.init(
            language: language, provider: SheetProvider(sources.provider, home: home, countryName: countryName),
            patient: SheetPatient(sources.patient, home: home, countryName: countryName),
            practice: Practice(sources.practice, home: home, countryName: countryName),
            therapies: SheetTherapies(
                sources.therapies, of: sources.template, known: sources.template.known(of: sources.patient.details),
                in: language, date: date),
            diagnoses: sources.diagnoses.diagnoses.map(Diagnosis.init))
    }
}

extension TherapySheet.Practice {
    fileprivate init(_ practice: Practice, home: Country, countryName: (Country) -> String) {
        self.init(
            name: practice.name, contact: practice.contact,
            address: practice.address.lines(in: home, countryName: countryName),
            phone: practice.phone?.formatted(in: home) ?? "", fax: practice.fax?.formatted(in: home) ?? "",
            email: practice.email?.text ?? "", npi: practice.npi?.digits ?? "")
    }
}

extension TherapySheet.Diagnosis {
    fileprivate init(_ diagnosis: PrescribedDiagnosis) {
        self.init(
            system: diagnosis.system.rawValue, code: diagnosis.code.display, title: diagnosis.title,
            side: diagnosis.side?.rawValue, release: diagnosis.release, releaseUntil: diagnosis.releaseUntil)
    }
}
