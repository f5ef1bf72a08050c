import Clinic

/// A therapy practice that the demo clinic sends patients to.
struct DemoPractice: Codable, Sendable, DemoAddressed {
    let key: String
    let name: String
    let street: String
    let city: String
    let state: String
    let postalCode: String
    let country: String
    let phone: String
    let fax: String
    let email: String
    let notes: String
    /// The keys of the accounts that keep it among their favourites.
    let favouriteOf: [String]

    /// The practice through the rules of its form.
    /// - Throws: ``ValidationFailure``.
    func checkedPractice() throws -> Practice {
        var typed = TypedPractice()
        typed.name = name
        typed.address = typedAddress
        typed.phone = phone
        typed.fax = fax
        typed.email = email
        typed.notes = notes
        return try typed.practice()
    }
}
