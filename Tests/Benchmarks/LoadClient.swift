import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

/// Asks one server for pages over a fixed number of connections, each with one request at a time.
struct LoadClient {
    let client: HTTPClient
    let base: String
    var cookie = ""

    init(base: String) {
        self.base = base
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 64
        configuration.httpVersion = .http1Only
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    /// One request; returns the answer's status and body.
    @discardableResult
    func send(
        _ path: String, headers: [(String, String)] = [], form: String? = nil, upload: Upload? = nil
    ) async throws -> Reply {
        var request = HTTPClientRequest(url: base + path)
        if !cookie.isEmpty { request.headers.add(name: "Cookie", value: cookie) }
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        if let form {
            request.method = .POST
            request.headers.add(name: "Content-Type", value: "application/x-www-form-urlencoded")
            request.body = .bytes(ByteBuffer(string: form))
        }
        if let upload {
            request.method = .POST
            request.headers.add(name: "Content-Type", value: "multipart/form-data; boundary=\(Upload.boundary)")
            request.body = .bytes(upload.body)
        }
        let response = try await client.execute(request, timeout: .seconds(30))
        let body = try await response.body.collect(upTo: 8 << 20)
        return Reply(
            status: Int(response.status.code), body: String(buffer: body), cookies: response.headers["Set-Cookie"],
            location: response.headers.first(name: "Location") ?? "")
    }

    /// A form with a file, as a browser without scripts sends it.
    struct Upload {
        static let boundary = "theralog-benchmark"
        let csrf: String
        let name: String
        let bytes: Data

        var body: ByteBuffer {
            var buffer = ByteBuffer(
                string: """
                    --\(Self.boundary)\r
                    Content-Disposition: form-data; name="csrf"\r
                    \r
                    \(csrf)\r
                    --\(Self.boundary)\r
                    Content-Disposition: form-data; name="file"; filename="\(name)"\r
                    Content-Type: application/octet-stream\r
                    \r

                    """)
            buffer.writeBytes(bytes)
            buffer.writeString("\r\n--\(Self.boundary)--\r\n")
            return buffer
        }
    }

    struct Reply {
        let status: Int
        let body: String
        let cookies: [String]
        /// Where the answer leads; empty for nowhere.
        let location: String
    }

    /// Sends `count` requests over `connections` connections; `path` gives the address of each.
    func load(
        count: Int, connections: Int, headers: [(String, String)] = [], path: @escaping @Sendable (Int) -> String
    ) async throws -> Latencies {
        // Connections are opened before the clock starts.
        for _ in 0..<3 { try await burst(connections, path(0)) }
        return try await load(count: count, connections: connections, status: 200) { client, number in
            try await client.send(path(number), headers: headers)
        }
    }

    /// Sends `count` forms over `connections` connections; `form` gives the address and the fields of each.
    func load(
        count: Int, connections: Int, form: @escaping @Sendable (Int) -> (path: String, fields: String)
    ) async throws -> Latencies {
        for _ in 0..<3 { try await burst(connections, "/up") }
        return try await load(count: count, connections: connections, status: 303) { client, number in
            let (path, fields) = form(number)
            return try await client.send(path, form: fields)
        }
    }

    private func load(
        count: Int, connections: Int, status: Int,
        _ request: @escaping @Sendable (LoadClient, Int) async throws -> Reply
    ) async throws -> Latencies {
        let client = self
        let clock = ContinuousClock()
        let start = clock.now
        let all = try await withThrowingTaskGroup(of: [Duration].self) { group in
            for connection in 0..<connections {
                group.addTask {
                    var times: [Duration] = []
                    for number in stride(from: connection, to: count, by: connections) {
                        let begun = clock.now
                        let reply = try await request(client, number)
                        guard reply.status == status else {
                            throw Unexpected(status: reply.status, path: "\(number): \(reply.body.prefix(300))")
                        }
                        times.append(begun.duration(to: clock.now))
                    }
                    return times
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        return Latencies(all, elapsed: start.duration(to: clock.now))
    }

    private func burst(_ connections: Int, _ path: String) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<connections { group.addTask { _ = try await send(path) } }
            try await group.waitForAll()
        }
    }

    struct Unexpected: Error {
        let status: Int
        let path: String
    }
}

/// Times of many runs of one thing.
struct Latencies {
    private let sorted: [Duration]
    private let elapsed: Duration

    init(_ times: [Duration], elapsed: Duration) {
        sorted = times.sorted()
        self.elapsed = elapsed
    }

    /// Runs something `count` times, one after another.
    static func measure(count: Int, _ work: (Int) async throws -> Void) async rethrows -> Latencies {
        let clock = ContinuousClock()
        let start = clock.now
        var times: [Duration] = []
        for number in 0..<count {
            let begun = clock.now
            try await work(number)
            times.append(begun.duration(to: clock.now))
        }
        return Latencies(times, elapsed: start.duration(to: clock.now))
    }

    /// Milliseconds that a share of the runs stayed below.
    func percentile(_ share: Double) -> Double {
        guard !sorted.isEmpty else { return 0 }
        return sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))].milliseconds
    }

    var row: String {
        let perSecond = Double(sorted.count) / max(elapsed.milliseconds / 1000, 0.000_001)
        return String(
            format: "p50 %8.3f ms   p99 %8.3f ms   max %8.3f ms   %8.0f/s", percentile(0.5), percentile(0.99),
            percentile(1), perSecond)
    }
}

extension Duration {
    var milliseconds: Double {
        Double(components.seconds) * 1000 + Double(components.attoseconds) / 1e15
    }
}
