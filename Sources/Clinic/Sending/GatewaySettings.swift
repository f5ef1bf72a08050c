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

    /// How the gateway is asked what became of a message that it accepted.
    package struct Status: Hashable, Sendable, Codable {
        /// Stands in ``address`` for what the gateway calls the message.
        package static let placeholder = "{id}"

        /// Asked with GET and the same sign-in; holds ``placeholder``. As ``GatewaySettings/address`` otherwise.
        package var address: String
        /// Where the answer's JSON says it: names with dots between.
        package var path: String
        /// What stands there when it arrived, and when it never will; whatever else there is means: not yet.
        package var delivered: [String]
        package var undelivered: [String]
        /// Where the answer has the code and the words of the reason; empty: nowhere.
        package var codePath: String
        package var wordsPath: String

        /// Twilio's words where nothing else is said.
        package init(
            address: String, path: String = "status", delivered: [String] = ["delivered", "read"],
            undelivered: [String] = ["undelivered", "failed"], codePath: String = "error_code",
            wordsPath: String = "error_message"
        ) {
            self.address = address
            self.path = path
            self.delivered = delivered
            self.undelivered = undelivered
            self.codePath = codePath
            self.wordsPath = wordsPath
        }
    }

    /// How the gateway takes a picture beside the text.
    package struct Pictures: Hashable, Sendable, Codable {
        package enum Manner: String, Sendable, CaseIterable, Codable {
            /// It fetches the picture: the field holds an address of the clinic's own server.
            case address
            /// The field holds the picture itself as base64.
            case content
        }

        package var manner: Manner
        package var field: String

        package init(_ manner: Manner, field: String = "MediaUrl") {
            self.manner = manner
            self.field = field
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
    /// Nil: nobody asks, and "sent" is all that is known.
    package var status: Status?
    /// Nil: texts go out without pictures.
    package var pictures: Pictures?

    package init(
        address: String, encoding: Encoding = .form, numberField: String = "To", textField: String = "Body",
        fields: [Field] = [], signIn: SignIn = .basic, user: String = "", secretField: String = "",
        keyHeader: String = "", referencePath: String = "sid", codePath: String = "code",
        wordsPath: String = "message", landlineCodes: [String] = ["21614"], status: Status? = nil,
        pictures: Pictures? = nil
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
        self.status = status
        self.pictures = pictures
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
