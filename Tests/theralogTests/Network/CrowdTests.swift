import Foundation
import Glibc
import Testing

@testable import Site

@Suite("Many connections", .serialized, .timeLimit(.minutes(5)))
struct CrowdTests {
    /// Connections of this process and a few files.
    private static let needed = 7500

    /// Whether this process may have that many.
    private static var isPossible: Bool {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = max(limit.rlim_cur, min(limit.rlim_max, rlim_t(needed)))
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        return limit.rlim_cur >= needed
    }

    @Test(
        "5,000 that only lie there leave others served, and so do more than there is room for", .enabled(if: isPossible)
    )
    func idle() async throws {
        let data = DataFolder()
        _ = try await Program.serve(in: data.url, lines: 2) { lines in
            let address = try #require(lines.first?.split(separator: " ").last.map(String.init))
            let port = try #require(address.split(separator: ":").last.flatMap { Int($0) })
            var wires = try (0..<5000).map { _ in try Wire(port: port) }
            #expect(try await Tool.curl("\(address)/up").output.hasPrefix("HTTP/1.1 200 "))
            #expect(wires.allSatisfy { !$0.isClosed })
            wires += try (0..<1500).map { _ in try Wire(port: port) }
            for _ in 0..<10 {
                #expect(try await Tool.curl("\(address)/up").output.hasPrefix("HTTP/1.1 200 "))
            }
            // The oldest made room.
            #expect(await wires[0].rest() != nil)
            #expect(!wires[6499].isClosed)
        }
    }

    @Test("requests that are half there leave others served too, with TLS")
    func halfSent() async throws {
        let data = DataFolder()
        try await RunningSite.serve(ConnectionLimits(connections: 50), tls: data.url) { site in
            let wires = try (0..<120).map { _ in try Wire(port: site.port) }
            // The last fifty are still there.
            for wire in wires.suffix(20) { try wire.send("\u{16}\u{03}") }
            let answer = try await Tool.curl("--insecure", "https://127.0.0.1:\(site.port)/up")
            #expect(answer.output.hasPrefix("HTTP/1.1 200 "))
            // Each of the others is closed on a thread of its own.
            while wires.count(where: { !$0.isClosed }) > 50 {
                try Task.checkCancellation()
                await Task.yield()
            }
        }
    }
}
