import Clinic
import HTTPTypes
import Hummingbird
import Rendering
import Sending
import Store

/// How mail and text messages leave the clinic, and a message to try it with.
struct SendingSettingsRoutes {
    let site: Site

    func add(to routes: SiteRoutes) {
        let mail = MailSettingsHandlers(site: site)
        routes.admin.get("/settings/mail") { try await mail.show($0, $1) }
        routes.admin.post("/settings/mail") { try await mail.save($0, $1, $2) }
        routes.admin.post("/settings/mail/test") { try await mail.test($0, $1, $2) }
        let gateway = GatewaySettingsHandlers(site: site)
        routes.admin.get("/settings/texts") { try await gateway.show($0, $1) }
        routes.admin.post("/settings/texts") { try await gateway.save($0, $1, $2) }
        routes.admin.post("/settings/texts/test") { try await gateway.test($0, $1, $2) }
    }
}

extension Site {
    /// Saves one way of sending and leads back to its page, from which it is tried.
    func saveSending(
        _ version: Int, _ path: String, _ context: AdminContext,
        _ change: @escaping @Sendable (inout SendingSettings) throws -> Void,
        again: ([Problem], Int, HTTPResponse.Status) throws -> Response
    ) async throws -> Response {
        do {
            try await database.updateSendingSettings(version: version, by: context.actor, change)
            outbox.wake()
            return Responses.redirect(to: path, flash: "flash.settings-saved")
        } catch let failure as ValidationFailure {
            return try again(failure.problems, version, .unprocessableContent)
        } catch StoreError.stale(let current) {
            return try again([Problem("", "settings.problem.changed")], current, .conflict)
        }
    }

    /// Sends a message that says nothing of anybody.
    func sendTest(to address: DeliveryAddress, words: Words) async -> TestResultView {
        let name = clinic.name.isEmpty ? "Theralog" : clinic.name
        let isMail = address.channel == .email
        let content = DeliveryContent(
            language: words.language, subject: isMail ? words("outbox.test.subject", ["clinic": name]) : "",
            text: words("outbox.test.text", ["clinic": name]))
        let result = await outbox.send(
            content, to: DeliveryRecipient(kind: .own, name: "", address: address), sheet: nil,
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
