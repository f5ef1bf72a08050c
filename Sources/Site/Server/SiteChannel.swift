import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOSSL

/// One connection: counted, with or without TLS, HTTP/1.1. Handshakes take the certificate that is the present one when
/// they begin. No HTTP/2: the limits on time and headers would not hold there.
struct SiteChannel: ServerChildChannel {
    typealias Value = HTTP1Channel.Value

    /// What a port speaks.
    enum Security: Sendable {
        case plain
        case tls(CertificateKeeper)
        /// Plain HTTP, and TLS for those who begin with it.
        case either(CertificateKeeper)
    }

    private struct NoRoom: Error {}

    let http: HTTP1Channel
    let table: ConnectionTable
    let security: Security
    let limits: ConnectionLimits

    init(
        _ responder: @escaping HTTPChannelHandler.Responder, table: ConnectionTable, security: Security,
        limits: ConnectionLimits
    ) {
        self.table = table
        self.security = security
        self.limits = limits
        let configuration = HTTP1Channel.Configuration(
            additionalChannelHandlers: [RequestDeadlineHandler(limits, table: table)], idleTimeout: limits.idle,
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: 16_384, maxHeaderListSize: 16_384, maxHeaderFieldCount: 100))
        http = HTTP1Channel(responder: responder, configuration: configuration)
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            let id = ObjectIdentifier(channel)
            let client = channel.remoteAddress?.ipAddress.flatMap { NetworkAddress($0) }?.group ?? []
            let isAdmitted = table.admit(id, client: client) {
                channel.triggerUserOutboundEvent(ConnectionHandler.EndNow(), promise: nil)
            }
            guard isAdmitted else { throw NoRoom() }
            channel.closeFuture.whenComplete { [table] _ in table.remove(id) }
            let pipeline = channel.pipeline.syncOperations
            try pipeline.addHandler(ConnectionHandler(stalled: limits.stalled))
            switch security {
            case .plain: break
            case .tls(let keeper): try Self.addTLS(keeper, limits, to: pipeline, .last)
            case .either(let keeper):
                let limits = limits
                try pipeline.addHandler(FirstByteHandler { try Self.addTLS(keeper, limits, to: $0, $1) })
            }
        }.flatMap {
            http.setup(channel: channel, logger: logger)
        }.flatMapErrorThrowing { error in
            channel.close(promise: nil)
            throw error
        }
    }

    func handle(value: Value, logger: Logger) async { await http.handle(value: value, logger: logger) }

    private static func addTLS(
        _ keeper: CertificateKeeper, _ limits: ConnectionLimits, to pipeline: ChannelPipeline.SynchronousOperations,
        _ position: ChannelPipeline.SynchronousOperations.Position
    ) throws {
        let handlers: [any ChannelHandler] = [
            NIOSSLServerHandler(context: keeper.server.context), HandshakeDeadlineHandler(limits.handshake),
        ]
        try pipeline.addHandlers(handlers, position: position)
    }
}
