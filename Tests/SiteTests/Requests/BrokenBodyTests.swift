import Foundation
import Glibc
import Hummingbird
import HummingbirdTesting
import TestSupport
import Testing

@testable import Site

@Suite("A body that is not what it says it is")
struct BrokenBodyTests {
    @Test(
        "is answered with 400, whatever is wrong with its chunks",
        arguments: [
            ("xchunked", "5\r\nemail\r\n0\r\n\r\n"), ("chunked", "zz\r\nemail\r\n0\r\n\r\n"),
            ("chunked", "FFFFFFFFFFFFFFFFFF\r\nemail\r\n0\r\n\r\n"), ("chunked", "3\r\nabcdef\r\n0\r\n\r\n"),
        ])
    func chunks(encoding: String, body: String) async throws {
        let site = try await TestSite()
        try await site.site.server(host: "127.0.0.1", port: 0, onRunning: { _ in }).test(.live) { client in
            let port = try #require(client.port)
            let answer = try Wire.answer(
                port: port,
                to: "POST /sign-in HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-www-form-urlencoded\r\n"
                    + "Transfer-Encoding: \(encoding)\r\n\r\n\(body)")
            #expect(answer.hasPrefix("HTTP/1.1 400 "), "\(answer.prefix(200))")
        }
    }
}

/// Bytes over a socket, for what no client library sends.
private enum Wire {
    struct Failed: Error {}

    /// All that the server at a port of this machine says until it closes or is silent for two seconds.
    static func answer(port: Int, to request: String) throws -> String {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard socket >= 0 else { throw Failed() }
        defer { close(socket) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(port).bigEndian)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isConnected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(socket, $0, size) == 0 }
        }
        var wait = timeval(tv_sec: 2, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &wait, socklen_t(MemoryLayout<timeval>.size))
        let bytes = Array(request.utf8)
        guard isConnected, send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
            throw Failed()
        }
        var answer: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while case let count = recv(socket, &buffer, buffer.count, 0), count > 0 { answer += buffer.prefix(count) }
        return String(decoding: answer, as: UTF8.self)
    }
}
