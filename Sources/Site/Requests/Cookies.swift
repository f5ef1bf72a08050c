import Clinic
import Crypto
import Foundation
import Hummingbird

/// Random text that cannot be guessed: 256 bits as 43 characters of base64url.
enum SecretToken {
    static func make() -> String {
        SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }.base64URL
    }

    /// What the database keeps of a token: whoever reads the file cannot sign in with it.
    static func hash(_ token: String) -> Data { Data(SHA256.hash(data: Data(token.utf8))) }
}

extension Data {
    /// RFC 4648, section 5, without padding.
    var base64URL: String {
        base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}

/// The cookie that says which session a browser has.
enum SessionCookie {
    static let name = "theralog_session"

    static func cookie(_ token: String) -> Cookie {
        Cookie(name: name, value: token, path: "/", httpOnly: true, sameSite: .lax)
    }

    static let cleared = Cookie(name: name, value: "", maxAge: 0, path: "/", httpOnly: true, sameSite: .lax)
}

/// The cookie that form tokens are bound to before sign-in.
enum VisitorCookie {
    static let name = "theralog_visitor"

    static func isValid(_ value: String?) -> Bool { value?.utf8.count == 43 }

    static func cookie(_ token: String) -> Cookie {
        Cookie(name: name, value: token, path: "/", httpOnly: true, sameSite: .lax)
    }
}

/// The cookie that remembers the language of a browser before sign-in.
enum LanguageCookie {
    static let name = "theralog_language"

    static func cookie(_ language: Language) -> Cookie {
        Cookie(name: name, value: language.rawValue, maxAge: 31_536_000, path: "/", httpOnly: true, sameSite: .lax)
    }
}

/// The cookie that carries the key of a message across one redirect. A key only, looked up in the catalogue: nothing a
/// person could have put there is ever shown.
enum FlashCookie {
    static let name = "theralog_flash"

    static func cookie(_ key: String) -> Cookie {
        Cookie(name: name, value: key, maxAge: 60, path: "/", httpOnly: true, sameSite: .lax)
    }

    static let cleared = Cookie(name: name, value: "", maxAge: 0, path: "/", httpOnly: true, sameSite: .lax)
}

/// Makes and checks the hidden token of forms: an HMAC over what only this browser has.
struct FormSeal: Sendable {
    private let key: SymmetricKey

    init(key: Data) { self.key = SymmetricKey(data: key) }

    func token(for secret: String) -> String {
        Data(HMAC<SHA256>.authenticationCode(for: Data("form:\(secret)".utf8), using: key)).base64URL
    }

    /// 32 bytes that nobody can make of a text who has not the server's key: for what is too short for a plain hash.
    func digest(_ text: String) -> Data {
        Data(HMAC<SHA256>.authenticationCode(for: Data("digest:\(text)".utf8), using: key))
    }

    /// Compares in constant time.
    func isValid(_ token: String, for secret: String) -> Bool {
        guard !secret.isEmpty, token.utf8.count == 43,
            let code = Data(base64Encoded: token.replacing("-", with: "+").replacing("_", with: "/") + "=")
        else { return false }
        return HMAC<SHA256>.isValidAuthenticationCode(
            code, authenticating: Data("form:\(secret)".utf8), using: key)
    }
}
