import Crypto
import Foundation

/// A letter as a reader found it: what `mail_server.py` prints.
package struct ReceivedLetter: Decodable, Sendable {
    /// What hangs on it.
    package struct Attachment: Decodable, Sendable {
        package let name: String
        package let type: String
        private let sha256: String

        /// Whether it is these very bytes.
        package func holds(_ data: Data) -> Bool {
            sha256 == SHA256.hash(data: data).map { String(format: "%02x", $0) }.joined()
        }
    }

    /// By name in small letters.
    package let headers: [String: String]
    /// Name and address of each.
    package let to: [[String]]
    package let from: [[String]]
    /// The content types of all parts, the outermost first.
    package let types: [String]
    package let plain: String
    package let html: String?
    package let attachments: [Attachment]
    /// What the reader found wrong with it.
    package let defects: [String]
    /// Bytes of the longest line.
    package let longest: Int
    package let ascii: Bool
    /// How many lines its head has.
    package let count: Int
    /// To whom the server was told to give it.
    package let receivers: [String]
    package let tls: Bool
    /// Who signed in; empty for nobody.
    package let user: String
}

/// A text message as it reached a gateway, or a question about one: what `text_gateway.py` prints.
package struct ReceivedText: Decodable, Sendable {
    package let path: String
    package let fields: [String: String]
    /// By name in small letters.
    package let headers: [String: String]
}
