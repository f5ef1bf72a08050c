/// The therapy practice a prescription goes to: picked from the favourites or typed by hand, and copied, so that a
/// favourite edited later changes no prescription. All texts were checked when they were typed; empty means none.
package struct PrescribedPractice: Sendable, Hashable, Codable {
    /// 1–200 characters.
    package var name: String
    /// Whom to ask for.
    package var contact: String
    package var street: String
    package var city: String
    /// Two letters in the United States, free elsewhere.
    package var state: String
    package var postcode: String
    /// ISO 3166 code, such as `US`.
    package var country: String
    /// E.164, such as `+15552013344`.
    package var phone: String
    package var fax: String
    package var email: String
    package var npi: String
    package var specialties: String
    package var notes: String

    package init(
        name: String, contact: String = "", street: String = "", city: String = "", state: String = "",
        postcode: String = "", country: String = "", phone: String = "", fax: String = "", email: String = "",
        npi: String = "", specialties: String = "", notes: String = ""
    ) {
        self.name = name
        self.contact = contact
        self.street = street
        self.city = city
        self.state = state
        self.postcode = postcode
        self.country = country
        self.phone = phone
        self.fax = fax
        self.email = email
        self.npi = npi
        self.specialties = specialties
        self.notes = notes
    }
}
