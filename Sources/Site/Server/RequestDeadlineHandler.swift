import NIOCore
import NIOHTTPTypes

/// Closes a connection whose request does not arrive in time. An idle time-out alone would let a client hold a
/// connection for ever by sending a byte now and then.
final class RequestDeadlineHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// From the connection's start, or the last answer's end, to the end of the next request's headers.
    private let headers: TimeAmount
    /// From the end of the headers to the end of the body.
    private let body: TimeAmount
    private var deadline: Scheduled<Void>?

    init(headers: TimeAmount, body: TimeAmount) {
        self.headers = headers
        self.body = body
    }

    func handlerAdded(context: ChannelHandlerContext) { start(headers, context) }

    func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }

    func channelInactive(context: ChannelHandlerContext) {
        deadline?.cancel()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head: start(body, context)
        case .body: break
        case .end: deadline?.cancel()
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) { start(headers, context) }
        context.write(data, promise: promise)
    }

    private func start(_ time: TimeAmount, _ context: ChannelHandlerContext) {
        deadline?.cancel()
        let channel = context.channel
        deadline = context.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
    }
}
