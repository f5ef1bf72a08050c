import Foundation
import Glibc

/// A TCP connection to this machine, for what no client library does: being silent, half-sending, not reading.
final class Wire: Sendable {
    struct Failed: Error {}

    let socket: Int32

    init(port: Int) throws {
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard socket >= 0 else { throw Failed() }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(port).bigEndian)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isConnected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(socket, $0, size) == 0 }
        }
        guard isConnected else {
            close(socket)
            throw Failed()
        }
    }

    deinit { close(socket) }

    func send(_ text: String) throws {
        let bytes = Array(text.utf8)
        guard Glibc.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else { throw Failed() }
    }

    /// All that comes until the server closes; nil when it does not within twenty seconds.
    func rest() async -> String? {
        await withCheckedContinuation { continuation in
            // Off the threads that the server in this process needs.
            DispatchQueue.global().async { [self] in
                var wait = timeval(tv_sec: 20, tv_usec: 0)
                setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &wait, socklen_t(MemoryLayout<timeval>.size))
                var all: [UInt8] = []
                var buffer = [UInt8](repeating: 0, count: 65_536)
                while true {
                    let count = recv(socket, &buffer, buffer.count, 0)
                    if count < 0, errno == EINTR { continue }
                    if count < 0, errno == EAGAIN { return continuation.resume(returning: nil) }
                    guard count > 0 else { break }
                    all += buffer.prefix(count)
                }
                continuation.resume(returning: String(decoding: all, as: UTF8.self))
            }
        }
    }

    /// Whether the server has closed it by now.
    var isClosed: Bool {
        var byte: UInt8 = 0
        let count = recv(socket, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT))
        return count == 0 || (count < 0 && errno != EAGAIN)
    }
}

/// Other people's programs: what they accept is what browsers accept.
enum Tool {
    /// Runs a program to its end.
    /// - Parameter input: nothing to read; or a pipe, on which it waits.
    static func run(
        _ program: String, _ arguments: [String], input: Any = FileHandle.nullDevice
    ) async throws -> Program.Outcome {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/\(program)")
        process.arguments = arguments
        let (stdout, stderr) = (Pipe(), Pipe())
        (process.standardInput, process.standardOutput, process.standardError) = (input, stdout, stderr)
        let (ends, end) = AsyncStream.makeStream(of: Int32.self)
        process.terminationHandler = { end.yield($0.terminationStatus) }
        try process.run()
        let code = await ends.first { _ in true } ?? -1
        let text = { (pipe: Pipe) in String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self) }
        return Program.Outcome(code: code, output: text(stdout), errors: text(stderr))
    }

    /// An answer with its head, without following redirects.
    static func curl(_ arguments: String...) async throws -> Program.Outcome {
        try await run("curl", ["--silent", "--show-error", "--include", "--max-time", "20"] + arguments)
    }
}
