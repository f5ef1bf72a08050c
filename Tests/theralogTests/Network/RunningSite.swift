import Foundation
import Hummingbird
import Logging
import ServiceLifecycle
import Synchronization
import TestSupport

@testable import Site

/// A site that listens in this process, with limits of the test's own.
struct RunningSite: Sendable {
    let port: Int
    let plainPort: Int
    let table: ConnectionTable
    let group: ServiceGroup
    /// Nil for plain HTTP.
    let keeper: CertificateKeeper?

    /// Serves while `body` runs, then stops as it does for SIGTERM.
    /// - Parameters:
    ///   - tls: a folder for the authority; nil for plain HTTP.
    ///   - interval: how often the certificate is looked at.
    static func serve(
        _ limits: ConnectionLimits = ConnectionLimits(), tls folder: URL? = nil, source: CertificateSource? = nil,
        looking interval: Duration = .seconds(10),
        adding routes: @escaping @Sendable (Router<VisitorContext>) -> Void = { _ in },
        _ body: @escaping @Sendable (RunningSite) async throws -> Void
    ) async throws {
        let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let network = try (source ?? folder.map { .authority(folder: $0) }).map {
            SiteNetwork(try CertificateKeeper($0, every: interval, logger: quiet))
        }
        let site = try await TestSite { $0.network = network }
        let table = ConnectionTable(limit: limits.connections)
        let (ports, port) = AsyncStream.makeStream(of: Int.self)
        let any = ListeningAddress(host: "127.0.0.1", port: 0)
        let service = SiteService(
            site.site,
            {
                let router = site.site.router()
                routes(router)
                return router
            }, on: any, plain: any, limits: limits, table: table
        ) { port.yield($0) }
        let group = ServiceGroup(configuration: .init(services: [service], logger: quiet))
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            let main = await ports.first { _ in true } ?? 0
            let running = RunningSite(
                port: main, plainPort: network?.plainPort ?? 0, table: table, group: group, keeper: network?.keeper)
            let result: Result<Void, any Error>
            do {
                result = .success(try await body(running))
            } catch { result = .failure(error) }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
            try result.get()
        }
    }
}
