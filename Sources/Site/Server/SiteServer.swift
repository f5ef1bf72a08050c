import Hummingbird
import HummingbirdCore
import Logging
import NIOCore

/// An address and port to listen on.
package struct ListeningAddress: Sendable, Hashable {
    /// A name, or an address; `::` for all of this machine.
    package let host: String
    /// 0 for any free one.
    package let port: Int

    package init(host: String, port: Int) {
        self.host = host
        self.port = port
    }
}

extension Site {
    /// The site on one socket, with TLS when the clinic's network has it. Limits: ``ConnectionLimits``, 16 KiB of headers,
    /// 100 header lines.
    /// - Parameters:
    ///   - table: shared by all sockets of the program.
    ///   - onRunning: gets the port.
    package func server(
        host: String, port: Int, limits: ConnectionLimits = ConnectionLimits(), table: ConnectionTable? = nil,
        onRunning: @escaping @Sendable (Int) async -> Void
    ) -> some ApplicationProtocol {
        application(
            router(), ListeningAddress(host: host, port: port),
            security: settings.network.map { .tls($0.keeper) } ?? .plain, limits: limits,
            table: table ?? ConnectionTable(limit: limits.connections), onRunning: onRunning)
    }

    /// The port for plain HTTP beside the one with TLS: leads there, and tells how to trust the clinic's authority.
    func plainServer(
        _ address: ListeningAddress, network: SiteNetwork, limits: ConnectionLimits, table: ConnectionTable,
        onRunning: @escaping @Sendable (Int) async -> Void
    ) -> some ApplicationProtocol {
        application(
            PlainRoutes(site: self, network: network).router(), address, security: .either(network.keeper),
            limits: limits, table: table, onRunning: onRunning)
    }

    func application(
        _ router: Router<VisitorContext>, _ address: ListeningAddress, security: SiteChannel.Security,
        limits: ConnectionLimits, table: ConnectionTable, onRunning: @escaping @Sendable (Int) async -> Void
    ) -> some ApplicationProtocol {
        Application(
            router: router,
            server: HTTPServerBuilder { responder in
                SiteChannel(responder, table: table, security: security, limits: limits)
            },
            configuration: .init(
                address: .hostname(address.host, port: address.port), backlog: 1024,
                // The table makes room; this only keeps a burst from taking the last descriptors.
                availableConnectionsDelegate: .maximum(limits.connections + 128, logger: logger)),
            onServerRunning: { channel in await onRunning(channel.localAddress?.port ?? address.port) },
            logger: logger)
    }
}
