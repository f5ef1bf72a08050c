import Clinic
import HTTPTypes
import Hummingbird
import Rendering
import Sending
import Store

/// One way of sending, as an admin types it.
protocol TypedSending: Sendable {
    associatedtype SettingsPage: Page

    static var path: String { get }
    static var channel: DeliveryChannel { get }

    init(_ form: Form)
    /// As it is kept.
    init(_ settings: SendingSettings)

    /// Puts what was typed into the settings; nothing where the way is switched off.
    /// - Throws: ``ValidationFailure``.
    func change(_ settings: inout SendingSettings) throws

    /// Where a test goes: to whoever asks for it.
    /// - Throws: ``ValidationFailure``; ``StoreError/notFound`` for nowhere.
    static func testAddress(_ form: Form, _ site: Site, _ context: AdminContext) throws -> DeliveryAddress

    func page(_ around: SendingSettingsAround) -> SettingsPage
}

/// What stands around what was typed.
struct SendingSettingsAround: Sendable {
    var version: Int
    var problems: [Problem] = []
    /// Whether the way is set up.
    var isSetUp: Bool
    /// Whether a secret is needed and not there.
    var lacksSecret: Bool
    /// Whether others reach the site.
    var hasPublicAddress: Bool
    /// Of the admin.
    var email: String
    /// Where a test was to go, as typed.
    var number = ""
    /// What became of a test; nil for none.
    var result: TestResultView?
    var words: Words
}

/// A page of the settings for sending: shown, saved, tried.
struct SendingSettingsHandlers<Typed: TypedSending>: Sendable {
    let site: Site

    func show(_ request: Request, _ context: AdminContext) async throws -> Response {
        try page(Typed(site.database.sendingSettings.settings), context)
    }

    /// Saves and leads back to the page, from which it is tried.
    func save(_ form: Form, _ request: Request, _ context: AdminContext) async throws -> Response {
        let typed = Typed(form)
        let version = Int(form.text("version")) ?? 0
        do {
            try await site.database.updateSendingSettings(version: version, by: context.actor) {
                try typed.change(&$0)
            }
            site.outbox.wake()
            return Responses.redirect(to: Typed.path, flash: "flash.settings-saved")
        } catch let failure as ValidationFailure {
            return try page(typed, context, .unprocessableContent) {
                $0.version = version
                $0.problems = failure.problems
            }
        } catch StoreError.stale(let current) {
            return try page(typed, context, .conflict) {
                $0.version = current
                $0.problems = [Problem("", "settings.problem.changed")]
            }
        }
    }

    /// Sends a message that says nothing of anybody, with what is saved.
    func test(_ form: Form, _ request: Request, _ context: AdminContext) async throws -> Response {
        let typed = Typed(site.database.sendingSettings.settings)
        do {
            let address = try Typed.testAddress(form, site, context)
            let result = await site.sendTest(to: address, words: site.words(context))
            return try page(typed, context) {
                $0.number = form.text("number")
                $0.result = result
            }
        } catch let failure as ValidationFailure {
            return try page(typed, context, .unprocessableContent) {
                $0.number = form.text("number")
                $0.problems = failure.problems
            }
        }
    }

    private func page(
        _ typed: Typed, _ context: AdminContext, _ status: HTTPResponse.Status = .ok,
        _ change: (inout SendingSettingsAround) -> Void = { _ in }
    ) throws -> Response {
        let stored = site.database.sendingSettings
        let isSetUp = stored.settings.has(Typed.channel)
        var around = SendingSettingsAround(
            version: stored.version, isSetUp: isSetUp,
            lacksSecret: isSetUp && !site.outbox.hasSecret(for: Typed.channel),
            hasPublicAddress: site.settings.publicAddress != nil, email: context.account.email,
            words: site.words(context))
        change(&around)
        return try site.response(typed.page(around), context, status: status)
    }
}

extension Site {
    /// Sends a message that says nothing of anybody.
    func sendTest(to address: DeliveryAddress, words: Words) async -> TestResultView {
        let name = clinic.name.isEmpty ? "Theralog" : clinic.name
        let isMail = address.channel == .email
        let content = DeliveryContent(
            language: words.language, subject: isMail ? words("outbox.test.subject", ["clinic": name]) : "",
            text: words("outbox.test.text", ["clinic": name]))
        let result = await outbox.send(
            content, to: DeliveryRecipient(kind: .own, name: "", address: address),
            key: database.surroundings.makeIdentifier())
        return TestResultView(result, to: address.text, words: words)
    }
}

/// What became of a test.
struct TestResultView: Sendable {
    let isSent: Bool
    let title: String
    /// What the server said; nil when it said nothing.
    let serverWords: String?

    init(_ result: SendingResult, to address: String, words: Words) {
        serverWords = result.words
        switch result.outcome {
        case .accepted:
            isSent = true
            title = words("outbox.test.accepted", ["address": address])
        case .failed(let failure), .failedForNow(let failure, _), .uncertain(let failure):
            isSent = false
            title = words("sending.failure.\(failure.rawValue)")
        }
    }
}
