import Clinic

/// An entry of the demo clinic that has an address, in the words of its file.
protocol DemoAddressed {
    var street: String { get }
    var city: String { get }
    var state: String { get }
    var postalCode: String { get }
    /// ISO 3166 code.
    var country: String { get }
}

extension DemoAddressed {
    /// The address as somebody would type it into a form.
    var typedAddress: TypedAddress {
        TypedAddress(street: street, city: city, state: state, postcode: postalCode, country: country)
    }
}
