import Clinic
import Foundation
import Hummingbird

/// The cookie between typing a code and using it: this browser typed the code of a record, and what else belongs to it. It
/// is not the code. Bound to the browser's own cookie, good for an hour and only while the code itself is.
struct CodePass: Sendable {
    let name: String
    private let purpose: String
    private static let seconds = 3600

    /// Of an invitation, for a patient or a colleague.
    static let join = CodePass(name: "theralog_join", purpose: "join")
    /// Of the sheet of a prescription.
    static let returning = CodePass(name: "theralog_return", purpose: "return")

    func cookie<Kind>(_ record: Identifier<Kind>, _ visit: Visit, _ site: Site) -> Cookie {
        let until = Int(site.now.timeIntervalSince1970) + Self.seconds
        let token = site.seal.token(for: secret(record, until, visit))
        return Cookie(
            name: name, value: "\(record).\(until).\(token)", maxAge: Self.seconds, path: "/",
            httpOnly: true, sameSite: .lax)
    }

    /// The record; nil without a cookie, with one of another browser, and after the hour.
    func record<Kind>(_: Kind.Type, _ request: Request, _ visit: Visit, _ site: Site) -> Identifier<Kind>? {
        let parts = (request.cookies[name]?.value ?? "").split(separator: ".").map(String.init)
        guard parts.count == 3, let id = Identifier<Kind>(untrusted: parts[0]), let until = Int(parts[1]),
            Int(site.now.timeIntervalSince1970) < until,
            site.seal.isValid(parts[2], for: secret(id, until, visit))
        else { return nil }
        return id
    }

    private func secret<Kind>(_ record: Identifier<Kind>, _ until: Int, _ visit: Visit) -> String {
        "\(purpose):\(Kind.self):\(record):\(until):\(visit.secret)"
    }
}
