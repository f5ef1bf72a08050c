import NIOCore
import NIOTLS

/// Sits next to the socket, in front of TLS. Ends the connection without a word to a client that does not listen, and
/// when the client takes nothing of an answer for too long.
final class ConnectionHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ByteBuffer

    private let stalled: TimeAmount
    private var deadline: Scheduled<Void>?

    init(stalled: TimeAmount) { self.stalled = stalled }

    func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        deadline?.cancel()
        deadline = nil
        if !context.channel.isWritable {
            // From here the close goes to the socket and not through TLS, which would wait for the client's farewell.
            deadline = context.eventLoop.assumeIsolated().scheduleTask(in: stalled) { context.close(promise: nil) }
        }
        context.fireChannelWritabilityChanged()
    }

    /// Asks for an end without farewell, from anywhere in the pipeline.
    struct EndNow {}

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        guard event is EndNow else { return context.triggerUserOutboundEvent(event, promise: promise) }
        context.close(promise: promise)
    }
}

/// Sits behind TLS and ends a connection whose handshake is not done in time.
final class HandshakeDeadlineHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let time: TimeAmount
    private var deadline: Scheduled<Void>?

    init(_ time: TimeAmount) { self.time = time }

    func handlerAdded(context: ChannelHandlerContext) {
        deadline = context.eventLoop.assumeIsolated().scheduleTask(in: time) {
            context.triggerUserOutboundEvent(ConnectionHandler.EndNow(), promise: nil)
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case TLSUserEvent.handshakeCompleted = event { deadline?.cancel() }
        context.fireUserInboundEventTriggered(event)
    }
}

/// Looks at a connection's first byte: a TLS handshake begins with 22, no HTTP request does. A browser that has learnt to
/// come by TLS only (HSTS) does so at the port for plain HTTP too.
final class FirstByteHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// Puts TLS into the pipeline, behind this handler.
    private let addTLS:
        (ChannelPipeline.SynchronousOperations, ChannelPipeline.SynchronousOperations.Position) throws -> Void

    init(
        _ addTLS:
            @escaping (ChannelPipeline.SynchronousOperations, ChannelPipeline.SynchronousOperations.Position)
            throws -> Void
    ) { self.addTLS = addTLS }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let bytes = unwrapInboundIn(data)
        let pipeline = context.pipeline.syncOperations
        if bytes.getInteger(at: bytes.readerIndex, as: UInt8.self) == 22 {
            do {
                try addTLS(pipeline, .after(self))
            } catch { return context.close(promise: nil) }
        }
        context.fireChannelRead(data)
        pipeline.removeHandler(self, promise: nil)
    }
}
