import ArgumentParser
import Foundation
import Logging
import Sending
import Site
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

    @Test("plain HTTP beyond this machine is refused with what to do, unless a proxy is named")
    func beyond() throws {
        for host in ["0.0.0.0", "192.0.2.10", "::", "clinic.local"] {
            let found = problems(["host": host])
            #expect(
                found.count == 1 && found.allSatisfy { $0.hasPrefix("--host: ") && $0.contains("--lan") }, "\(host)")
            #expect(problems(["host": host, "trusted-proxy": "192.0.2.1"]) == [])
            #expect(problems(["host": host, "lan": "yes"]) == [])
            #expect(problems(["host": host, "certificate": "a", "certificate-key": "b"]) == [])
        }
        for host in ["127.0.0.1", "localhost", "::1", "127.3.3.3"] { #expect(problems(["host": host]) == []) }
        #expect(problems([:], ["THERALOG_HOST": "::"]).first?.hasPrefix("THERALOG_HOST: ") == true)
    }

    @Test("the network needs one word; ports follow from TLS")
    func lan() throws {
        let lan = try settings(["lan": "yes"]).network
        #expect(lan.host == nil && lan.certificate == .authority && (lan.port, lan.httpPort) == (8443, 8080))
        let variable = try settings([:], ["THERALOG_LAN": "true", "THERALOG_HTTP_PORT": "off"]).network
        #expect(variable.certificate == .authority && variable.httpPort == nil)
        #expect(try settings([:], ["THERALOG_LAN": "no"]).network.certificate == .none)
        let own = try settings([
            "lan": "yes", "certificate": "/a", "certificate-key": "/b", "port": "443", "http-port": "80",
        ])
        #expect(
            own.network.certificate == .files(certificate: URL(fileURLWithPath: "/a"), key: URL(fileURLWithPath: "/b")))
        #expect((own.network.port, own.network.httpPort) == (443, 80))
        let proxies = try settings([:], ["THERALOG_TRUSTED_PROXY": "192.0.2.1, 10.0.0.0/8"]).network.trustedProxies
        #expect(proxies == ["192.0.2.1", "10.0.0.0/8"].compactMap { NetworkRange($0) })
    }

    @Test("what does not go together is said")
    func contradictions() {
        #expect(problems(["certificate": "/a"]) == ["--certificate: needs --certificate-key too"])
        #expect(problems(["certificate-key": "/a"]) == ["--certificate-key: needs --certificate too"])
        #expect(problems(["lan": "yes", "port": "8080"]).first?.contains("cannot be both") == true)
        #expect(problems(["lan": "yes", "http-port": "90000"]).count == 1)
        #expect(problems(["trusted-proxy": "10.0.0.0/99,proxy"]).count == 2)
        #expect(problems([:], ["THERALOG_LAN": "maybe"]).first?.hasPrefix("THERALOG_LAN: ") == true)
    }

    @Test("each secret comes from the file that is named for it, else from its own variable, and reaches nothing else")
    func secrets() throws {
        let file = TemporaryFolder.newFile("secret")
        try Data("of the file\nmore\n".utf8).write(to: file)
        let secrets: [(name: String, variable: String, read: (SendingSecrets) -> String?)] = [
            ("mail-password-file", "THERALOG_MAIL_PASSWORD", { $0.mailPassword.secret }),
            ("gateway-secret-file", "THERALOG_GATEWAY_SECRET", { $0.gatewaySecret.secret }),
            ("geocoder-secret-file", "THERALOG_GEOCODER_SECRET", { $0.geocoderSecret.secret }),
        ]
        func found(_ settings: Settings) -> [String?] { secrets.map { $0.read(settings.site.sendingSecrets) } }
        #expect(try found(settings()).allSatisfy { $0 == nil })
        for (name, variable, _) in secrets {
            func only(_ secret: String) -> [String?] { secrets.map { $0.name == name ? secret : nil } }
            let words = ["--root", Project.folder("").path, "--\(name)", file.path]
            #expect(try found(SettingsOptions.parse(words).settings()) == only("of the file"))
            #expect(try found(settings([:], ["\(variable)_FILE": file.path])) == only("of the file"))
            #expect(try found(settings([:], [variable: "of the variable"])) == only("of the variable"))
            #expect(try found(settings([name: file.path], [variable: "of the variable"])) == only("of the file"))
            let missing = "/nonexistent/secret"
            #expect(problems([name: missing]) == ["--\(name): \"\(missing)\" cannot be read"])
            #expect(problems([name: ""]).first == "--\(name): must not be empty")
        }
        let told = try settings(["mail-password-file": file.path])
        try Data("of today\n".utf8).write(to: file)
        #expect(found(told) == ["of today", nil, nil])
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
