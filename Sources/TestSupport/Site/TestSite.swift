import Catalogs
import Clinic
import Foundation
import Hummingbird
import HummingbirdTesting
import Logging
import Rendering
import Site
import Store

/// A whole site on a database of its own, with a clock that stands still and ids that count. Every page that it renders
/// is held against its template first: a name that the template asks for and the page lacks fails the test.
package struct TestSite: Sendable {
    package let site: Site
    package let fixed: FixedSurroundings
    package var database: ClinicDatabase { site.database }

    /// Everybody's password in tests.
    package static let password = "correct horse battery"

    /// - Parameter catalogs: whether the shipped code lists are in the database.
    package init(catalogs: Bool = false, _ change: (inout SiteSettings) -> Void = { _ in }) async throws {
        fixed = FixedSurroundings()
        var settings = SiteSettings(
            timeZone: .gmt, passwordCost: 4, dataFolder: Project.folder("data"),
            viewsFolder: Project.folder("Views"), staticFolder: Project.folder("Static"))
        change(&settings)
        site = try Site(
            database: try await catalogs ? .withShippedCatalogs(fixed) : .temporary(fixed),
            templates: try Self.templates.get(),
            assets: try Self.assets.get(), therapies: try .shipped(), settings: settings,
            key: Data(repeating: 7, count: 32),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    /// Makes an account with ``password``.
    @discardableResult
    package func account(
        _ name: String = "Dana Reyes", _ roles: Set<Role> = [.clinician], patient: Identifier<Patient>? = nil
    ) async throws -> Account {
        let email = name.lowercased().replacing(" ", with: ".") + "@example.org"
        let hash = try await PasswordHasher(cost: 4).hash(Self.password)
        return try await database.insertAccount(
            AccountDraft(name: name, email: email, roles: roles, patient: patient), passwordHash: hash, by: .program)
    }

    /// Makes a clinician's account with complete provider information: what it takes to write something clinical.
    @discardableResult
    package func prescriber(_ name: String = "Dana Reyes", country: Country = .unitedStates) async throws -> Account {
        let account = try await account(name)
        var provider = Provider()
        provider.firstName = name.split(separator: " ").first.map(String.init) ?? name
        provider.lastName = name.split(separator: " ").last.map(String.init) ?? name
        provider.degree = "PA-C"
        provider.practiceName = "Harbor Spine Clinic"
        let isGerman = country == .germany
        provider.phone = PhoneNumber(e164: isGerman ? "+4930901820" : "+13125550142")
        provider.address = PostalAddress(
            street: "12 Harbor St", city: isGerman ? "Berlin" : "Chicago", state: isGerman ? "" : "IL",
            postcode: isGerman ? "10559" : "60614", country: country)
        try await database.updateProvider(provider, of: account.id, version: 0, by: .program)
        return account
    }

    /// Runs a test against the site: as a function of requests, or over a real socket.
    package func run(
        _ setup: TestingSetup = .router, _ body: @escaping @Sendable (TestBrowser) async throws -> Void
    ) async throws {
        try await site.run(setup, body)
    }

    private static let templates = Result { try Templates(folder: Project.folder("Views"), strict: true) }
    private static let assets = Result { try StaticAssets(folder: Project.folder("Static")) }
}

extension Site {
    /// Runs a test against a site that was made elsewhere, as ``TestSite/run(_:_:)`` does.
    package func run(
        _ setup: TestingSetup = .router, _ body: @escaping @Sendable (TestBrowser) async throws -> Void
    ) async throws {
        try await server(host: "127.0.0.1", port: 0, onRunning: { _ in }).test(setup) { client in
            try await body(TestBrowser(client: client))
        }
    }
}

/// Where the project's own files are while tests run.
package enum Project {
    /// A folder or file below the project's root.
    package static func folder(_ path: String) -> URL {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent(path)
    }

    /// A file beside the project that only some machines have; nil where it is missing.
    package static func shared(_ path: String) -> URL? {
        let url = folder("../shared").appendingPathComponent(path).standardizedFileURL
        return FileManager.default.fileExists(atPath: url.path) ? url : nil
    }
}
