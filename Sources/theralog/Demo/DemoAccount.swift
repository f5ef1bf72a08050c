import Clinic
import Site

/// Somebody who signs in to the demo clinic.
struct DemoAccount: Codable, Sendable {
    /// What a clinician enters once, before the first prescription.
    struct ProviderInformation: Codable, Sendable, DemoAddressed {
        let degree: String
        let phone: String
        let practice: String
        let street: String
        let city: String
        let state: String
        let postalCode: String
        let country: String
        let fax: String
        let email: String
        let npi: String
        let licence: String
        let icon: ShippedIcon
    }

    let key: String
    let roles: Set<Role>
    let firstName: String
    let middleName: String
    let lastName: String
    let email: String
    let language: Language
    /// The key of the patient whose record it may read; nil unless it is a patient's account.
    let patient: String?
    /// Nil unless it is a clinician's account.
    let provider: ProviderInformation?

    var name: String { "\(firstName) \(lastName)" }

    /// The account as an admin would make it.
    func draft(patient: Identifier<Patient>?) -> AccountDraft {
        AccountDraft(name: name, email: email, roles: roles, patient: patient)
    }

    /// The provider information through the rules of its form, with the name typed as signature; nil when there is none.
    /// - Throws: ``ValidationFailure``.
    func checkedProvider() throws -> Provider? {
        guard let provider else { return nil }
        var typed = TypedProvider()
        typed.firstName = firstName
        typed.middleName = middleName
        typed.lastName = lastName
        typed.degree = provider.degree
        typed.phone = provider.phone
        typed.practiceName = provider.practice
        typed.address = provider.typedAddress
        typed.fax = provider.fax
        typed.email = provider.email
        typed.npi = provider.npi
        typed.licence = provider.licence
        return try typed.provider(keeping: Provider())
    }
}
