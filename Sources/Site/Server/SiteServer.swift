import Hummingbird
import HummingbirdCore
import Logging
import NIOCore

extension Site {
    /// The site on a socket. Limits: 16 KiB of headers, 100 header lines, one idle minute, headers complete within 75
    /// seconds of the connection's start or the last answer, a body within two minutes, 2,000 connections.
    package func server(host: String, port: Int, onRunning: @escaping @Sendable (Int) async -> Void)
        -> some ApplicationProtocol
    {
        let channel = HTTP1Channel.Configuration(
            additionalChannelHandlers: [RequestDeadlineHandler(headers: .seconds(75), body: .seconds(120))],
            idleTimeout: .seconds(60),
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: 16_384, maxHeaderListSize: 16_384, maxHeaderFieldCount: 100))
        return Application(
            router: router(), server: .http1(configuration: channel),
            configuration: .init(
                address: .hostname(host, port: port),
                availableConnectionsDelegate: .maximum(2000, logger: logger)),
            onServerRunning: { channel in await onRunning(channel.localAddress?.port ?? port) },
            logger: logger)
    }
}
