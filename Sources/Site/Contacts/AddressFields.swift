import Clinic
import Rendering

/// The controls of an address, named and asked for as its country writes addresses.
struct AddressFields: Sendable {
    let country: ChoiceFieldView
    let street: FieldView
    let city: FieldView
    /// Nil where addresses have no state.
    let state: FieldView?
    let postcode: FieldView

    /// - Parameters:
    ///   - typed: what the fields hold.
    ///   - isNeeded: whether the parts that the country needs must be there.
    ///   - isOwn: whether the browser may fill in the reader's own address.
    init(_ typed: TypedAddress, isNeeded: Bool, isOwn: Bool, words: Words, problems: [Problem]) {
        let fields = FieldBuilder(words: words, problems: problems, prefix: "contacts")
        let home = Country(code: typed.country)
        let needed = isNeeded ? home?.rules.neededParts ?? [] : []
        let control = { (name: String, value: String, part: AddressPart, autofill: String) in
            fields.field(name, value) {
                $0.required = needed.contains(part)
                $0.optional = !$0.required
                $0.autocomplete = isOwn ? autofill : "off"
                $0.enterNext = true
            }
        }
        country = fields.countries(chosen: typed.country) {
            $0.autocomplete = isOwn ? "country" : "off"
        }
        street = control("street", typed.street, .street, "street-address")
        city = control("city", typed.city, .city, "address-level2")
        state =
            home?.hasRegions == false
            ? nil
            : control("state", typed.state, .region, "address-level1").with {
                $0.label = words(home?.regionLabel ?? "contacts.state")
                $0.width = "10"
                $0.format = "us-state"
                $0.countryFrom = "country"
            }
        postcode = control("postcode", typed.postcode, .postcode, "postal-code").with {
            $0.label = words(home == .unitedStates ? "contacts.postcode-us" : "contacts.postcode")
            $0.width = "10"
            $0.format = "us-zip"
            $0.countryFrom = "country"
        }
    }
}

extension AddressFields {
    /// What the country calls the parts, under the names of the fields; for the summary of problems.
    var labels: [String: String] {
        var labels = ["postcode": postcode.label]
        if let state { labels["state"] = state.label }
        return labels
    }
}

extension Country {
    /// Whether addresses may name a state, province or county.
    fileprivate var hasRegions: Bool {
        if case .unused = rules.region { false } else { true }
    }

    /// The message that says what the country calls its regions.
    fileprivate var regionLabel: String {
        switch code {
        case "US": "contacts.state-us"
        case "CA": "contacts.state-ca"
        case "AU": "contacts.state-au"
        default: "contacts.state"
        }
    }
}

extension FieldBuilder {
    /// A select of all countries, by name in the reader's language.
    func countries(chosen: String, _ change: (inout ChoiceFieldView) -> Void = { _ in }) -> ChoiceFieldView {
        let options = Country.all.map { (value: $0.code, label: words.name($0)) }.sorted {
            SearchText.folded($0.label) < SearchText.folded($1.label)
        }
        return choice("country", options, chosen: [chosen]) {
            $0.required = true
            $0.enterNext = true
            change(&$0)
        }
    }

    /// A phone or fax number of a country, shaped while typing where that is the United States.
    func phone(_ name: String, _ value: String, _ change: (inout FieldView) -> Void = { _ in }) -> FieldView {
        field(name, value) {
            $0.type = "tel"
            $0.inputMode = "tel"
            $0.width = "20"
            $0.format = "us-phone"
            $0.countryFrom = "country"
            $0.enterNext = true
            change(&$0)
        }
    }
}
