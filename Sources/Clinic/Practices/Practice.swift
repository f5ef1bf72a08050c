/// A therapy practice to which a patient is sent. A value that a prescription copies: later changes of a favourite do not
/// reach it.
package struct Practice: Hashable, Sendable, Codable {
    package var name = ""
    /// Whom to ask for; empty for nobody in particular.
    package var contact = ""
    package var address = PostalAddress()
    package var phone: PhoneNumber?
    package var fax: PhoneNumber?
    package var email: EmailAddress?
    package var npi: NationalProviderIdentifier?
    /// One line, as typed; empty for none.
    package var specialties = ""
    /// Plain text of several lines; empty for none.
    package var notes = ""

    package init() {}

    /// What two practices share that are the same one: name and address, whatever the case, accents and punctuation.
    package var likeness: String {
        let parts = [
            name, address.street, address.city, address.state, address.postcode, address.country?.code ?? "",
        ]
        return parts.map { part in
            SearchText.folded(part).filter { $0.isLetter || $0.isNumber }
        }.joined(separator: "\n")
    }

    /// Whether it is the same practice as another: by name and address.
    package func isLike(_ other: Practice) -> Bool { likeness == other.likeness }
}

/// A practice that a clinician keeps for the next time.
package struct FavouritePractice: Hashable, Sendable {
    package let id: Identifier<FavouritePractice>
    /// 1 for the first.
    package let version: Int
    package let practice: Practice

    package init(id: Identifier<FavouritePractice>, version: Int, practice: Practice) {
        self.id = id
        self.version = version
        self.practice = practice
    }
}
