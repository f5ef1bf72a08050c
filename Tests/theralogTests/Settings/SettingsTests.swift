import ArgumentParser
import Foundation
import Logging
import TestSupport
import Testing

@testable import theralog

@Suite("Settings")
struct SettingsTests {
    private func settings(_ flags: [String: String] = [:], _ environment: [String: String] = [:]) throws -> Settings {
        let root = ["root": Project.folder("").path]
        return try Settings(flags: root.merging(flags) { $1 }, environment: environment)
    }

    private func problems(_ flags: [String: String], _ environment: [String: String] = [:]) -> [String] {
        do {
            _ = try settings(flags, environment)
            return []
        } catch { return (error as? Settings.Problems)?.lines ?? ["\(error)"] }
    }

    @Test("without a word the server listens to this machine only")
    func standards() throws {
        let settings = try settings()
        #expect(settings.network.host == "127.0.0.1")
        #expect(settings.network.port == 8080)
        #expect(settings.dataFolder.path == Project.folder("data/local").path)
        #expect((settings.idleMinutes, settings.sessionHours) == (60, 12))
        #expect(settings.logLevel == .info)
    }

    @Test("a flag wins over its variable")
    func precedence() throws {
        #expect(try settings([:], ["THERALOG_PORT": "81"]).network.port == 81)
        #expect(try settings(["port": "82"], ["THERALOG_PORT": "81"]).network.port == 82)
    }

    @Test(
        "what cannot be used is refused with the name it came by",
        arguments: [
            ("port", "-1"), ("port", "65536"), ("port", "80a"), ("port", ""), ("host", ""), ("idle-minutes", "0"),
            ("idle-minutes", "1441"), ("session-hours", "0"), ("session-hours", "169"), ("time-zone", "Mars/North"),
            ("log-level", "loud"), ("root", "/nonexistent"), ("data-dir", ""),
        ])
    func refused(name: String, value: String) {
        #expect(problems([name: value]).map { $0.hasPrefix("--\(name): ") } == [true])
    }

    @Test("a misspelt variable is named, not passed over")
    func misspelt() {
        #expect(problems([:], ["THERALOG_PROT": "1"]) == ["THERALOG_PROT: there is no such setting"])
    }

    @Test("all problems are reported together")
    func together() {
        #expect(problems(["port": "x", "log-level": "y"], ["THERALOG_IDLE_MINUTES": "z"]).count == 3)
    }

    @Test("every setting is a flag of the commands", arguments: Settings.entries.map(\.name))
    func isFlag(name: String) {
        #expect(ServeCommand.helpMessage().contains(name == "lan" ? "--lan " : "--\(name) <"))
    }

    @Test("every setting stands in the operating manual by flag and variable", arguments: Settings.entries.map(\.name))
    func isDocumented(name: String) throws {
        let manual = try String(contentsOf: Project.folder("docs/operating.md"), encoding: .utf8)
        let entry = try #require(Settings.entries.first { $0.name == name })
        // A default of several words may be put in others.
        let standard = entry.standard.contains(" ") ? "" : " `\(entry.standard)` |"
        #expect(manual.contains("\n| `--\(name)` | `\(entry.variable)` |\(standard)"))
    }

    @Test("every command stands in the operating manual", arguments: Theralog.leafCommands)
    func commandIsDocumented(command: String) throws {
        let manual = try String(contentsOf: Project.folder("docs/operating.md"), encoding: .utf8)
        #expect(manual.contains("`theralog \(command)"))
    }
}
