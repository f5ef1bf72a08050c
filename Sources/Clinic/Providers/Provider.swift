/// Who prescribes, as every prescription names them: the person and their practice. A value that a prescription copies
/// when it is signed.
package struct Provider: Hashable, Sendable, Codable {
    package var firstName = ""
    /// Empty for none.
    package var middleName = ""
    package var lastName = ""
    /// "PA-C", "MD", "Dr. med.".
    package var degree = ""
    /// Of the office; nil until it is entered.
    package var phone: PhoneNumber?
    package var practiceName = ""
    /// Of the practice; its country decides the rules of the phone number and the identifiers.
    package var address = PostalAddress()
    package var fax: PhoneNumber?
    /// Of the person, for text messages to oneself; on no prescription. Nil for none.
    package var mobile: PhoneNumber?
    package var email: EmailAddress?
    package var npi: NationalProviderIdentifier?
    /// Empty for none.
    package var licence = ""
    /// Nil signs with the printed name alone.
    package var signature: Signature?
    /// Nil for none.
    package var icon: PictureHash?

    package init() {}

    /// How a prescription is signed.
    package enum Signature: Hashable, Sendable, Codable {
        /// The name, typed.
        case typed(name: String)
        /// A drawn or uploaded picture of the signature.
        case picture(hash: PictureHash)
    }

    /// "Maria J. Okafor, PA-C": the name in the order it is spoken, with the degree.
    package var signedName: String {
        let name = [firstName, middleName, lastName].filter { !$0.isEmpty }.joined(separator: " ")
        return [name, degree].filter { !$0.isEmpty }.joined(separator: ", ")
    }

    /// What has to be there before anything clinical is written, in the form's order; empty when all is. A state and a
    /// postcode are asked for where the country's addresses have them.
    package var missingFields: [ProviderField] {
        var missing: [ProviderField] = []
        if firstName.isEmpty { missing.append(.firstName) }
        if lastName.isEmpty { missing.append(.lastName) }
        if degree.isEmpty { missing.append(.degree) }
        if phone == nil { missing.append(.phone) }
        if practiceName.isEmpty { missing.append(.practiceName) }
        if address.country == nil { missing.append(.country) }
        let needed = address.country?.rules.neededParts ?? Set(AddressPart.allCases)
        for (part, field) in [
            (AddressPart.street, ProviderField.street), (.city, .city), (.region, .state), (.postcode, .postcode),
        ]
        where needed.contains(part) && address[part].isEmpty {
            missing.append(field)
        }
        return missing
    }

    /// Whether prescriptions can be written.
    package var isComplete: Bool { missingFields.isEmpty }
}

/// The fields without which nothing clinical can be written; the raw value is the form field's name.
package enum ProviderField: String, Sendable, CaseIterable {
    case firstName = "first-name"
    case lastName = "last-name"
    case degree, phone
    case practiceName = "practice-name"
    case country, street, city, state, postcode
}

/// A clinician's provider information as it is kept: one row per version, the latest in force.
package struct ProviderRecord: Hashable, Sendable {
    package let account: Identifier<Account>
    /// 1 for the first.
    package let version: Int
    package let provider: Provider

    package init(account: Identifier<Account>, version: Int, provider: Provider) {
        self.account = account
        self.version = version
        self.provider = provider
    }
}
