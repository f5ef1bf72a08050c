import Clinic
import Hummingbird
import Rendering

/// The home page of each role, and the sign of life.
struct HomeRoutes {
    let site: Site

    func add(to routes: SiteRoutes) {
        routes.visitor.get("/up") { _, _ in Response(status: .ok, body: .init(byteBuffer: .init(string: "up\n"))) }
        routes.signedIn.get("/") { try await show($0, $1) }
    }

    private func show(_ request: Request, _ context: SignedInContext) async throws -> Response {
        try site.response(HomePage(name: context.account.name), context)
    }
}

/// The home page of somebody without a work list of their own.
struct HomePage: Page {
    static let template = "home/show"
    let name: String
}
