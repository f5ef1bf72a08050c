import Clinic
import Rendering

/// The controls of a practice: what `practices/_fields.mustache` reads, on the page of a favourite and inside of a
/// prescription.
struct PracticeFields: Sendable {
    /// What is wrong, for the summary.
    let summary: [ProblemLine]
    let name: FieldView
    let contact: FieldView
    let country: ChoiceFieldView
    let street: FieldView
    let city: FieldView
    let state: FieldView?
    let postcode: FieldView
    let phone: FieldView
    let fax: FieldView
    let email: FieldView
    let npi: FieldView
    let specialties: FieldView
    let notes: FieldView

    /// - Parameter isShared: whether everybody in the clinic reads it.
    init(_ typed: TypedPractice, problems: [Problem], isShared: Bool = false, words: Words) {
        let address = AddressFields(typed.address, isNeeded: false, isOwn: false, words: words, problems: problems)
        let fields = FieldBuilder(
            words: words, problems: problems, prefix: "practices", labels: address.labels)
        summary = fields.summary
        name = fields.field("name", typed.name) {
            $0.autocomplete = "off"
            $0.enterNext = true
        }
        contact = fields.extra("contact", typed.contact)
        country = address.country
        street = address.street
        city = address.city
        state = address.state
        postcode = address.postcode
        phone = fields.phone("phone", typed.phone, Self.asExtra)
        fax = fields.phone("fax", typed.fax, Self.asExtra)
        email = fields.extra("email", typed.email) { $0.type = "email" }
        npi = fields.extra("npi", typed.npi) {
            $0.inputMode = "numeric"
            $0.width = "20"
        }
        specialties = fields.extra("specialties", typed.specialties)
        notes = fields.extra("notes", typed.notes) {
            $0.multiline = true
            if isShared { $0.hint = words("practices.directory.notes.hint") }
            $0.enterNext = false
        }
    }

    private static func asExtra(_ field: inout FieldView) {
        field.required = false
        field.optional = true
        field.autocomplete = "off"
    }

    /// What differs between a practice that is kept and what was typed.
    func comparison(kept: Practice, typed: TypedPractice) -> ChangeComparison {
        let now = TypedPractice(kept, country: Country(code: typed.address.country) ?? .unitedStates)
        return ChangeComparison([
            (name.label, now.name, typed.name), (contact.label, now.contact, typed.contact),
            (country.label, now.address.country, typed.address.country),
            (street.label, now.address.street, typed.address.street),
            (city.label, now.address.city, typed.address.city),
            (state?.label ?? "", now.address.state, typed.address.state),
            (postcode.label, now.address.postcode, typed.address.postcode), (phone.label, now.phone, typed.phone),
            (fax.label, now.fax, typed.fax), (email.label, now.email, typed.email), (npi.label, now.npi, typed.npi),
            (specialties.label, now.specialties, typed.specialties), (notes.label, now.notes, typed.notes),
        ])
    }
}

extension FieldBuilder {
    /// A text that may be left out and that the browser does not fill in.
    fileprivate func extra(
        _ name: String, _ value: String, _ change: (inout FieldView) -> Void = { _ in }
    ) -> FieldView {
        field(name, value) {
            $0.required = false
            $0.optional = true
            $0.autocomplete = "off"
            $0.enterNext = true
            change(&$0)
        }
    }
}
