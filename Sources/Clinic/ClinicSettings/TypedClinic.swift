/// Name, phone number and address of the clinic as typed.
package struct TypedClinic: Hashable, Sendable {
    package var name = ""
    package var phone = ""
    package var address = TypedAddress()

    package init() {}

    /// What a form shows for what is kept.
    /// - Parameter country: the country to begin with while none is known.
    package init(_ settings: ClinicSettings, country: Country) {
        let home = settings.address.country ?? country
        name = settings.name
        phone = settings.phone?.typed(in: home) ?? ""
        address = TypedAddress(settings.address, country: home)
    }

    /// The settings with what was typed, checked; the rest stays.
    /// - Throws: ``ValidationFailure``.
    package func settings(keeping known: ClinicSettings) throws -> ClinicSettings {
        var checks = FieldChecks()
        var settings = known
        settings.name = checks.value(try TypedText.line(name, field: "name")) ?? ""
        settings.address = PostalAddress.read(address, checks: &checks)
        let country = settings.address.country ?? .unitedStates
        settings.phone = checks.value(try PhoneNumber.read(phone, in: country)) ?? nil
        guard checks.problems.isEmpty else { throw ValidationFailure(checks.problems) }
        return settings
    }
}
