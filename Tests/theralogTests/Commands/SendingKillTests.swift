import Clinic
import Foundation
import Store
import TestSupport
import Testing

@Suite("Sending while the program is killed", .serialized, .timeLimit(.minutes(5)))
struct SendingKillTests {
    private let data = DataFolder()

    private func database() async throws -> ClinicDatabase {
        try FileManager.default.createDirectory(at: data.url, withIntermediateDirectories: true)
        return try await ClinicDatabase.open(
            at: data.url.appendingPathComponent("theralog.sqlite"), surroundings: .by { Date() })
    }

    private var arguments: [String] { ["serve", "--port", "0", "--data-dir", data.url.path] }

    @Test("what was queued before a kill is sent once after the next start, with its sheet")
    func queued() async throws {
        let database = try await database()
        let sheet = Data("%PDF-1.7 sheet".utf8)
        let prescription = try await database.enqueueSamples(sheet: sheet)
        // Nothing is set up: it waits.
        _ = try await Program.serve(arguments, lines: 1) { _, process in kill(process, SIGKILL) }
        let mail = try await ForeignServer("mail_server.py")
        let gateway = try await ForeignServer("text_gateway.py")
        try await database.setUpSending(mailPort: mail.port, gatewayPort: gateway.port)
        for _ in 1...2 {
            _ = try await Program.serve(arguments, lines: 1) { _, _ in
                while try await database.deliveries(of: prescription).contains(where: { $0.state != .sent }) {
                    try Task.checkCancellation()
                    await Task.yield()
                }
            }
        }
        let letter = try await mail.next(ReceivedLetter.self)
        #expect(letter.attachments.map { $0.holds(sheet) } == [true])
        #expect(await mail.rest() == [])
        #expect(await gateway.rest().count == 1)
        try database.close()
    }

    @Test(
        "killed while servers do not answer: the letter goes out again under the same name, the text waits for somebody"
    )
    func sending() async throws {
        let database = try await database()
        let prescription = try await database.enqueueSamples(mailbox: "silent", number: "+15552013602")
        let mail = try await ForeignServer("mail_server.py")
        let gateway = try await ForeignServer("text_gateway.py")
        try await database.setUpSending(mailPort: mail.port, gatewayPort: gateway.port)
        var names: [String?] = []
        for _ in 1...2 {
            _ = try await Program.serve(arguments, lines: 1) { _, process in
                let letter = try await mail.next(ReceivedLetter.self)
                names.append(letter.headers["message-id"])
                if names.count == 1 { _ = try await gateway.next(ReceivedText.self) }
                kill(process, SIGKILL)
            }
        }
        #expect(names.count == 2 && names[0] != nil && names[0] == names[1])
        let deliveries = try await database.deliveries(of: prescription)
        #expect(deliveries.first { $0.channel == .email }?.state == .sending)
        #expect(deliveries.first { $0.channel == .textMessage }?.state == .uncertain)
        #expect(await gateway.rest() == [])
        try database.close()
    }

    @Test("killed while a gateway that knows keys does not answer: the text goes out again under the same key")
    func keyed() async throws {
        let database = try await database()
        let prescription = try await database.enqueueSamples(number: "+15552013602")
        let gateway = try await ForeignServer("text_gateway.py")
        // Port 1 of this machine: nobody listens there.
        try await database.setUpSending(mailPort: 1, gatewayPort: gateway.port, keyHeader: "Idempotency-Key")
        var texts: [ReceivedText] = []
        for _ in 1...2 {
            _ = try await Program.serve(arguments, lines: 1) { _, process in
                texts.append(try await gateway.next(ReceivedText.self))
                kill(process, SIGKILL)
            }
        }
        let deliveries = try await database.deliveries(of: prescription)
        let text = try #require(deliveries.first { $0.channel == .textMessage })
        #expect(text.state == .sending)
        #expect(texts.compactMap { $0.headers["idempotency-key"] } == [text.key, text.key])
        #expect(texts.first?.fields == texts.last?.fields)
        #expect(await gateway.rest() == [])
        try database.close()
    }
}
