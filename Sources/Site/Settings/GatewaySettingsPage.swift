import Clinic
import Rendering

/// The form of the gateway.
struct GatewaySettingsPage: Page {
    static let template = "outbox/texts"
    let problems: [ProblemLine]
    let version: Int
    let address: FieldView
    let signIn: ChoiceFieldView
    let encoding: ChoiceFieldView
    let access: [FieldView]
    let request: [FieldView]
    let answer: [FieldView]
    /// How the gateway is asked what became of a message.
    let status: [FieldView]
    let pictureManner: ChoiceFieldView
    let pictureField: FieldView
    /// Whether the gateway is to fetch pictures from a site that it does not reach.
    let lacksPublicAddress: Bool
    let isPlain: Bool
    let isSetUp: Bool
    /// Whether a secret is needed and not there.
    let lacksSecret: Bool
    let number: FieldView
    let result: TestResultView?

    init(_ typed: TypedGateway, _ around: SendingSettingsAround) {
        let words = around.words
        let builder = FieldBuilder(words: words, problems: around.problems, prefix: "outbox.texts")
        problems = builder.summary
        version = around.version
        isSetUp = around.isSetUp
        lacksSecret = around.lacksSecret
        result = around.result
        isPlain = ["address", "status-address"].contains { typed[$0].lowercased().hasPrefix("http:") }
        func field(_ name: String, optional: Bool = true) -> FieldView {
            builder.field(name, typed[name]) {
                $0.autocomplete = "off"
                $0.required = false
                $0.optional = optional
            }
        }
        address = field("address", optional: false)
        signIn = builder.choice(
            "sign-in", GatewaySettings.SignIn.allCases.map { ($0.rawValue, words("outbox.sign-in.\($0.rawValue)")) },
            chosen: [typed["sign-in"]])
        encoding = builder.choice(
            "encoding",
            GatewaySettings.Encoding.allCases.map { ($0.rawValue, words("outbox.encoding.\($0.rawValue)")) },
            chosen: [typed["encoding"]])
        access = [field("user"), field("secret-field")]
        request = [
            field("number-field", optional: false), field("text-field", optional: false),
            field("fields").with { $0.multiline = true }, field("key-header"),
        ]
        answer = [field("reference-path"), field("code-path"), field("words-path"), field("landline-codes")]
        status = [
            field("status-address"), field("status-path"), field("delivered-values"), field("undelivered-values"),
            field("status-code-path"), field("status-words-path"),
        ]
        let manners = ["none"] + GatewaySettings.Pictures.Manner.allCases.map(\.rawValue)
        pictureManner = builder.choice(
            "picture-manner", manners.map { ($0, words("outbox.pictures.\($0)")) }, chosen: [typed["picture-manner"]])
        pictureField = field("picture-field")
        lacksPublicAddress =
            !around.hasPublicAddress && typed["picture-manner"] == GatewaySettings.Pictures.Manner.address.rawValue
        number = builder.field("number", around.number) {
            $0.type = "tel"
            $0.autocomplete = "tel"
            $0.width = "20"
        }
    }
}
