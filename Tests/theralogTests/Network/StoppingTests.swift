import Foundation
import Hummingbird
import NIOCore
import ServiceLifecycle
import Testing

@testable import Site

@Suite("Stopping and cutting off")
struct StoppingTests {
    /// A page that says when it is asked for and answers when it is told to.
    private struct SlowPage: Sendable {
        let asked = AsyncStream.makeStream(of: Void.self)
        let told = AsyncStream.makeStream(of: Void.self)

        @Sendable func add(to router: Router<VisitorContext>) {
            router.get("/slow") { _, _ in
                asked.continuation.yield()
                _ = await told.stream.first { _ in true }
                try Task.checkCancellation()
                return Response(status: .ok, body: .init(byteBuffer: ByteBuffer(string: "finished")))
            }
        }
    }

    @Test(
        "an answer under way is finished; idle and half-sent requests do not hold the server", arguments: [false, true])
    func graceful(isTLS: Bool) async throws {
        let data = DataFolder()
        let page = SlowPage()
        var limits = ConnectionLimits()
        limits.stopReceiving = .milliseconds(100)
        try await RunningSite.serve(limits, tls: isTLS ? data.url : nil, adding: page.add) { site in
            let address = "\(isTLS ? "https" : "http")://127.0.0.1:\(site.port)/slow"
            async let answer = Tool.curl("--insecure", address)
            _ = await page.asked.stream.first { _ in true }
            let (silent, half) = (try Wire(port: site.port), try Wire(port: site.port))
            try half.send(
                "POST /sign-in HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: 9\r\n\r\nab")
            await site.group.triggerGracefulShutdown()
            #expect(await silent.rest() == "")
            #expect(await half.rest()?.contains(" 200 ") == false)
            #expect(throws: Wire.Failed.self) { try Wire(port: site.port) }
            page.told.continuation.yield()
            let finished = try await answer
            #expect(finished.code == 0 && finished.output.hasSuffix("finished"))
        }
    }

    @Test("an answer that takes longer than stopping may is ended")
    func overdue() async throws {
        let page = SlowPage()
        var limits = ConnectionLimits()
        limits.stop = .milliseconds(200)
        try await RunningSite.serve(limits, adding: page.add) { site in
            async let answer = Tool.curl("http://127.0.0.1:\(site.port)/slow")
            _ = await page.asked.stream.first { _ in true }
            await site.group.triggerGracefulShutdown()
            let ended = try await answer
            #expect(ended.code != 0 && !ended.output.contains("finished"))
        }
    }

    @Test("headers that do not come are not waited for, with TLS and without", arguments: [false, true])
    func slowHeaders(isTLS: Bool) async throws {
        let data = DataFolder()
        var limits = ConnectionLimits()
        limits.headers = .milliseconds(300)
        try await RunningSite.serve(limits, tls: isTLS ? data.url : nil) { site in
            if isTLS {
                // Keeps a shaken connection open and says nothing.
                let ended = try await Tool.run(
                    "timeout", ["20", "openssl", "s_client", "-quiet", "-connect", "127.0.0.1:\(site.port)"],
                    input: Pipe())
                #expect(ended.code != 124)
            }
            let plain = try Wire(port: isTLS ? site.plainPort : site.port)
            try plain.send("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")
            #expect(await plain.rest() == "")
        }
    }

    @Test("a connection on which nothing comes is closed, before a request, in one and after one")
    func idle() async throws {
        var limits = ConnectionLimits()
        // Long beside what is to come before the silence: the requests, and an answer on a busy machine.
        limits.idle = .seconds(3)
        try await RunningSite.serve(limits) { site in
            let wires = try (0..<4).map { _ in try Wire(port: site.port) }
            try wires[1].send("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")
            try wires[2].send("POST /sign-in HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\nab")
            try wires[3].send("GET /up HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            #expect(await wires[0].rest() == "")
            #expect(await wires[1].rest() == "")
            #expect(await wires[2].rest()?.contains(" 200 ") == false)
            // The answer keeps the connection; the silence behind it ends it.
            #expect(await wires[3].rest()?.hasPrefix("HTTP/1.1 200 ") == true)
        }
    }

    @Test("a connection with TLS on which nothing comes is closed")
    func idleWithTLS() async throws {
        let data = DataFolder()
        var limits = ConnectionLimits()
        limits.idle = .milliseconds(300)
        try await RunningSite.serve(limits, tls: data.url) { site in
            let ended = try await Tool.run(
                "timeout", ["20", "openssl", "s_client", "-quiet", "-connect", "127.0.0.1:\(site.port)"],
                input: Pipe())
            #expect(ended.code != 124)
        }
    }

    @Test("a handshake that is begun and not finished is cut off, on both ports")
    func slowHandshake() async throws {
        let data = DataFolder()
        var limits = ConnectionLimits()
        limits.handshake = .milliseconds(300)
        try await RunningSite.serve(limits, tls: data.url) { site in
            let wires = [try Wire(port: site.port), try Wire(port: site.port), try Wire(port: site.plainPort)]
            for wire in wires.dropFirst() { try wire.send("\u{16}\u{03}\u{01}") }
            for wire in wires { #expect(await wire.rest() != nil) }
        }
    }

    @Test("too long and too many headers are refused, with TLS too", arguments: [false, true])
    func headerLimits(isTLS: Bool) async throws {
        let data = DataFolder()
        try await RunningSite.serve(tls: isTLS ? data.url : nil) { site in
            let address = "\(isTLS ? "https" : "http")://127.0.0.1:\(site.port)/up"
            #expect(try await Tool.curl("--insecure", address).output.hasPrefix("HTTP/1.1 200 "))
            let long = try await Tool.curl("--insecure", "-H", "X: \(String(repeating: "a", count: 20_000))", address)
            #expect(!long.output.contains(" 200 "))
            let many = (0..<120).flatMap { ["-H", "X-\($0): a"] }
            let outcome = try await Tool.run("curl", ["-si", "--insecure", address] + many)
            #expect(!outcome.output.contains(" 200 "))
        }
    }
}
