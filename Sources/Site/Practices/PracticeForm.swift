import Clinic

/// A practice as its form sends it. The form of a prescription has the same fields.
struct PracticeForm: Sendable {
    var typed: TypedPractice
    /// The version of the favourite the form was opened with, 0 for a new one.
    var version: Int

    /// An empty form, or the form of a practice that is kept.
    /// - Parameter country: the country to begin with where the practice has none.
    init(_ practice: Practice = Practice(), version: Int = 0, country: Country) {
        typed = TypedPractice(practice, country: country)
        self.version = version
    }

    init(_ form: Form) {
        typed = TypedPractice()
        typed.name = form.text("name")
        typed.contact = form.text("contact")
        typed.address = TypedAddress(form)
        typed.phone = form.text("phone")
        typed.fax = form.text("fax")
        typed.email = form.text("email")
        typed.npi = form.text("npi")
        typed.specialties = form.text("specialties")
        typed.notes = form.text("notes")
        version = Int(form.text("version")) ?? 0
    }

    /// The practice with all that was typed checked.
    /// - Throws: ``ValidationFailure``.
    func practice() throws -> Practice { try typed.practice() }

    /// The form in the spelling of what is kept, so that a comparison shows what differs and not how it was typed.
    /// - Parameter version: of what is kept.
    /// - Throws: ``ValidationFailure``.
    func normalised(version: Int) throws -> PracticeForm {
        let practice = try practice()
        return PracticeForm(
            practice, version: version, country: Country(code: typed.address.country) ?? .unitedStates)
    }
}
