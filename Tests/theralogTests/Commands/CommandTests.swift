import ArgumentParser
import Foundation
import Store
import Testing

@testable import theralog

@Suite("Commands")
struct CommandTests {
    private let data = DataFolder()

    @Test("version prints the program's name and version")
    func version() async throws {
        let outcome = try await Program.run(["version"])
        #expect(outcome.output == "theralog \(Theralog.version)\n")
        #expect(outcome.code == 0)
    }

    @Test("every command explains itself and takes --data-dir", arguments: Theralog.leafCommands)
    func help(command: String) async throws {
        let outcome = try await Program.run(command.split(separator: " ").map(String.init) + ["--help"])
        #expect(outcome.code == 0)
        #expect(outcome.output.hasPrefix("OVERVIEW: "))
        #expect(outcome.output.contains("--data-dir <data-dir>"))
    }

    @Test("check where there is no database says so and makes none")
    func checkNothing() async throws {
        let outcome = try await Program.run(["check", "--data-dir", data.url.path])
        #expect(outcome.output.contains("failed  database: there is none in \(data.url.path)"))
        #expect(outcome.code == 1)
        #expect(!FileManager.default.fileExists(atPath: data.url.path))
    }

    @Test("check proves a data folder, which is readable by its owner only")
    func check() async throws {
        let settings = try Settings(flags: ["data-dir": data.url.path], environment: [:])
        try await OpenClinic.database(settings).close()
        let outcome = try await Program.run(["check", "--data-dir", data.url.path])
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.contains("ok      database"))
        #expect(outcome.code == (lines.allSatisfy { $0.hasPrefix("ok") } ? 0 : 1))
        let attributes = try FileManager.default.attributesOfItem(atPath: data.url.path)
        #expect(attributes[.posixPermissions] as? Int == 0o700)
    }

    @Test("check fails for a file that is no database, and says so")
    func checkDamaged() async throws {
        try FileManager.default.createDirectory(at: data.url, withIntermediateDirectories: true)
        try Data(repeating: 0x55, count: 8192).write(to: data.url.appendingPathComponent("theralog.sqlite"))
        let outcome = try await Program.run(["check", "--data-dir", data.url.path])
        #expect(outcome.output.contains("failed  database: The database in \(data.url.path) cannot be opened"))
        #expect(outcome.code == 1)
    }

    @Test("every mistake in the settings is named at once")
    func settings() async throws {
        let outcome = try await Program.run(
            ["serve", "--port", "x", "--time-zone", "Mars"],
            environment: ["THERALOG_LOG_LEVEL": "loud", "THERALOG_PROT": "1"])
        for name in ["--port", "--time-zone", "THERALOG_LOG_LEVEL", "THERALOG_PROT"] {
            #expect(outcome.errors.contains("\(name): "), "\(name)")
        }
        #expect(outcome.code == 64)
    }
}

extension Theralog {
    /// The words of every command that does something, such as `account add`.
    static let leafCommands: [String] = configuration.subcommands.flatMap { command in
        let name = command.configuration.commandName ?? ""
        let below = command.configuration.subcommands.map { "\(name) \($0.configuration.commandName ?? "")" }
        return below.isEmpty ? [name] : below
    }
}
