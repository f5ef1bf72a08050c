import Clinic
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Rendering
import Store

/// The one place that turns an error into an answer. Nothing of the error object reaches the answer: a person gets
/// words from the catalogue and the request's id, the log gets the error.
struct ErrorResponse {
    let site: Site
    let request: Request
    let context: VisitorContext

    func response(to error: any Error) async throws -> Response {
        if error is SignInRequired { return try await signIn() }
        if error is ProviderRequired { return try provider() }
        if let error = error as? SignedMeanwhile { return try signedMeanwhile(error) }
        let (status, kind) = classified(error)
        if status.code >= 500 {
            context.logger.error(
                "request failed",
                metadata: ["id": "\(context.visit.request)", "error": "\(type(of: error)): \(loggable(error))"])
        }
        if request.wantsJSON {
            return try Responses.json(["error": kind, "request": context.visit.request], status: status)
        }
        let page = ErrorPage(
            kind: kind, title: words("errors.\(kind).title"), text: words("errors.\(kind).text"),
            request: context.visit.request,
            problems: problems(error))
        return try site.response(page, context, status: status)
    }

    private var words: Words { site.templates.words(in: context.language) }

    /// To the sign-in page and, for a page that can be asked for again, back.
    private func signIn() async throws -> Response {
        if request.wantsJSON {
            return try Responses.json(["error": "sign-in-required"], status: .unauthorized)
        }
        if request.method == .post, let pending = try await pendingForm() {
            let page = SignInPage(email: "", returnPath: "/", pending: pending, problems: [], words: words)
            return try site.response(page, context, status: .unauthorized)
        }
        let path = request.method == .get ? request.uri.description : ""
        let query = path.isEmpty || path == "/" ? "" : "?return=\(path.queryEscaped)"
        return Responses.redirect(to: "/sign-in\(query)")
    }

    /// To the provider information and, from a page that can be asked for again, back.
    private func provider() throws -> Response {
        if request.wantsJSON { return try Responses.json(["error": "provider-required"], status: .conflict) }
        let query = request.method == .get ? "?return=\(request.uri.description.queryEscaped)" : ""
        return Responses.redirect(to: "/provider\(query)", flash: "flash.warning.provider-required")
    }

    private func signedMeanwhile(_ error: SignedMeanwhile) throws -> Response {
        if request.wantsJSON { return try Responses.json(["error": "signed-meanwhile"], status: .conflict) }
        return Responses.redirect(to: error.path, flash: "flash.warning.prescription-signed-meanwhile")
    }

    /// What was typed into a form whose session has run out; nil when there never was one, or the form cannot be read.
    private func pendingForm() async throws -> PendingForm? {
        guard let token = request.cookies[SessionCookie.name]?.value,
            let account = try await site.database.account(ofEndedSession: SecretToken.hash(token))
        else { return nil }
        do {
            let form = try await Form.read(request, limit: 262_144)
            return PendingForm(form, action: request.uri.path, account: account, seal: site.seal)
        } catch is FormError {
            return nil
        }
    }

    private func classified(_ error: any Error) -> (HTTPResponse.Status, String) {
        switch error {
        case is ValidationFailure: (.unprocessableContent, "invalid")
        case StoreError.notFound: (.notFound, "not-found")
        case StoreError.stale: (.conflict, "stale")
        case StoreError.conflict: (.conflict, "conflict")
        case StoreError.unavailable: (.serviceUnavailable, "unavailable")
        case is Forbidden: (.forbidden, "forbidden")
        case FormError.forged: (.forbidden, "form-expired")
        case FormError.tooLarge: (.contentTooLarge, "too-large")
        case FormError.malformed: (.badRequest, "malformed")
        case FormError.unsupportedType: (.unsupportedMediaType, "unsupported-type")
        case let error as any HTTPResponseError: (error.status, kind(of: error.status))
        default: (.internalServerError, "internal")
        }
    }

    private func kind(of status: HTTPResponse.Status) -> String {
        switch status {
        case .notFound, .methodNotAllowed: "not-found"
        case .contentTooLarge: "too-large"
        case .forbidden: "forbidden"
        case .badRequest: "malformed"
        case .serviceUnavailable: "unavailable"
        default: status.code >= 500 ? "internal" : "malformed"
        }
    }

    private func problems(_ error: any Error) -> [ProblemLine] {
        (error as? ValidationFailure)?.problems.map { ProblemLine($0, words) } ?? []
    }

    /// A constraint's text names columns, never values.
    private func loggable(_ error: any Error) -> String {
        if let error = error as? StoreError { return "\(error)" }
        if let error = error as? Templates.UnknownNames { return "\(error)" }
        return ""
    }
}

/// The page of an error.
struct ErrorPage: Page {
    static let template = "errors/error"
    let kind: String
    let title: String
    let text: String
    let request: String
    let problems: [ProblemLine]
}

extension Request {
    /// Whether the asker wants data instead of a page.
    var wantsJSON: Bool { headers[.accept]?.hasPrefix("application/json") == true }

    /// Whether a script asks for a part of a page.
    var wantsFragment: Bool {
        guard let name = HTTPField.Name("X-Fragment") else { return false }
        return headers[name] == "1"
    }

    /// Whether somebody opens the address in a browser, rather than a script or a program asking for it (Fetch Metadata).
    var isNavigation: Bool {
        guard let name = HTTPField.Name("Sec-Fetch-Mode") else { return false }
        return headers[name] == "navigate"
    }
}

extension String {
    /// Escaped for use as the value of a query parameter.
    var queryEscaped: String {
        addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(CharacterSet(charactersIn: "-._~/"))) ?? ""
    }
}
