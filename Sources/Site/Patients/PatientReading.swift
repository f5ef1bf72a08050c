import Clinic
import Rendering
import Store

/// What the reading and writing of a patient's values depends on: the reader's language, the clinic's country, today.
struct PatientReading: Sendable {
    let language: Language
    /// The country of the clinician's practice: whose numbers are national, how dates with slashes are read.
    let home: Country
    let today: LocalDate
    /// In which units new measurements are typed.
    var clinic = ClinicSettings()

    var order: DateOrder { .usual(language: language, country: home) }

    func day(_ field: String) -> TypedDay { TypedDay(field: field, order: order, today: today) }
}

extension Site {
    /// The reading of one request.
    func patientReading(_ context: ClinicianContext) async throws -> PatientReading {
        PatientReading(language: context.language, home: try await homeCountry(context), today: today, clinic: clinic)
    }
}
