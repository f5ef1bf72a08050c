import Clinic
import Foundation
import Logging
import ServiceLifecycle
import TestSupport
import Testing

@testable import Sending
@testable import Store

@Suite("The outbox at work", .serialized, .timeLimit(.minutes(5)))
struct OutboxTests {
    private static let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    private func outbox(_ database: ClinicDatabase) -> Outbox {
        Outbox(database: database, secrets: SendingSecrets(), logger: Self.quiet)
    }

    @Test("what is queued is sent and becomes sent only when the servers took it")
    func sends() async throws {
        let database = try await ClinicDatabase.temporary()
        let mail = try await ForeignServer("mail_server.py")
        let gateway = try await ForeignServer("text_gateway.py")
        try await database.setUpSending(mailPort: mail.port, gatewayPort: gateway.port)
        let prescription = try await database.enqueueSamples()
        let sent = try await database.deliveries(of: prescription)
        try await outbox(database).sendDue()
        let letter = try await mail.next(MailServerTests.Letter.self)
        let key = try #require(sent.first { $0.channel == .email }).key
        #expect(letter.headers["message-id"] == "<\(key)@aldercreek.example>")
        let deliveries = try await database.deliveries(of: prescription)
        #expect(deliveries.map(\.state) == [.sent, .sent])
        #expect(deliveries.compactMap(\.serverReference) == ["SM123"])
    }

    @Test("what is not set up waits and is not tried")
    func notSetUp() async throws {
        let database = try await ClinicDatabase.temporary()
        let prescription = try await database.enqueueSamples()
        try await outbox(database).sendDue()
        let deliveries = try await database.deliveries(of: prescription)
        #expect(deliveries.allSatisfy { $0.state == .queued && $0.attempts == 0 })
    }

    @Test("without a network everything waits, and says why")
    func noNetwork() async throws {
        let database = try await ClinicDatabase.temporary()
        // Port 1 of this machine: nobody listens there.
        try await database.setUpSending(mailPort: 1, gatewayPort: 1)
        let prescription = try await database.enqueueSamples()
        try await outbox(database).sendDue()
        let deliveries = try await database.deliveries(of: prescription)
        #expect(deliveries.allSatisfy { $0.state == .queued && $0.attempts == 1 && $0.failure == .unreachable })
    }

    @Test("the service sends what is queued while it runs, and ends when it is told to")
    func service() async throws {
        let database = try await ClinicDatabase.temporary()
        let mail = try await ForeignServer("mail_server.py")
        let gateway = try await ForeignServer("text_gateway.py")
        try await database.setUpSending(mailPort: mail.port, gatewayPort: gateway.port)
        let group = ServiceGroup(configuration: .init(services: [outbox(database)], logger: Self.quiet))
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            let prescription = try await database.enqueueSamples()
            while try await database.deliveries(of: prescription).contains(where: { $0.state != .sent }) {
                try Task.checkCancellation()
                await Task.yield()
            }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
    }

    @Test("a secret is the first line of its file, or the variable's text")
    func secrets() throws {
        let file = TemporaryFolder.newFile("secret")
        try Data("pass wörd\nmore\n".utf8).write(to: file)
        #expect(SendingSecrets.Source.file(file).secret == "pass wörd")
        #expect(SendingSecrets.Source.file(TemporaryFolder.newFile("none")).secret == nil)
        #expect(SendingSecrets.Source.text("").secret == nil)
    }
}
