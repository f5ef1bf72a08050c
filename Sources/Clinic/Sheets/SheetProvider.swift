/// The clinician and the clinician's practice, as a sheet prints them: a copy.
package struct SheetProvider: Sendable, Hashable, Codable {
    /// "Robin A. Ward, PA-C".
    package var name: String
    package var practiceName: String
    /// Street, and city with state and ZIP, as the country writes them.
    package var address: [String]
    package var phone: String
    /// Empty for none, as are the next three.
    package var fax: String
    package var email: String
    package var npi: String
    package var licence: String
    /// ISO 3166 code, such as `US`.
    package var country: String
    /// What the clinic printed on then; nil for the paper usual in the country.
    package var paper: Paper?
    /// Nil for a provider without an icon.
    package var icon: PictureHash?
    package var signature: SheetSignature

    package init(
        name: String, practiceName: String, address: [String], phone: String, fax: String = "", email: String = "",
        npi: String = "", licence: String = "", country: String, icon: PictureHash? = nil, signature: SheetSignature
    ) {
        self.name = name
        self.practiceName = practiceName
        self.address = address
        self.phone = phone
        self.fax = fax
        self.email = email
        self.npi = npi
        self.licence = licence
        self.country = country
        self.icon = icon
        self.signature = signature
    }
}

/// How a provider signs.
package enum SheetSignature: Sendable, Hashable, Codable {
    case typed(String)
    case picture(PictureHash)
}

extension SheetProvider {
    /// Copies what a sheet prints; numbers are written as somebody in the provider's country reads them.
    package init(_ provider: Provider, home: Country, countryName: (Country) -> String) {
        let signature: SheetSignature =
            switch provider.signature {
            case .typed(let name): .typed(name)
            case .picture(let hash): .picture(hash)
            case nil: .typed(provider.signedName)
            }
        self.init(
            name: provider.signedName, practiceName: provider.practiceName,
            address: provider.address.lines(in: home, countryName: countryName),
            phone: provider.phone?.formatted(in: home) ?? "", fax: provider.fax?.formatted(in: home) ?? "",
            email: provider.email?.text ?? "", npi: provider.npi?.digits ?? "", licence: provider.licence,
            country: home.code, icon: provider.icon, signature: signature)
    }
}
