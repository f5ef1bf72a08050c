import Foundation

/// A server that others wrote, run for one test: a script of `Tests/Servers` in the tests' own Python.
package final class ForeignServer: Sendable {
    package let port: Int
    private let process: Process
    private let lines: AsyncStream<String>

    /// - Parameters:
    ///   - script: its name in `Tests/Servers`.
    /// - Throws: when it does not start; `make .venv/bin/python` makes what it needs.
    package init(_ script: String, _ arguments: [String] = []) async throws {
        process = Process()
        process.executableURL = Project.folder(".venv/bin/python")
        process.arguments = [Project.folder("Tests/Servers/\(script)").path] + arguments
        let output = Pipe()
        process.standardOutput = output
        let (lines, line) = AsyncStream.makeStream(of: String.self)
        self.lines = lines
        let reader = Thread {
            var rest = Data()
            while case let data = output.fileHandleForReading.availableData, !data.isEmpty {
                rest += data
                while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                    line.yield(String(decoding: rest[rest.startIndex..<end], as: UTF8.self))
                    rest = Data(rest[rest.index(after: end)...])
                }
            }
            line.finish()
        }
        try process.run()
        reader.start()
        var first = lines.makeAsyncIterator()
        guard let text = await first.next(), let port = Int(text) else { throw CocoaError(.executableLoad) }
        self.port = port
    }

    deinit { end() }

    /// SIGKILL: a process begun here inherits that all milder signals are blocked.
    private func end() { kill(process.processIdentifier, SIGKILL) }

    /// The next thing it was told, as it prints it: JSON. Waits for it.
    package func next<Value: Decodable>(_: Value.Type = Value.self) async throws -> Value {
        var next = lines.makeAsyncIterator()
        guard let line = await next.next() else { throw CocoaError(.fileReadUnknown) }
        return try JSONDecoder().decode(Value.self, from: Data(line.utf8))
    }

    /// Ends it at once and gives all that it printed since it was last asked.
    package func rest() async -> [String] {
        end()
        var rest: [String] = []
        for await line in lines { rest.append(line) }
        return rest
    }

    /// A certificate that signs itself, for the given names (`DNS:localhost`, `IP:127.0.0.1`).
    /// - Returns: the PEM files of the certificate, which is its own authority, and of its key.
    package static func certificate(_ names: String, in folder: URL) throws -> (certificate: URL, key: URL) {
        let file = folder.appendingPathComponent(UUID().uuidString)
        let (certificate, key) = (file.appendingPathExtension("crt"), file.appendingPathExtension("key"))
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
        process.arguments = [
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
            "/CN=theralog test", "-addext", "subjectAltName=\(names)", "-keyout", key.path, "-out", certificate.path,
        ]
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
        return (certificate, key)
    }
}
