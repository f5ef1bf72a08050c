import Foundation
import Synchronization

/// The built program as a process of its own, with an environment of its own.
enum Program {
    /// How a run ended.
    struct Outcome: Sendable {
        let code: Int32
        let output: String
        let errors: String
    }

    /// Runs a command to its end.
    static func run(
        _ arguments: [String], input: String = "", environment: [String: String] = [:]
    ) async throws -> Outcome {
        let process = process(arguments, environment)
        let (stdin, stdout, stderr) = (Pipe(), Pipe(), Pipe())
        (process.standardInput, process.standardOutput, process.standardError) = (stdin, stdout, stderr)
        let (ends, end) = AsyncStream.makeStream(of: Int32.self)
        process.terminationHandler = { end.yield($0.terminationStatus) }
        try process.run()
        try stdin.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try stdin.fileHandleForWriting.close()
        let code = await ends.first { _ in true } ?? -1
        return Outcome(code: code, output: text(stdout), errors: text(stderr))
    }

    /// Runs the server on a free port while `body` works with it; ends it with SIGTERM.
    /// - Parameter body: gets the first lines that the server printed: the address, and the set-up link if there is one.
    /// - Returns: the exit code.
    static func serve(
        in folder: URL, lines count: Int, _ body: ([String]) async throws -> Void
    ) async throws -> Int32 {
        try await serve(["serve", "--port", "0", "--data-dir", folder.path], lines: count, body)
    }

    /// The same for any command that serves.
    static func serve(
        _ arguments: [String], lines count: Int, environment: [String: String] = [:],
        _ body: ([String]) async throws -> Void
    ) async throws -> Int32 {
        try await serve(arguments, lines: count, environment: environment) { lines, _ in try await body(lines) }
    }

    /// The same, with its process id for a test that ends it in another way.
    static func serve(
        _ arguments: [String], lines count: Int, environment: [String: String] = [:],
        _ body: ([String], pid_t) async throws -> Void
    ) async throws -> Int32 {
        let process = process(arguments, environment)
        let stdout = Pipe()
        (process.standardOutput, process.standardError) = (stdout, FileHandle.nullDevice)
        let (ends, end) = AsyncStream.makeStream(of: Int32.self)
        process.terminationHandler = { end.yield($0.terminationStatus) }
        let (chunks, chunk) = AsyncStream.makeStream(of: Data.self)
        stdout.fileHandleForReading.readabilityHandler = { handle in
            let data = handle.availableData
            if data.isEmpty { chunk.finish() } else { chunk.yield(data) }
        }
        try process.run()
        var printed = Data()
        var next = chunks.makeAsyncIterator()
        while printed.count(where: { $0 == UInt8(ascii: "\n") }) < count, let data = await next.next() {
            printed += data
        }
        let lines = String(decoding: printed, as: UTF8.self).split(separator: "\n").map(String.init)
        let result: Result<Void, any Error>
        do {
            result = .success(try await body(lines, process.processIdentifier))
        } catch { result = .failure(error) }
        if process.isRunning { process.terminate() }
        let code = await ends.first { _ in true } ?? -1
        stdout.fileHandleForReading.readabilityHandler = nil
        try result.get()
        return code
    }

    private static func process(_ arguments: [String], _ environment: [String: String]) -> Process {
        let process = Process()
        // SwiftPM puts the program beside the tests.
        let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        process.executableURL = folder.appendingPathComponent("theralog")
        process.arguments = arguments
        let inherited = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("THERALOG_") }
        process.environment = inherited.merging(environment) { $1 }
        return process
    }

    private static func text(_ pipe: Pipe) -> String {
        String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }
}

/// A data folder of its own for one test, removed with it.
final class DataFolder: Sendable {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("theralog-\(UUID().uuidString)")

    deinit {
        do {
            try FileManager.default.removeItem(at: url)
        } catch {
            // Never made, or the system clears its folder of temporary files.
        }
    }
}

extension Program {
    /// Runs a command while `body` works beside it, from the moment it says something on its standard error (`isLoud`) or
    /// from its start; waits for its end, which `body` may bring about.
    static func run(
        _ arguments: [String], isLoud: Bool, beside body: (pid_t) async throws -> Void
    ) async throws -> Outcome {
        let process = process(arguments, [:])
        let (stdout, stderr) = (Pipe(), Pipe())
        (process.standardInput, process.standardOutput, process.standardError) = (FileHandle.nullDevice, stdout, stderr)
        let (ends, end) = AsyncStream.makeStream(of: Int32.self)
        process.terminationHandler = { end.yield($0.terminationStatus) }
        let (chunks, chunk) = AsyncStream.makeStream(of: Data.self)
        stderr.fileHandleForReading.readabilityHandler = { handle in
            let data = handle.availableData
            if data.isEmpty { chunk.finish() } else { chunk.yield(data) }
        }
        try process.run()
        var said = Data()
        if isLoud { said = await chunks.first { _ in true } ?? Data() }
        try await body(process.processIdentifier)
        let code = await ends.first { _ in true } ?? -1
        stderr.fileHandleForReading.readabilityHandler = nil
        return Outcome(code: code, output: text(stdout), errors: String(decoding: said, as: UTF8.self))
    }
}
