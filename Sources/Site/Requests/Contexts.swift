import Clinic
import Foundation
import Hummingbird
import Logging
import NIOCore
import Rendering

/// Who asks, as far as the cookie tells.
struct Visit: Sendable {
    /// Nil before sign-in, after sign-out and once a session has run out.
    var session: Session?
    var language: Language = .english
    /// What the form token is bound to: the session's token, or a visitor's random cookie.
    var secret = ""
    /// What a form was bound to whose session has ended since; nil while it lasts. Enough for what a visitor may do too.
    var endedSecret: String?
    /// A message of the catalogue to show once: what the last action did.
    var flash: String?
    /// Names this request in the log, the audit rows and on an error's page.
    let request = String(UInt64.random(in: 0...UInt64.max), radix: 36)
    /// Whether nobody between the browser and us, or the proxy that speaks for us, can read along.
    var isSecure = false
    /// At the port for plain HTTP beside TLS, where nobody signs in and no form is taken.
    var isPlain = false
    /// The client's address as text: the peer's, or whom a trusted proxy names.
    var address = ""
    /// The path asked for, without the query.
    var path = "/"
}

/// What every request context of the site has.
protocol SiteContext: RequestContext {
    var visit: Visit { get }
}

extension SiteContext {
    var language: Language { visit.language }

    /// Who is to stand in the audit log.
    var actor: Actor { Actor(account: visit.session?.account.id, request: visit.request) }

    /// The record that a path parameter names. Text that cannot be an id names no record.
    func identifier<Entity>(_ name: String = "id", of _: Entity.Type = Entity.self) throws -> Identifier<Entity> {
        guard let text = parameters.get(name), let identifier = Identifier<Entity>(untrusted: text) else {
            throw HTTPError(.notFound)
        }
        return identifier
    }
}

/// Anybody.
struct VisitorContext: SiteContext {
    var coreContext: CoreRequestContextStorage
    var visit = Visit()

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        visit.address = source.channel.remoteAddress?.ipAddress ?? "local"
    }
}

/// Thrown when nobody is signed in; becomes the sign-in page.
struct SignInRequired: Error {}

/// Thrown when the account may not enter; becomes 403.
struct Forbidden: Error {}

/// Somebody who is signed in, whatever the role.
struct SignedInContext: SiteContext, ChildRequestContext {
    var coreContext: CoreRequestContextStorage
    let visit: Visit
    let session: Session
    var account: Account { session.account }

    init(context: VisitorContext) throws {
        guard let session = context.visit.session else { throw SignInRequired() }
        coreContext = context.coreContext
        visit = context.visit
        self.session = session
    }
}

/// A clinician who is signed in.
struct ClinicianContext: SiteContext, ChildRequestContext {
    var coreContext: CoreRequestContextStorage
    let visit: Visit
    let session: Session
    var account: Account { session.account }

    init(context: SignedInContext) throws {
        guard context.account.roles.contains(.clinician) else { throw Forbidden() }
        coreContext = context.coreContext
        visit = context.visit
        session = context.session
    }
}

/// An admin who is signed in.
struct AdminContext: SiteContext, ChildRequestContext {
    var coreContext: CoreRequestContextStorage
    let visit: Visit
    let account: Account

    init(context: SignedInContext) throws {
        guard context.account.roles.contains(.admin) else { throw Forbidden() }
        coreContext = context.coreContext
        visit = context.visit
        account = context.account
    }
}

/// A patient who is signed in; holds whose record may be read, so that a handler cannot take it from the address.
struct PatientContext: SiteContext, ChildRequestContext {
    var coreContext: CoreRequestContextStorage
    let visit: Visit
    let account: Account
    /// Nil while the account is not joined to a record.
    let patient: Identifier<Patient>?

    init(context: SignedInContext) throws {
        guard context.account.roles.contains(.patient) else { throw Forbidden() }
        coreContext = context.coreContext
        visit = context.visit
        account = context.account
        patient = context.account.patient
    }
}
