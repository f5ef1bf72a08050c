import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// Why a form was not read.
enum FormError: Error {
    /// The hidden token is missing or another browser's, or the form comes from another site.
    case forged
    case tooLarge
    /// Not what its content type says it is.
    case malformed
    case unsupportedType
}

/// The fields of a form as they were sent: names may repeat, order is kept, values are text as typed.
struct Form: Sendable {
    /// A file chosen in a form.
    struct File: Sendable {
        let name: String
        /// As the browser says; never believed.
        let contentType: String
        let bytes: Data
    }

    private(set) var fields: [(name: String, value: String)]
    private(set) var files: [String: File]

    init(fields: [(name: String, value: String)], files: [String: File] = [:]) {
        self.fields = fields
        self.files = files
    }

    mutating func append(_ name: String, _ value: String) { fields.append((name, value)) }

    /// Keeps the first non-empty file of a name.
    mutating func append(file: File, named name: String) {
        if files[name]?.bytes.isEmpty ?? true { files[name] = file }
    }

    /// The first value of a field; empty when the field was not sent.
    func text(_ name: String) -> String { fields.first { $0.name == name }?.value ?? "" }

    /// Every value of a field, in order.
    func all(_ name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }

    /// Whether a field was sent: a checked box, a pressed button.
    func has(_ name: String) -> Bool { fields.contains { $0.name == name } }

    /// The chosen file, nil when none was.
    func file(_ name: String) -> File? { files[name].flatMap { $0.bytes.isEmpty ? nil : $0 } }

    /// Most fields a form may have; the largest of ours has fewer than a hundred.
    static let mostFields = 500

    static func read(_ request: Request, limit: Int) async throws -> Form {
        if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > limit {
            throw FormError.tooLarge
        }
        let type = request.headers[.contentType] ?? ""
        let body: ByteBuffer
        do {
            body = try await request.body.collect(upTo: limit)
        } catch is NIOTooManyBytesError {
            throw FormError.tooLarge
        } catch {
            // Reading fails only by what the other side does: chunks that are none, or a connection that ends in the middle.
            throw FormError.malformed
        }
        let bytes = Data(body.readableBytesView)
        if bytes.isEmpty { return Form(fields: []) }
        let kind = type.split(separator: ";").first?.trimmingCharacters(in: .whitespaces).lowercased()
        switch kind {
        case "application/x-www-form-urlencoded": return try Form(urlEncoded: bytes)
        case "multipart/form-data": return try Form(multipart: bytes, contentType: type)
        default: throw FormError.unsupportedType
        }
    }

    /// Reads `application/x-www-form-urlencoded` (WHATWG URL, section 5.1), strictly: UTF-8 only, no broken escapes.
    init(urlEncoded bytes: Data) throws {
        guard let text = String(data: bytes, encoding: .utf8) else { throw FormError.malformed }
        let pairs = text.split(separator: "&")
        guard pairs.count <= Self.mostFields else { throw FormError.malformed }
        fields = try pairs.map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (try Self.decoded(parts[0]), parts.count > 1 ? try Self.decoded(parts[1]) : "")
        }
        files = [:]
    }

    private static func decoded(_ text: Substring) throws -> String {
        // Most values are plain words: nothing to replace in them.
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "%") }) else {
            return String(text)
        }
        guard let decoded = text.replacing("+", with: " ").removingPercentEncoding else { throw FormError.malformed }
        // A browser sends line ends as CRLF; pages and the database have LF.
        return decoded.replacing("\r\n", with: "\n")
    }
}

/// A second line behind the token: a browser says where a form comes from.
enum FormOrigin {
    static func check(_ request: Request) throws {
        if let name = HTTPField.Name("Sec-Fetch-Site"), let site = request.headers[name] {
            guard site == "same-origin" || site == "none" else { throw FormError.forged }
        }
        if let origin = request.headers[.origin], origin != "null" {
            let host = origin.split(separator: "/").last.map(String.init)
            guard host == request.head.authority else { throw FormError.forged }
        }
    }
}
