import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import Site

@Suite("A request has to arrive in time")
struct RequestDeadlineTests {
    private let channel = EmbeddedChannel()
    private let head = HTTPRequestPart.head(
        HTTPRequest(method: .post, scheme: "http", authority: "clinic", path: "/"))

    private func connect() throws {
        try channel.pipeline.syncOperations.addHandler(
            RequestDeadlineHandler(ConnectionLimits(), table: ConnectionTable(limit: 1)))
        try channel.connect(to: .init(ipAddress: "127.0.0.1", port: 1)).wait()
    }

    @Test("a connection without a complete head is closed")
    func slowHead() throws {
        try connect()
        channel.embeddedEventLoop.advanceTime(by: .seconds(74))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(2))
        #expect(!channel.isActive)
    }

    @Test("a body that drips is cut off, however often a byte comes")
    func drippingBody() throws {
        try connect()
        try channel.writeInbound(head)
        for _ in 0..<119 {
            channel.embeddedEventLoop.advanceTime(by: .seconds(1))
            try channel.writeInbound(HTTPRequestPart.body(.init(string: "x")))
        }
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(2))
        #expect(!channel.isActive)
    }

    @Test("an answer that takes long is not cut off")
    func slowAnswer() throws {
        try connect()
        try channel.writeInbound(head)
        try channel.writeInbound(HTTPRequestPart.end(nil))
        channel.embeddedEventLoop.advanceTime(by: .minutes(10))
        #expect(channel.isActive)
        try channel.writeOutbound(HTTPResponsePart.end(nil))
        channel.embeddedEventLoop.advanceTime(by: .seconds(76))
        #expect(!channel.isActive)
    }
}
