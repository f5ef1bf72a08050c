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

    private func delivery(
        _ id: Identifier<Delivery>, of prescription: PrescriptionReference, _ database: ClinicDatabase
    ) async throws -> Delivery {
        try #require(try await database.deliveries(of: prescription).first { $0.id == id })
    }

    @Test("what is queued is sent and becomes sent only when the servers took it")
    func sends() async throws {
        let database = try await ClinicDatabase.temporary()
        let mail = try await ForeignServer("mail_server.py")
        let gateway = try await ForeignServer("text_gateway.py")
        try await database.setUpSending(mailPort: mail.port, gatewayPort: gateway.port)
        let sheet = Data("%PDF-1.7 sheet".utf8)
        let prescription = try await database.enqueueSamples(sheet: sheet)
        let sent = try await database.deliveries(of: prescription)
        try await outbox(database).sendDue()
        let letter = try await mail.next(ReceivedLetter.self)
        #expect(letter.attachments.map { $0.holds(sheet) } == [true])
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

    @Test("what was accepted is asked about until it arrived or never will; a new start goes on where it was")
    func arrival() async throws {
        let fixed = FixedSurroundings()
        let database = try await ClinicDatabase.temporary(fixed)
        let gateway = try await ForeignServer("text_gateway.py")
        let port = gateway.port
        try await database.setUpSending(mailPort: 1, gatewayPort: port) {
            $0.status = .init(address: "http://127.0.0.1:\(port)/{id}.json")
        }
        let (prescription, actor) = try await database.signedPrescription()
        let texts = try ["701", "702", "703"].map { code in
            NewDelivery(
                recipient: DeliveryRecipient(
                    kind: .patient, name: "",
                    address: .textMessage(try #require(PhoneNumber(e164: "+15552013\(code)")))),
                content: DeliveryContent(language: .english, subject: "", text: "Call the clinic."))
        }
        let ids = try await database.enqueue(texts, for: prescription, by: actor).map(\.id)
        func state(_ place: Int) async throws -> Delivery {
            try await delivery(ids[place], of: prescription, database)
        }
        try await outbox(database).sendDue()
        for place in 0...2 { #expect(try await state(place).state == .sent) }
        fixed.advance(by: 29)
        try await outbox(database).sendDue()
        #expect(try await state(0).state == .sent, "nobody is asked before the time")
        fixed.advance(by: 1)
        try await outbox(database).sendDue()
        let arrived = try await state(0)
        #expect(arrived.state == .delivered && arrived.deliveredAt == fixed.now && arrived.sentAt != nil)
        let lost = try await state(1)
        #expect(lost.state == .failed && lost.failure == .undelivered && !lost.canBeRetried)
        #expect(lost.serverWords == "undelivered 30003 Unreachable destination")
        #expect(try await state(2).state == .sent)
        // Nothing more is due: three messages and three questions.
        try await outbox(database).sendDue()
        while let next = try await database.nextQuestion() {
            fixed.advance(by: next.timeIntervalSince(fixed.now))
            try await outbox(database).sendDue()
        }
        #expect(try await state(2).state == .sent, "what nobody knows stays what it is")
        #expect(await gateway.rest().count == 3 + 2 + DeliveryQuestions.waits.count)
    }

    @Test("a running service asks by itself")
    func asks() async throws {
        let fixed = FixedSurroundings()
        let database = try await ClinicDatabase.temporary(fixed)
        let gateway = try await ForeignServer("text_gateway.py")
        let port = gateway.port
        try await database.setUpSending(mailPort: 1, gatewayPort: port) {
            $0.status = .init(address: "http://127.0.0.1:\(port)/{id}.json")
        }
        let prescription = try await database.enqueueSamples(number: "+15552013701")
        try await outbox(database).sendDue()
        fixed.advance(by: 30)
        let group = ServiceGroup(configuration: .init(services: [outbox(database)], logger: Self.quiet))
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            while try await !database.deliveries(of: prescription).contains(where: { $0.state == .delivered }) {
                await Task.yield()
            }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
    }

    /// Queues a text that was previewed with a picture.
    private func queuePicture(_ database: ClinicDatabase) async throws -> (PrescriptionReference, Actor) {
        let (prescription, actor) = try await database.signedPrescription()
        if case .medication(let id) = prescription {
            _ = try await database.keep(pdf: Data("%PDF".utf8), of: id, status: .signed, paper: .letter, by: actor)
        }
        let number = try #require(PhoneNumber(e164: "+15552013000"))
        let text = NewDelivery(
            recipient: DeliveryRecipient(kind: .patient, name: "", address: .textMessage(number)),
            content: DeliveryContent(language: .english, subject: "", text: "t", sheet: .letter, picture: true))
        try await database.enqueue([text], for: prescription, by: actor)
        return (prescription, actor)
    }

    @Test("what was previewed with a picture goes out with it or not at all")
    func picture() async throws {
        let database = try await ClinicDatabase.temporary()
        let gateway = try await ForeignServer("text_gateway.py")
        try await database.setUpSending(mailPort: 1, gatewayPort: gateway.port)
        let (prescription, actor) = try await queuePicture(database)
        let made = Outbox(
            database: database, secrets: SendingSecrets(),
            pictures: { sheet, delivery, manner in
                "\(String(decoding: sheet, as: UTF8.self)) \(manner) \(delivery.content.text)"
            }, logger: Self.quiet)
        try await made.sendDue()
        var delivery = try #require(try await database.deliveries(of: prescription).first)
        #expect(delivery.state == .failed && delivery.failure == .noPicture, "the gateway takes none")
        try await database.updateSendingSettings(version: 1, by: .program) { $0.gateway?.pictures = .init(.content) }
        try await database.retryDelivery(delivery.id, of: prescription, by: actor)
        try await made.sendDue()
        delivery = try #require(try await database.deliveries(of: prescription).first)
        #expect(delivery.state == .sent)
        let message = try await gateway.next(ReceivedText.self)
        #expect(message.fields["MediaUrl"] == "%PDF content t")
    }

    @Test("a picture that the gateway could not fetch is no fault that passes: it is said at once")
    func noPicture() async throws {
        let database = try await ClinicDatabase.temporary()
        let gateway = try await ForeignServer("text_gateway.py")
        try await database.setUpSending(mailPort: 1, gatewayPort: gateway.port) { $0.pictures = .init(.address) }
        let (prescription, _) = try await queuePicture(database)
        let outbox = Outbox(
            database: database, secrets: SendingSecrets(), pictures: { _, _, _ in throw Outbox.NoPicture() },
            logger: Self.quiet)
        try await outbox.sendDue()
        let delivery = try #require(try await database.deliveries(of: prescription).first)
        #expect(delivery.state == .failed && delivery.failure == .noPicture && delivery.attempts == 1)
        #expect(await gateway.rest() == [])
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
