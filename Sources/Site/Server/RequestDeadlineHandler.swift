import NIOCore
import NIOHTTPTypes

/// Closes a connection whose request does not arrive in time, and tells the table how far the connection is. An idle
/// time-out alone would let a client hold a connection for ever by sending a byte now and then.
final class RequestDeadlineHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let limits: ConnectionLimits
    private let table: ConnectionTable
    private var stage = ConnectionTable.Stage.waiting
    private var deadline: Scheduled<Void>?

    init(_ limits: ConnectionLimits, table: ConnectionTable) {
        self.limits = limits
        self.table = table
    }

    func handlerAdded(context: ChannelHandlerContext) { start(limits.headers, context) }

    func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }

    func channelInactive(context: ChannelHandlerContext) {
        deadline?.cancel()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            start(limits.body(of: head), context)
            note(.receiving, context)
        case .body: break
        case .end:
            deadline?.cancel()
            note(.answering, context)
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) {
            start(limits.headers, context)
            note(.waiting, context)
        }
        context.write(data, promise: promise)
    }

    /// The server is to stop: what is still being sent to it has little time left. Answers have theirs.
    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent, stage == .receiving {
            start(limits.stopReceiving, context) {
                $0.triggerUserOutboundEvent(ConnectionHandler.EndNow(), promise: nil)
            }
        }
        context.fireUserInboundEventTriggered(event)
    }

    private func note(_ stage: ConnectionTable.Stage, _ context: ChannelHandlerContext) {
        self.stage = stage
        table.note(stage, ObjectIdentifier(context.channel))
    }

    private func start(
        _ time: TimeAmount, _ context: ChannelHandlerContext,
        _ end: @escaping @Sendable (any Channel) -> Void = { $0.close(promise: nil) }
    ) {
        deadline?.cancel()
        let channel = context.channel
        deadline = context.eventLoop.scheduleTask(in: time) { end(channel) }
    }
}
