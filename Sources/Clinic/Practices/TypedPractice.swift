/// A practice as it was typed into the form.
package struct TypedPractice: Hashable, Sendable {
    package var name = ""
    package var contact = ""
    package var address = TypedAddress()
    package var phone = ""
    package var fax = ""
    package var email = ""
    package var npi = ""
    package var specialties = ""
    package var notes = ""

    package static let longestNotes = 2000

    package init() {}

    /// What a form shows for a practice that is kept.
    /// - Parameter country: the country to begin with where the practice has none.
    package init(_ practice: Practice, country: Country) {
        let home = practice.address.country ?? country
        name = practice.name
        contact = practice.contact
        address = TypedAddress(practice.address, country: home)
        phone = practice.phone?.typed(in: home) ?? ""
        fax = practice.fax?.typed(in: home) ?? ""
        email = practice.email?.text ?? ""
        npi = practice.npi?.digits ?? ""
        specialties = practice.specialties
        notes = practice.notes
    }

    /// The practice with all that was typed checked. It needs a name and one way to be reached.
    /// - Throws: ``ValidationFailure`` with a problem for every field that is wrong or missing.
    package func practice() throws -> Practice {
        var checks = FieldChecks()
        var practice = Practice()
        practice.name = checks.value(try TypedText.line(name, field: "name", required: true)) ?? ""
        practice.contact = checks.value(try TypedText.line(contact, field: "contact")) ?? ""
        practice.address = PostalAddress.read(address, checks: &checks)
        let country = practice.address.country ?? .unitedStates
        practice.phone = checks.value(try PhoneNumber.read(phone, in: country)) ?? nil
        practice.fax = checks.value(try PhoneNumber.read(fax, in: country, field: "fax")) ?? nil
        practice.email = checks.value(try EmailAddress.read(email)) ?? nil
        practice.npi = checks.value(try NationalProviderIdentifier.read(npi)) ?? nil
        practice.specialties = checks.value(try TypedText.line(specialties, field: "specialties", longest: 500)) ?? ""
        practice.notes = checks.value(try TypedText.block(notes, field: "notes", longest: Self.longestNotes)) ?? ""
        if checks.problems.isEmpty, !practice.isReachable { checks.note(Problem("phone", "practices.problem.reach")) }
        guard checks.problems.isEmpty else { throw ValidationFailure(checks.problems) }
        return practice
    }
}

extension Practice {
    /// Whether a patient can find it: by phone, fax or e-mail, or at an address with a street and a town.
    package var isReachable: Bool {
        phone != nil || fax != nil || email != nil || (!address.street.isEmpty && !address.city.isEmpty)
    }
}
