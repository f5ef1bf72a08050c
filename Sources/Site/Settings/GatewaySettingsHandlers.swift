import Clinic
import HTTPTypes
import Hummingbird
import Rendering
import Sending
import Store

/// The clinic's gateway for text messages.
struct GatewaySettingsHandlers {
    let site: Site

    func show(_ request: Request, _ context: AdminContext) async throws -> Response {
        let stored = site.database.sendingSettings
        return try page(TypedGateway(stored.settings.gateway), stored.version, [], context, .ok)
    }

    func save(_ form: Form, _ request: Request, _ context: AdminContext) async throws -> Response {
        let typed = TypedGateway(form)
        return try await site.saveSending(Int(form.text("version")) ?? 0, "/settings/texts", context) {
            $0.gateway = try typed.settings()
        } again: { problems, version, status in
            try page(typed, version, problems, context, status)
        }
    }

    /// Sends a text to the number that whoever asks types.
    func test(_ form: Form, _ request: Request, _ context: AdminContext) async throws -> Response {
        let stored = site.database.sendingSettings
        let typed = TypedGateway(stored.settings.gateway)
        var checks = FieldChecks()
        let country = site.clinic.address.country ?? .unitedStates
        let number = checks.value(try PhoneNumber.read(form.text("number"), in: country, field: "number")) ?? nil
        guard let number, let bare = PhoneNumber(e164: number.e164) else {
            let problems = checks.problems.isEmpty ? [Problem("number", "problems.required")] : checks.problems
            return try page(
                typed, stored.version, problems, context, .unprocessableContent, number: form.text("number"))
        }
        let result = await site.sendTest(to: .textMessage(bare), words: site.words(context))
        return try page(typed, stored.version, [], context, .ok, number: form.text("number"), result)
    }

    private func page(
        _ typed: TypedGateway, _ version: Int, _ problems: [Problem], _ context: AdminContext,
        _ status: HTTPResponse.Status, number: String = "", _ result: TestResultView? = nil
    ) throws -> Response {
        let page = GatewaySettingsPage(
            typed, version: version, problems: problems, isSetUp: site.database.sendingSettings.settings.gateway != nil,
            hasSecret: site.outbox.hasSecret(for: .textMessage), number: number, result: result,
            words: site.words(context))
        return try site.response(page, context, status: status)
    }
}

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
    let isPlain: Bool
    let isSetUp: Bool
    /// Whether a secret is needed and not there.
    let lacksSecret: Bool
    let number: FieldView
    let result: TestResultView?

    init(
        _ typed: TypedGateway, version: Int, problems: [Problem], isSetUp: Bool, hasSecret: Bool, number: String,
        result: TestResultView?, words: Words
    ) {
        let builder = FieldBuilder(words: words, problems: problems, prefix: "outbox.texts")
        self.problems = builder.summary
        self.version = version
        self.isSetUp = isSetUp
        lacksSecret = isSetUp && !hasSecret
        self.result = result
        isPlain = typed["address"].lowercased().hasPrefix("http:")
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
        self.number = builder.field("number", number) {
            $0.type = "tel"
            $0.autocomplete = "tel"
            $0.width = "20"
        }
    }
}
