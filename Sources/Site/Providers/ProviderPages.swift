import Clinic
import Rendering

/// The form with the provider information.
struct ProviderPage: Page {
    static let template = "providers/show"

    /// A field that is still missing, with a link to it.
    struct Missing: Sendable {
        let id: String
        let label: String
    }

    let problems: [ProblemLine]
    let changes: ChangeComparison?
    let version: Int
    let returnPath: String
    /// What keeps prescriptions from being written; empty when nothing does.
    let missing: [Missing]
    let isIncomplete: Bool
    let firstName: FieldView
    let middleName: FieldView
    let lastName: FieldView
    let degree: FieldView
    let practiceName: FieldView
    let country: ChoiceFieldView
    let street: FieldView
    let city: FieldView
    let state: FieldView?
    let postcode: FieldView
    let phone: FieldView
    let fax: FieldView
    let mobile: FieldView
    let email: FieldView
    let npi: FieldView
    let licence: FieldView
    let hasIcon: Bool
    /// The first time, icon and signature follow by themselves.
    let isFirst: Bool
    /// Nil for none, else the typed name.
    let signatureName: String?
    let hasSignaturePicture: Bool

    /// - Parameter kept: what is kept now, nil while nothing is.
    init(_ form: ProviderForm, _ kept: Provider?, problems: [Problem] = [], isStale: Bool = false, words: Words) {
        let typed = form.typed
        let address = AddressFields(typed.address, isNeeded: true, isOwn: true, words: words, problems: problems)
        let fields = FieldBuilder(
            words: words, problems: problems, prefix: "providers", labels: address.labels)
        self.problems = fields.summary
        version = form.version
        returnPath = form.returnPath
        firstName = fields.needed("first-name", typed.firstName, "given-name")
        middleName = fields.extra("middle-name", typed.middleName, "additional-name")
        lastName = fields.needed("last-name", typed.lastName, "family-name")
        degree = fields.needed("degree", typed.degree, "honorific-suffix") { $0.width = "20" }
        practiceName = fields.needed("practice-name", typed.practiceName, "organization")
        country = address.country
        street = address.street
        city = address.city
        state = address.state
        postcode = address.postcode
        phone = fields.phone("phone", typed.phone) { $0.autocomplete = "tel" }
        fax = fields.phone("fax", typed.fax) {
            $0.required = false
            $0.optional = true
        }
        mobile = fields.phone("mobile", typed.mobile) {
            $0.required = false
            $0.optional = true
        }
        email = fields.extra("email", typed.email, "email") { $0.type = "email" }
        npi = fields.extra("npi", typed.npi) {
            $0.inputMode = "numeric"
            $0.width = "20"
        }
        licence = fields.extra("licence", typed.licence) { $0.width = "20" }
        let labels = ProviderLabels(fields, address)
        let provider = kept ?? Provider()
        missing = provider.missingFields.map { Missing(id: $0.rawValue, label: labels[$0.rawValue]) }
        isIncomplete = !missing.isEmpty
        changes = isStale ? labels.comparison(kept: provider, typed: typed) : nil
        isFirst = kept == nil
        hasIcon = provider.icon != nil
        signatureName = if case .typed(let name)? = provider.signature { name } else { nil }
        hasSignaturePicture = if case .picture? = provider.signature { true } else { false }
    }
}

extension FieldBuilder {
    fileprivate func needed(
        _ name: String, _ value: String, _ autofill: String, _ change: (inout FieldView) -> Void = { _ in }
    ) -> FieldView {
        field(name, value) {
            $0.autocomplete = autofill
            $0.enterNext = true
            change(&$0)
        }
    }

    fileprivate func extra(
        _ name: String, _ value: String, _ autofill: String? = nil, _ change: (inout FieldView) -> Void = { _ in }
    ) -> FieldView {
        field(name, value) {
            $0.autocomplete = autofill ?? "off"
            $0.required = false
            $0.optional = true
            $0.enterNext = true
            change(&$0)
        }
    }
}

/// What the fields of the form are called.
private struct ProviderLabels {
    private let labels: [String: String]

    init(_ fields: FieldBuilder, _ address: AddressFields) {
        let own = [
            "first-name", "middle-name", "last-name", "degree", "phone", "practice-name", "fax", "mobile", "email",
            "npi", "licence",
        ]
        var labels = Dictionary(uniqueKeysWithValues: own.map { ($0, fields.label($0)) })
        labels["country"] = address.country.label
        for field in [address.street, address.city, address.postcode] { labels[field.name] = field.label }
        labels["state"] = address.state?.label
        self.labels = labels
    }

    subscript(field: String) -> String { labels[field] ?? field }

    func comparison(kept: Provider, typed: TypedProvider) -> ChangeComparison {
        let now = TypedProvider(kept, country: Country(code: typed.address.country) ?? .unitedStates)
        let pairs: [(String, KeyPath<TypedProvider, String>)] = [
            ("first-name", \.firstName), ("middle-name", \.middleName), ("last-name", \.lastName), ("degree", \.degree),
            ("practice-name", \.practiceName), ("country", \.address.country), ("street", \.address.street),
            ("city", \.address.city), ("state", \.address.state), ("postcode", \.address.postcode), ("phone", \.phone),
            ("fax", \.fax), ("mobile", \.mobile), ("email", \.email), ("npi", \.npi), ("licence", \.licence),
        ]
        return ChangeComparison(pairs.map { (self[$0], now[keyPath: $1], typed[keyPath: $1]) })
    }
}
