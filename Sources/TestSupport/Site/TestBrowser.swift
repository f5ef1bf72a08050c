import Clinic
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Synchronization

/// A browser without scripts: keeps cookies, sends forms with the hidden token of the last page, follows nothing by itself.
package final class TestBrowser: Sendable {
    private let client: any TestClientProtocol
    private let state = Mutex<(cookies: [String: String], csrf: String)>(([:], ""))

    /// A browser for a client of the testing framework.
    package init(client: any TestClientProtocol) { self.client = client }

    /// Another browser on the same site, with no cookies.
    package func another() -> TestBrowser { TestBrowser(client: client) }

    /// The answer to a request.
    package struct Answer: Sendable {
        package let status: Int
        package let headers: HTTPFields
        package let body: String

        /// Where a redirect leads.
        package var location: String? { headers[.location] }

        /// The visible text: tags removed, entities read, white space folded.
        package var text: String {
            body.replacing(/<(script|style)[\s\S]*?<\/\1>/, with: " ").replacing(/<[^>]*>/, with: " ")
                .literally("&lt;", "<").literally("&gt;", ">").literally("&quot;", "\"").literally("&#39;", "'")
                .literally("&amp;", "&")
                .split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
    }

    /// Asks for a page.
    @discardableResult
    package func get(_ path: String, _ headers: [String: String] = [:]) async throws -> Answer {
        try await send(path, .get, headers, nil)
    }

    /// Sends a form, with the token of the last page unless `fields` has one.
    @discardableResult
    package func post(
        _ path: String, _ fields: KeyValuePairs<String, String> = [:], _ headers: [String: String] = [:]
    ) async throws -> Answer {
        try await post(path, fields: fields.map { ($0.key, $0.value) }, headers)
    }

    /// Sends a form whose fields are made at run time.
    @discardableResult
    package func post(
        _ path: String, fields: [(String, String)], _ headers: [String: String] = [:]
    ) async throws -> Answer {
        var fields = fields
        if !fields.contains(where: { $0.0 == "csrf" }) { fields.append(("csrf", csrf)) }
        let body = fields.map { "\(Self.escaped($0.0))=\(Self.escaped($0.1))" }.joined(separator: "&")
        let type = ["Content-Type": "application/x-www-form-urlencoded"]
        return try await send(path, .post, type.merging(headers) { $1 }, ByteBuffer(string: body))
    }

    /// Sends bytes as they are, of a type as it is said.
    package func post(_ path: String, type: String, body: [UInt8]) async throws -> Answer {
        try await send(path, .post, type.isEmpty ? [:] : ["Content-Type": type], ByteBuffer(bytes: body))
    }

    /// Sends the head of a form alone, which may say what it likes of the body.
    package func post(_ path: String, head: [String: String]) async throws -> Answer {
        try await send(path, .post, head, nil)
    }

    /// Sends a piece of a file as a script does, with the token of the last page.
    @discardableResult
    package func put(
        _ path: String, _ bytes: [UInt8] = [], _ headers: [String: String] = [:]
    ) async throws -> Answer {
        let token = ["X-Form-Token": csrf]
        return try await send(path, .put, token.merging(headers) { $1 }, ByteBuffer(bytes: bytes))
    }

    /// Sends a form with a file in it.
    @discardableResult
    package func upload(
        _ path: String, _ fields: [(String, String)], file: (field: String, name: String, type: String, bytes: Data)
    ) async throws -> Answer {
        let boundary = "----theralogtest"
        var body = ByteBuffer()
        for (name, value) in [("csrf", csrf)] + fields {
            body.writeString("--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n")
        }
        body.writeString(
            "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(file.field)\"; filename=\"\(file.name)\"\r\n"
                + "Content-Type: \(file.type)\r\n\r\n")
        body.writeBytes(file.bytes)
        body.writeString("\r\n--\(boundary)--\r\n")
        return try await send(path, .post, ["Content-Type": "multipart/form-data; boundary=\(boundary)"], body)
    }

    /// Signs in with the tests' password.
    package func signIn(_ account: Account) async throws {
        try await get("/sign-in")
        let answer = try await post("/sign-in", ["email": account.email, "password": TestSite.password])
        guard answer.status == 303 else { throw SignInFailed(status: answer.status) }
        try await get("/account")
    }

    /// Thrown by ``signIn(_:)`` when the site refused.
    package struct SignInFailed: Error {
        package let status: Int
    }

    /// The hidden token of the last page that had one.
    package var csrf: String { state.withLock { $0.csrf } }

    /// A cookie's value, nil when the browser has none of that name.
    package func cookie(_ name: String) -> String? { state.withLock { $0.cookies[name] } }

    /// Puts a cookie into the browser.
    package func setCookie(_ name: String, _ value: String) { state.withLock { $0.cookies[name] = value } }

    private func send(
        _ path: String, _ method: HTTPRequest.Method, _ headers: [String: String], _ body: ByteBuffer?
    ) async throws -> Answer {
        var fields = HTTPFields()
        let cookies = state.withLock { $0.cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ") }
        if !cookies.isEmpty { fields[.cookie] = cookies }
        for (name, value) in headers {
            if let name = HTTPField.Name(name) { fields[name] = value }
        }
        return try await client.execute(uri: path, method: method, headers: fields, body: body) { response in
            self.keep(response.headers)
            let text = String(buffer: response.body)
            if let match = text.firstMatch(of: /name="csrf" value="([^"]+)"/) {
                self.state.withLock { $0.csrf = String(match.1) }
            }
            return Answer(status: response.status.code, headers: response.headers, body: text)
        }
    }

    private func keep(_ headers: HTTPFields) {
        for line in headers[values: .setCookie] {
            let pair = (line.split(separator: ";").first ?? "").split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = pair.first else { continue }
            let value = pair.count > 1 ? String(pair[1]) : ""
            state.withLock { $0.cookies[String(name)] = value.isEmpty ? nil : value }
        }
    }

    private static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }
}

extension String {
    /// Replaced scalar by scalar: an entity's end may have a combining mark behind it.
    fileprivate func literally(_ text: String, _ other: String) -> String {
        replacingOccurrences(of: text, with: other, options: .literal)
    }
}
