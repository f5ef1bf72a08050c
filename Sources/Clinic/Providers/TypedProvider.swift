/// Provider information as it was typed into the form.
package struct TypedProvider: Hashable, Sendable {
    package var firstName = ""
    package var middleName = ""
    package var lastName = ""
    package var degree = ""
    package var phone = ""
    package var practiceName = ""
    package var address = TypedAddress()
    package var fax = ""
    package var mobile = ""
    package var email = ""
    package var npi = ""
    package var licence = ""

    package init() {}

    /// What a form shows for what is kept.
    /// - Parameter country: the country to begin with while none is known.
    package init(_ provider: Provider, country: Country) {
        let home = provider.address.country ?? country
        firstName = provider.firstName
        middleName = provider.middleName
        lastName = provider.lastName
        degree = provider.degree
        phone = provider.phone?.typed(in: home) ?? ""
        practiceName = provider.practiceName
        address = TypedAddress(provider.address, country: home)
        fax = provider.fax?.typed(in: home) ?? ""
        mobile = provider.mobile?.typed(in: home) ?? ""
        email = provider.email?.text ?? ""
        npi = provider.npi?.digits ?? ""
        licence = provider.licence
    }

    /// The provider with all that was typed checked; icon and signature stay as they are in `known`.
    /// - Throws: ``ValidationFailure`` with a problem for every field that is wrong or missing.
    package func provider(keeping known: Provider) throws -> Provider {
        var checks = FieldChecks()
        var provider = known
        provider.firstName =
            checks.value(try TypedText.line(firstName, field: "first-name", longest: 100, required: true)) ?? ""
        provider.middleName = checks.value(try TypedText.line(middleName, field: "middle-name", longest: 100)) ?? ""
        provider.lastName =
            checks.value(try TypedText.line(lastName, field: "last-name", longest: 100, required: true)) ?? ""
        provider.degree = checks.value(try TypedText.line(degree, field: "degree", longest: 50, required: true)) ?? ""
        provider.practiceName =
            checks.value(try TypedText.line(practiceName, field: "practice-name", required: true)) ?? ""
        provider.address = PostalAddress.read(address, isNeeded: true, checks: &checks)
        let country = provider.address.country ?? .unitedStates
        provider.phone = checks.value(try PhoneNumber.read(phone, in: country)) ?? nil
        if phone.allSatisfy(\.isWhitespace) { checks.note(Problem("phone", "problems.required")) }
        provider.fax = checks.value(try PhoneNumber.read(fax, in: country, field: "fax")) ?? nil
        provider.mobile = checks.value(try PhoneNumber.read(mobile, in: country, field: "mobile")) ?? nil
        if provider.mobile?.extension != nil { checks.note(Problem("mobile", "providers.problem.mobile")) }
        provider.email = checks.value(try EmailAddress.read(email)) ?? nil
        provider.npi = checks.value(try NationalProviderIdentifier.read(npi)) ?? nil
        provider.licence = checks.value(try LicenceNumber.read(licence)) ?? ""
        guard checks.problems.isEmpty else { throw ValidationFailure(checks.problems) }
        return provider
    }
}

extension TypedAddress {
    /// What a form shows for an address that is kept.
    package init(_ address: PostalAddress, country: Country) {
        self.init(
            street: address.street, city: address.city, state: address.state, postcode: address.postcode,
            country: (address.country ?? country).code)
    }
}
