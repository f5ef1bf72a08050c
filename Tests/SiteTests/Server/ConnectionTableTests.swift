import NIOCore
import NIOEmbedded
import NIOTLS
import Synchronization
import Testing

@testable import Site

@Suite("Room for connections")
struct ConnectionTableTests {
    /// A connection of a client; closed when another takes its place.
    private final class Peer: Sendable {
        private let state = Mutex(false)
        var isClosed: Bool { state.withLock { $0 } }

        func connect(_ client: UInt8, to table: ConnectionTable) -> Bool {
            table.admit(ObjectIdentifier(self), client: [client]) { self.state.withLock { $0 = true } }
        }
    }

    private func peers(_ count: Int, of client: UInt8, in table: ConnectionTable) -> [Peer] {
        (0..<count).map { _ in
            let peer = Peer()
            #expect(peer.connect(client, to: table))
            return peer
        }
    }

    @Test("who comes when all is taken replaces the oldest of whoever has most")
    func replacement() {
        let table = ConnectionTable(limit: 10)
        let few = peers(2, of: 1, in: table)
        let many = peers(8, of: 2, in: table)
        let newcomers = peers(3, of: 3, in: table)
        #expect(few.allSatisfy { !$0.isClosed } && newcomers.allSatisfy { !$0.isClosed })
        #expect(many.map(\.isClosed) == [true, true, true, false, false, false, false, false])
        #expect(table.count(.waiting) == 10)
    }

    @Test("one address cannot lock itself out either: its newest connection replaces its oldest")
    func oneAddress() {
        let table = ConnectionTable(limit: 3)
        let peers = peers(5, of: 1, in: table)
        #expect(peers.map(\.isClosed) == [true, true, false, false, false])
    }

    @Test("those that send go after those that wait, and those that are answered never")
    func stages() {
        let table = ConnectionTable(limit: 3)
        let peers = peers(3, of: 1, in: table)
        table.note(.answering, ObjectIdentifier(peers[0]))
        table.note(.receiving, ObjectIdentifier(peers[1]))
        let (fourth, fifth, sixth) = (Peer(), Peer(), Peer())
        #expect(fourth.connect(2, to: table))
        #expect(peers.map(\.isClosed) == [false, false, true])
        table.note(.answering, ObjectIdentifier(fourth))
        #expect(fifth.connect(3, to: table))
        #expect(peers[1].isClosed)
        table.note(.answering, ObjectIdentifier(fifth))
        #expect(!sixth.connect(4, to: table))
        #expect(!peers[0].isClosed && !fourth.isClosed && !fifth.isClosed)
        table.remove(ObjectIdentifier(fifth))
        #expect(sixth.connect(4, to: table))
    }

    @Test("a handshake that is not done in time ends the connection; one that is done does not")
    func handshake() throws {
        for isDone in [false, true] {
            let channel = EmbeddedChannel(handlers: [
                ConnectionHandler(stalled: .seconds(60)), HandshakeDeadlineHandler(.seconds(10)),
            ])
            try channel.connect(to: .init(ipAddress: "127.0.0.1", port: 1)).wait()
            channel.embeddedEventLoop.advanceTime(by: .seconds(9))
            if isDone {
                channel.pipeline.fireUserInboundEventTriggered(
                    TLSUserEvent.handshakeCompleted(negotiatedProtocol: nil))
            }
            channel.embeddedEventLoop.advanceTime(by: .seconds(2))
            #expect(channel.isActive == isDone)
        }
    }

    @Test("a client that takes nothing of an answer is cut off")
    func stalled() throws {
        for isTaken in [false, true] {
            let channel = EmbeddedChannel(handlers: [ConnectionHandler(stalled: .seconds(60))])
            try channel.connect(to: .init(ipAddress: "127.0.0.1", port: 1)).wait()
            channel.isWritable = false
            channel.pipeline.fireChannelWritabilityChanged()
            channel.embeddedEventLoop.advanceTime(by: .seconds(59))
            if isTaken {
                channel.isWritable = true
                channel.pipeline.fireChannelWritabilityChanged()
            }
            channel.embeddedEventLoop.advanceTime(by: .seconds(2))
            #expect(channel.isActive == isTaken)
        }
    }
}
