import Clinic
import Foundation
import Hummingbird

/// The cookie between the two steps of joining: this browser typed an invitation's code, and the
/// date of birth or e-mail address that belongs to it. Bound to the
/// browser's own cookie, good for an hour and only while the invitation itself is.
enum JoinPass {
    static let name = "theralog_join"
    private static let seconds = 3600

    static func cookie<Kind>(_ invitation: Identifier<Kind>, _ visit: Visit, _ site: Site) -> Cookie {
        let until = Int(site.now.timeIntervalSince1970) + seconds
        let token = site.seal.token(for: secret(invitation, until, visit))
        return Cookie(
            name: name, value: "\(invitation).\(until).\(token)", maxAge: seconds, path: "/",
            httpOnly: true, sameSite: .lax)
    }

    /// The invitation; nil without a cookie, with one of another browser, and after the hour.
    static func invitation<Kind>(
        _: Kind.Type, _ request: Request, _ visit: Visit, _ site: Site
    ) -> Identifier<Kind>? {
        let parts = (request.cookies[name]?.value ?? "").split(separator: ".").map(String.init)
        guard parts.count == 3, let id = Identifier<Kind>(untrusted: parts[0]), let until = Int(parts[1]),
            Int(site.now.timeIntervalSince1970) < until,
            site.seal.isValid(parts[2], for: secret(id, until, visit))
        else { return nil }
        return id
    }

    private static func secret<Kind>(_ invitation: Identifier<Kind>, _ until: Int, _ visit: Visit) -> String {
        "join:\(Kind.self):\(invitation):\(until):\(visit.secret)"
    }
}
