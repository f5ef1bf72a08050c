import Clinic
import Foundation
import HTTPTypes
import Hummingbird
import Rendering

/// Who may enter a route. A route exists only inside a group that says so.
package enum Access: String, Sendable, CaseIterable {
    case visitor, signedIn = "signed-in", clinician, admin, patient
    /// A clinician whose provider information is complete: where something clinical is written.
    case prescriber

    /// The role that it takes; nil where any will do.
    package var role: Role? {
        switch self {
        case .visitor, .signedIn: nil
        case .clinician, .prescriber: .clinician
        case .admin: .admin
        case .patient: .patient
        }
    }
}

/// One address of the site and who may enter.
package struct RouteEntry: Hashable, Sendable {
    package let method: String
    package let path: String
    package let access: Access
}

/// Adds routes for one kind of context and notes them, so that a test can hold the list against the router's own.
struct Routes<Context: SiteContext> {
    private let group: RouterGroup<Context>
    private let access: Access
    private let site: Site
    private let table: RouteTable
    private let admit: @Sendable (Context) async throws -> Void

    /// - Parameter admit: throws for those whom the context alone does not keep out.
    init(
        group: RouterGroup<Context>, access: Access, site: Site, table: RouteTable,
        admit: @escaping @Sendable (Context) async throws -> Void = { _ in }
    ) {
        self.group = group
        self.access = access
        self.site = site
        self.table = table
        self.admit = admit
    }

    /// A page or data. Changes nothing.
    func get(_ path: String, use handler: @escaping @Sendable (Request, Context) async throws -> Response) {
        table.note(RouteEntry(method: "GET", path: path, access: access))
        let admit = admit
        group.get(RouterPath(path)) { request, context in
            try await admit(context)
            return try await handler(request, context)
        }
    }

    /// A form sent. The body is read up to `limit` bytes and its token checked before the handler runs, so that no
    /// handler can forget it.
    func post(
        _ path: String, limit: Int = 262_144,
        use handler: @escaping @Sendable (Form, Request, Context) async throws -> Response
    ) {
        table.note(RouteEntry(method: "POST", path: path, access: access))
        let site = site
        let admit = admit
        group.post(RouterPath(path)) { request, context in
            try FormOrigin.check(request)
            let form = try await Form.read(request, limit: limit)
            try Self.checkToken(form.text("csrf"), context, site)
            try await admit(context)
            return try await handler(form, request, context)
        }
    }
}

extension Routes {
    /// A form with a large file. Its body is not read before the handler, which hands the fields before the file to
    /// `admit`: that checks the token.
    func postFile(
        _ path: String,
        use handler:
            @escaping @Sendable (Request, Context, _ admit: @Sendable (Form) throws -> Void) async throws ->
            Response
    ) {
        table.note(RouteEntry(method: "POST", path: path, access: access))
        let (site, admitPerson) = (site, admit)
        group.post(RouterPath(path)) { request, context in
            try FormOrigin.check(request)
            try await admitPerson(context)
            return try await handler(request, context) { form in
                try Self.checkToken(form.text("csrf"), context, site)
            }
        }
    }

    /// A piece of a file, sent by a script with the form's token in a header. The body is the handler's to read.
    func put(_ path: String, use handler: @escaping @Sendable (Request, Context) async throws -> Response) {
        table.note(RouteEntry(method: "PUT", path: path, access: access))
        let (site, admitPerson) = (site, admit)
        group.put(RouterPath(path)) { request, context in
            try FormOrigin.check(request)
            try Self.checkToken(request.headers[.formToken] ?? "", context, site)
            try await admitPerson(context)
            return try await handler(request, context)
        }
    }

    /// - Throws: ``FormError/forged``.
    private static func checkToken(_ token: String, _ context: Context, _ site: Site) throws {
        let secrets = [context.visit.secret, context.visit.endedSecret ?? ""]
        guard secrets.contains(where: { site.seal.isValid(token, for: $0) }) else { throw FormError.forged }
    }
}

extension HTTPField.Name {
    /// The form's token where there is no form.
    static let formToken = HTTPField.Name("X-Form-Token") ?? .cookie
}

/// The list of all routes with who may enter.
final class RouteTable {
    private(set) var entries: [RouteEntry] = []

    func note(_ entry: RouteEntry) { entries.append(entry) }
}

/// The site's groups of routes, one per kind of context.
struct SiteRoutes {
    let router: Router<VisitorContext>
    let visitor: Routes<VisitorContext>
    let signedIn: Routes<SignedInContext>
    let clinician: Routes<ClinicianContext>
    /// Where something clinical is written: not before the provider information is complete.
    let prescriber: Routes<ClinicianContext>
    let admin: Routes<AdminContext>
    let patient: Routes<PatientContext>
    let table = RouteTable()

    init(_ site: Site) {
        router = Router(context: VisitorContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: ClientMiddleware(settings: site.settings))
        router.add(middleware: HeadersMiddleware())
        router.add(middleware: HostMiddleware())
        router.add(middleware: SecureCookiesMiddleware())
        router.add(middleware: StaticAssetsMiddleware(assets: site.assets))
        router.add(middleware: SessionMiddleware(site: site))
        let inside = router.group(context: SignedInContext.self)
        visitor = Routes(group: router.group(), access: .visitor, site: site, table: table)
        signedIn = Routes(group: inside, access: .signedIn, site: site, table: table)
        let clinicians = inside.group(context: ClinicianContext.self)
        clinician = Routes(group: clinicians, access: .clinician, site: site, table: table)
        prescriber = Routes(group: clinicians, access: .prescriber, site: site, table: table) {
            try await site.requireCompleteProvider($0)
        }
        admin = Routes(group: inside.group(context: AdminContext.self), access: .admin, site: site, table: table)
        patient = Routes(group: inside.group(context: PatientContext.self), access: .patient, site: site, table: table)
    }
}
