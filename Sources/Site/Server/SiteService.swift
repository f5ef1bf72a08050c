import Foundation
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle
import Synchronization

/// The whole server: the site's port, the one for plain HTTP beside it, and what keeps the certificate good. Told to
/// stop, it closes connections that wait at once, gives requests that are still arriving a moment, and answers that
/// are being made until ``ConnectionLimits/stop``; then it ends them.
package struct SiteService: Service {
    /// A port that cannot be listened on.
    package struct ListenFailure: Error {
        package let address: ListeningAddress
        /// Whether it is the one for plain HTTP beside TLS.
        package let isPlain: Bool
        package let cause: any Error
    }

    private enum Ended {
        case listener, keeper, time
    }

    private let site: Site
    private let address: ListeningAddress
    private let plain: ListeningAddress?
    private let limits: ConnectionLimits
    private let table: ConnectionTable
    private let router: @Sendable () -> Router<VisitorContext>
    private let onRunning: @Sendable (_ port: Int) -> Void

    /// - Parameters:
    ///   - plain: where to lead plain HTTP to TLS from; only with a ``SiteNetwork`` in the settings.
    ///   - onRunning: called once all ports are open, with the site's.
    package init(
        _ site: Site, on address: ListeningAddress, plain: ListeningAddress? = nil,
        limits: ConnectionLimits = ConnectionLimits(), table: ConnectionTable? = nil,
        onRunning: @escaping @Sendable (_ port: Int) -> Void
    ) {
        self.init(site, site.router, on: address, plain: plain, limits: limits, table: table, onRunning: onRunning)
    }

    init(
        _ site: Site, _ router: @escaping @Sendable () -> Router<VisitorContext>, on address: ListeningAddress,
        plain: ListeningAddress?,
        limits: ConnectionLimits, table: ConnectionTable?, onRunning: @escaping @Sendable (_ port: Int) -> Void
    ) {
        self.site = site
        self.router = router
        self.address = address
        self.plain = plain
        self.limits = limits
        self.table = table ?? ConnectionTable(limit: limits.connections)
        self.onRunning = onRunning
    }

    /// - Throws: ``ListenFailure``
    package func run() async throws {
        let network = site.settings.network
        let awaited = Mutex((ports: network != nil && plain != nil ? 2 : 1, main: 0))
        let opened = { @Sendable (main: Int?) in
            let port = awaited.withLock { awaited -> Int? in
                awaited.ports -= 1
                if let main { awaited.main = main }
                return awaited.ports == 0 ? awaited.main : nil
            }
            if let port { onRunning(port) }
        }
        try await withThrowingTaskGroup(of: Ended.self) { group in
            group.addTask {
                let server = site.application(
                    router(), address, security: network.map { .tls($0.keeper) } ?? .plain, limits: limits,
                    table: table
                ) { port in
                    network?.listens(secure: port)
                    opened(port)
                }
                return try await listen(server, address, isPlain: false)
            }
            if let network, let plain {
                group.addTask {
                    let server = site.plainServer(plain, network: network, limits: limits, table: table) { port in
                        network.listens(plain: port)
                        opened(nil)
                    }
                    return try await listen(server, plain, isPlain: true)
                }
            }
            if let network {
                group.addTask {
                    try await network.keeper.run()
                    return .keeper
                }
            }
            group.addTask {
                // Cancelled once all ports are closed.
                try await gracefulShutdown()
                try await Task.sleep(for: limits.stop)
                return .time
            }
            var listeners = network != nil && plain != nil ? 2 : 1
            while listeners > 0, let ended = try await group.next() {
                switch ended {
                case .listener: listeners -= 1
                case .keeper: break
                case .time:
                    site.logger.warning("stopped before all was answered")
                    table.closeAll()
                    group.cancelAll()
                }
            }
            group.cancelAll()
            while true {
                do {
                    guard try await group.next() != nil else { break }
                } catch is CancellationError {}
            }
        }
    }

    private func listen(
        _ server: some ApplicationProtocol, _ address: ListeningAddress, isPlain: Bool
    ) async throws -> Ended {
        do {
            try await server.run()
        } catch let error as IOError {
            throw ListenFailure(address: address, isPlain: isPlain, cause: error)
        }
        return .listener
    }
}
