/// How text messages leave the clinic: the address of a gateway and how it wants to be spoken to. The secret is kept elsewhere.
package struct GatewaySettings: Hashable, Sendable, Codable {
    package enum Encoding: String, Sendable, CaseIterable, Codable {
        case form, json
    }

    package enum SignIn: String, Sendable, CaseIterable, Codable {
        case none, basic, bearer
        /// The secret stands in a field of the body.
        case field
    }

    /// A field that is the same in every message, such as `From`.
    package struct Field: Hashable, Sendable, Codable {
        package let name: String
        package let value: String

        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// `https://…`; `http://…` only to this machine and private networks.
    package var address: String
    package var encoding: Encoding
    /// The names of the fields for the number in E.164 and for the text.
    package var numberField: String
    package var textField: String
    package var fields: [Field]
    package var signIn: SignIn
    /// For ``SignIn/basic``.
    package var user: String
    /// For ``SignIn/field``.
    package var secretField: String
    /// A header in which the gateway takes a key by which it knows a repetition; empty: it knows none.
    package var keyHeader: String
    /// Where the answer's JSON says what the gateway calls the message, and the code and words of an error: names with dots
    /// between. Empty: nowhere.
    package var referencePath: String
    package var codePath: String
    package var wordsPath: String
    /// Codes that mean: this number receives no text messages.
    package var landlineCodes: [String]

    package init(
        address: String, encoding: Encoding = .form, numberField: String = "To", textField: String = "Body",
        fields: [Field] = [], signIn: SignIn = .basic, user: String = "", secretField: String = "",
        keyHeader: String = "", referencePath: String = "sid", codePath: String = "code",
        wordsPath: String = "message", landlineCodes: [String] = ["21614"]
    ) {
        self.address = address
        self.encoding = encoding
        self.numberField = numberField
        self.textField = textField
        self.fields = fields
        self.signIn = signIn
        self.user = user
        self.secretField = secretField
        self.keyHeader = keyHeader
        self.referencePath = referencePath
        self.codePath = codePath
        self.wordsPath = wordsPath
        self.landlineCodes = landlineCodes
    }
}

/// How the clinic sends; nil for what is not set up.
package struct SendingSettings: Hashable, Sendable, Codable {
    package var mail: MailSettings?
    package var gateway: GatewaySettings?

    package init(mail: MailSettings? = nil, gateway: GatewaySettings? = nil) {
        self.mail = mail
        self.gateway = gateway
    }
}
