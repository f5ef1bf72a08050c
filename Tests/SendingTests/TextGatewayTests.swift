import Clinic
import Foundation
import TestSupport
import Testing

@testable import Sending
@testable import Store

@Suite("Giving texts to a gateway", .serialized)
struct TextGatewayTests {
    private static let text = "Ärztin & 100 % +\n👍"

    private func send(
        _ server: ForeignServer, to number: String = "+15552013000", scheme: String = "http", authority: URL? = nil,
        secret: String? = "s3cret & ü", _ change: (inout GatewaySettings) -> Void = { _ in }
    ) async throws -> SendingResult {
        var settings = GatewaySettings(
            address: "\(scheme)://localhost:\(server.port)/Accounts/AC1/Messages.json",
            fields: [.init(name: "From", value: "+15550001111")], user: "AC1")
        change(&settings)
        var limits = TransferLimits()
        limits.total = 1500
        return await TextGateway(settings, secret: secret, authorities: authority, limits: limits)
            .send(Self.text, to: try #require(PhoneNumber(e164: number)), key: "0192-7", stop: CurlTransfer.Stop())
    }

    @Test("a form as Twilio wants it")
    func form() async throws {
        let server = try await ForeignServer("text_gateway.py")
        let result = try await send(server)
        #expect(result == SendingResult(.accepted(reference: "SM123"), words: "201"))
        let message = try await server.next(ReceivedText.self)
        #expect(message.path == "/Accounts/AC1/Messages.json")
        #expect(message.fields == ["To": "+15552013000", "From": "+15550001111", "Body": Self.text])
        #expect(message.headers["authorization"] == "AC1:s3cret & ü")
        #expect(message.headers["idempotency-key"] == nil)
    }

    @Test("JSON with a bearer token and a key, or with the secret in a field")
    func json() async throws {
        let server = try await ForeignServer("text_gateway.py")
        let result = try await send(server) { settings in
            settings.encoding = .json
            settings.signIn = .bearer
            settings.keyHeader = "Idempotency-Key"
        }
        #expect(result.outcome == .accepted(reference: "SM123"))
        let message = try await server.next(ReceivedText.self)
        #expect(message.fields["Body"] == Self.text)
        #expect(message.headers["idempotency-key"] == "0192-7")
        #expect(message.headers["authorization"]?.hasPrefix("Bearer ") == true)
        _ = try await send(server) { settings in
            settings.signIn = .field
            settings.secretField = "api_key"
        }
        let second = try await server.next(ReceivedText.self)
        #expect(second.fields["api_key"] == "s3cret & ü" && second.headers["authorization"] == nil)
    }

    @Test(
        "what the gateway answers decides; what nobody knows is not sent twice unless the gateway knows keys",
        arguments: [
            ("400", .failed(.refused), .failed(.refused)), ("404", .failed(.refused), .failed(.refused)),
            ("614", .failed(.landline), .failed(.landline)), ("333", .failed(.refused), .failed(.refused)),
            ("401", .failedForNow(.signIn), .failedForNow(.signIn)),
            ("429", .failedForNow(.busy, after: 1200), .failedForNow(.busy, after: 1200)),
            ("500", .failedForNow(.busy), .failedForNow(.busy)), ("503", .failedForNow(.busy), .failedForNow(.busy)),
            ("502", .uncertain(.timeout), .failedForNow(.timeout)),
            ("601", .uncertain(.brokenOff), .failedForNow(.brokenOff)),
            ("602", .uncertain(.timeout), .failedForNow(.timeout)),
        ] as [(String, DeliveryOutcome, DeliveryOutcome)])
    func answers(_ code: String, _ plain: DeliveryOutcome, _ keyed: DeliveryOutcome) async throws {
        let server = try await ForeignServer("text_gateway.py")
        let first = try await send(server, to: "+15552013\(code)")
        #expect(first.outcome == plain)
        let second = try await send(server, to: "+15552013\(code)") { $0.keyHeader = "Idempotency-Key" }
        #expect(second.outcome == keyed)
        if code == "614" { #expect(first.words == "400 21614 +15552013614 is not a mobile number") }
    }

    @Test(
        "what the gateway says of a message later: only its own plain word settles it",
        arguments: [
            ("SM701", .delivered, nil),
            ("SM702", .undelivered(.undelivered), "undelivered 30003 Unreachable\ndestination"),
            ("SM703", .unknown, nil), ("SM704", .unknown, nil), ("SM705", .unknown, nil), ("SM706", .unknown, nil),
            ("SM707", .unknown, nil), ("SM708", .unknown, nil), ("SM709", .undelivered(.landline), "failed 21614"),
            ("../SM701?x=", .unknown, nil),
        ] as [(String, DeliveryArrival, String?)])
    func arrivals(_ reference: String, _ arrival: DeliveryArrival, _ words: String?) async throws {
        let server = try await ForeignServer("text_gateway.py")
        var settings = GatewaySettings(address: "http://localhost:\(server.port)/Messages.json", user: "AC1")
        settings.status = .init(address: "http://localhost:\(server.port)/Messages/{id}.json")
        var limits = TransferLimits()
        limits.total = 1500
        let answer = await TextGateway(settings, secret: "s3cret", limits: limits)
            .arrival(of: reference, stop: CurlTransfer.Stop())
        #expect(answer.arrival == arrival)
        #expect(answer.words == words)
        let asked = try await server.next(ReceivedText.self)
        #expect(asked.headers["authorization"] == "AC1:s3cret")
        if reference.hasPrefix("SM") {
            #expect(asked.path == "/Messages/\(reference).json")
        } else {
            #expect(asked.path == "/Messages/..%2FSM701%3Fx%3D.json", "no name leads to another place")
        }
    }

    @Test("a gateway that cannot be asked says nothing")
    func notAsked() async throws {
        var settings = GatewaySettings(address: "http://localhost:1/", signIn: .none)
        #expect(await TextGateway(settings, secret: nil).arrival(of: "SM701", stop: .init()).arrival == .unknown)
        for address in ["http://localhost:1/{id}", "http://192.0.2.1:9/{id}", "ftp://localhost/{id}", "nonsense {id}"] {
            settings.status = .init(address: address)
            let answer = await TextGateway(settings, secret: nil).arrival(of: "SM701", stop: .init())
            #expect(answer.arrival == .unknown)
        }
    }

    @Test(
        "an address to ask has the message's name behind its host",
        arguments: [
            ("https://a.example/{id}", true), ("https://a.example/x?id={id}&y=1", true), ("https://a.example/", false),
            ("https://{id}.example/", false), ("https://u:p@a.example/{id}", false), ("javascript:{id}", false),
            ("https://a.example/{id} x", false), ("{id}", false),
        ])
    func possible(address: String, isPossible: Bool) {
        #expect(GatewaySettings.Status(address: address).isPossible == isPossible)
    }

    @Test("a picture stands in the field that the gateway has for it, and in none where it takes none")
    func pictures() async throws {
        let server = try await ForeignServer("text_gateway.py")
        var settings = GatewaySettings(address: "http://localhost:\(server.port)/", signIn: .none)
        let number = try #require(PhoneNumber(e164: "+15552013000"))
        for pictures in [nil, GatewaySettings.Pictures(.address)] {
            settings.pictures = pictures
            _ = await TextGateway(settings, secret: nil)
                .send("t", to: number, picture: "https://x.example/p+1", key: "1", stop: .init())
            let message = try await server.next(ReceivedText.self)
            #expect(message.fields["MediaUrl"] == (pictures == nil ? nil : "https://x.example/p+1"))
        }
    }

    @Test("certificates are checked; plain HTTP stays in the house; without a secret nothing goes out")
    func encryption() async throws {
        let (certificate, key) = try ForeignServer.certificate("DNS:localhost", in: TemporaryFolder.url)
        let server = try await ForeignServer(
            "text_gateway.py", ["--certificate", certificate.path, "--key", key.path])
        let good = try await send(server, scheme: "https", authority: certificate)
        #expect(good.outcome == .accepted(reference: "SM123"))
        let untrusted = try await send(server, scheme: "https")
        #expect(untrusted.outcome == .failedForNow(.certificate))
        let outside = try await send(server) { $0.address = "http://192.0.2.1:9/" }
        #expect(outside.outcome == .failedForNow(.notEncrypted))
        let missing = try await send(server, secret: nil)
        #expect(missing.outcome == .failedForNow(.notConfigured))
        let other = try await send(server) { $0.address = "ftp://localhost/" }
        #expect(other.outcome == .failedForNow(.notConfigured))
    }
}

@Suite("Addresses of the house")
struct PrivateAddressTests {
    @Test("loopback, private and link-local networks, and no others")
    func addresses() {
        for bytes: [UInt8] in [[127, 0, 0, 1], [10, 1, 2, 3], [192, 168, 0, 1], [172, 16, 0, 1], [169, 254, 1, 1]] {
            #expect(PrivateAddress.isPrivate(ipv4: bytes))
            #expect(PrivateAddress.isPrivate(ipv6: Array(repeating: 0, count: 10) + [255, 255] + bytes))
        }
        for bytes: [UInt8] in [[8, 8, 8, 8], [172, 32, 0, 1], [192, 169, 0, 1], [100, 64, 0, 1], [0, 0, 0, 0]] {
            #expect(!PrivateAddress.isPrivate(ipv4: bytes))
        }
        #expect(PrivateAddress.isPrivate(ipv6: Array(repeating: 0, count: 15) + [1]))
        #expect(!PrivateAddress.isPrivate(ipv6: Array(repeating: 0, count: 16)))
        #expect(PrivateAddress.isPrivate(ipv6: [0xfd] + Array(repeating: 0, count: 15)))
        #expect(!PrivateAddress.isPrivate(ipv6: [0x20, 1] + Array(repeating: 0, count: 14)))
    }
}
