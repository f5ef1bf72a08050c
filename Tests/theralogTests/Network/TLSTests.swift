import Crypto
import Foundation
import Synchronization
import Testing

@testable import Site
@testable import theralog

@Suite("The clinic's network, with the real program")
struct TLSTests {
    private let data = DataFolder()

    /// Where the program listens.
    private struct Ports {
        let secure: Int
        let plain: Int

        init(_ lines: [String]) throws {
            let text = lines.joined(separator: "\n")
            secure = try #require(text.firstMatch(of: /running at https:\/\/\S+:(\d+)\n/).flatMap { Int($0.1) })
            plain = try #require(text.firstMatch(of: /trust it: http:\/\/\S+:(\d+)\/trust/).flatMap { Int($0.1) })
        }
    }

    private var arguments: [String] {
        ["serve", "--lan", "--port", "0", "--http-port", "0", "--data-dir", data.url.path]
    }
    private var authority: String { data.url.appendingPathComponent("certificates/authority.crt").path }

    @Test("every name and address of the machine is reached by who trusts the authority, and by nobody else")
    func verified() async throws {
        let code = try await Program.serve(arguments, lines: 5) { lines in
            let ports = try Ports(lines)
            for host in ["localhost", "127.0.0.1", "[::1]"] + HostNames.machine().reachable {
                let local = host.hasSuffix(".local") ? ["--resolve", "\(host):\(ports.secure):127.0.0.1"] : []
                let answer = try await Tool.run(
                    "curl", ["-si", "--cacert", authority, "https://\(host):\(ports.secure)/up"] + local)
                #expect(answer.output.hasPrefix("HTTP/1.1 200 "), "\(host)")
                #expect(answer.output.contains("Strict-Transport-Security: max-age=15552000"))
            }
            let stranger = try await Tool.curl("https://localhost:\(ports.secure)/up")
            #expect(stranger.code == 60)
            let verified = try await Tool.run(
                "openssl",
                [
                    "verify", "-CAfile", authority, "-purpose", "sslserver", "-x509_strict", "-verify_hostname",
                    "localhost", data.url.appendingPathComponent("certificates/server.crt").path,
                ])
            #expect(verified.code == 0, "\(verified.errors)")
            #expect(lines.contains { $0.hasPrefix("SHA-256 of the certificate to trust: ") })
        }
        #expect(code == 0)
    }

    @Test("TLS 1.2 and 1.3 and HTTP/1.1 are spoken, nothing older and nothing else")
    func versions() async throws {
        _ = try await Program.serve(arguments, lines: 5) { lines in
            let ports = try Ports(lines)
            for (version, isSpoken) in [("tls1", false), ("tls1_1", false), ("tls1_2", true), ("tls1_3", true)] {
                let outcome = try await Tool.run(
                    "openssl",
                    [
                        "s_client", "-connect", "127.0.0.1:\(ports.secure)", "-\(version)", "-alpn", "h2,http/1.1",
                        "-cipher", "ALL:@SECLEVEL=0", "-CAfile", authority, "-verify_return_error",
                    ])
                #expect((outcome.code == 0) == isSpoken, "\(version)")
                #expect(outcome.output.contains("ALPN protocol: http/1.1") == isSpoken, "\(version)")
            }
        }
    }

    @Test("plain HTTP leads to the same address with TLS, at our own names only; how to trust is readable there")
    func redirect() async throws {
        _ = try await Program.serve(arguments, lines: 5) { lines in
            let ports = try Ports(lines)
            let plain = "http://127.0.0.1:\(ports.plain)"
            for (host, path) in [
                ("127.0.0.1", "/patients?q=a%20b&c"), ("localhost", "/"), ("[::1]", "//evil.example/x"),
            ] {
                let answer = try await Tool.curl("-H", "Host: \(host):\(ports.plain)", "--path-as-is", plain + path)
                #expect(answer.output.hasPrefix("HTTP/1.1 308 "))
                #expect(
                    answer.output.contains("Location: https://\(host):\(ports.secure)\(path)\r\n"), "\(answer.output)")
                #expect(!answer.output.contains("Strict-Transport-Security") && !answer.output.contains("Set-Cookie"))
            }
            for host in ["evil.example", "127.0.0.1.evil.example", "localhost@evil.example", "127.0.0.2"] {
                let answer = try await Tool.curl("-H", "Host: \(host)", "\(plain)/patients")
                #expect(answer.output.hasPrefix("HTTP/1.1 421 ") && !answer.output.contains("Location"), "\(host)")
            }
            #expect(try await Tool.curl("-d", "a=b", "\(plain)/sign-in").output.hasPrefix("HTTP/1.1 405 "))
            #expect(try await Tool.curl("-d", "a=b", "\(plain)/trust").output.hasPrefix("HTTP/1.1 405 ") == false)
            #expect(try await Tool.curl("\(plain)/trust").output.contains("Trust this server"))
            let certificate = try await Tool.run("curl", ["-s", "\(plain)/trust/theralog-authority.crt"])
            #expect(certificate.output == (try String(contentsOfFile: authority, encoding: .utf8)) + "\n")
            // A browser that remembers to come with TLS only comes to this port with TLS too.
            let remembered = try await Tool.curl("--cacert", authority, "https://localhost:\(ports.plain)/up")
            #expect(remembered.output.contains("Location: https://localhost:\(ports.secure)/up\r\n"))
        }
    }

    @Test("cookies go over TLS only and belong to this host alone")
    func cookies() async throws {
        _ = try await Program.serve(arguments, lines: 5) { lines in
            let ports = try Ports(lines)
            let answer = try await Tool.curl("--cacert", authority, "https://localhost:\(ports.secure)/set-up")
            let cookie = try #require(answer.output.firstMatch(of: /Set-Cookie: (.*)\r\n/)).1
            #expect(cookie.hasPrefix("__Host-theralog_visitor="))
            for part in ["; Secure", "; HttpOnly", "; Path=/", "; SameSite=Lax"] { #expect(cookie.contains(part)) }
            #expect(!cookie.contains("Domain"))
        }
    }

    @Test("SIGTERM ends it in time, whatever connections are open; check then knows the certificates")
    func stops() async throws {
        let open = Mutex<[Wire]>([])
        // It exits with 1 when it does not come to its end by itself.
        let code = try await Program.serve(arguments, lines: 5) { lines in
            let ports = try Ports(lines)
            let post = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n"
            for text in ["", "\u{16}", "GET /trust HTTP/1.1\r\nHost:", post] {
                for port in [ports.secure, ports.plain] {
                    let wire = try Wire(port: port)
                    try wire.send(text)
                    open.withLock { $0.append(wire) }
                }
            }
        }
        #expect(code == 0)
        #expect(open.withLock { $0.count } == 8)
        let check = try await Program.run(["check", "--data-dir", data.url.path]).output
        #expect(check.contains("ok      certificate authority: valid until ") && check.contains(", 89 days\n"))
    }

    @Test("a certificate of one's own is shown, and its successor from the next handshake on; a broken one is not")
    func ownCertificate() async throws {
        let (certificate, key) = (
            data.url.appendingPathComponent("own.crt"), data.url.appendingPathComponent("own.key")
        )
        try await make(certificate, key, "one.example")
        let source = CertificateSource.files(certificate: certificate, key: key)
        try await RunningSite.serve(source: source) { site in
            #expect(try await subject(site.port).contains("CN = one.example"))
            try await make(certificate, key, "two.example")
            site.keeper?.refresh()
            #expect(try await subject(site.port).contains("CN = two.example"))
            try Data("broken".utf8).write(to: certificate)
            site.keeper?.refresh()
            #expect(try await subject(site.port).contains("CN = two.example"))
        }
    }

    @Test("a successor is found by itself, while it is written too", .timeLimit(.minutes(5)))
    func replaced() async throws {
        let (certificate, key) = (
            data.url.appendingPathComponent("own.crt"), data.url.appendingPathComponent("own.key")
        )
        try await make(certificate, key, "one.example")
        let source = CertificateSource.files(certificate: certificate, key: key)
        try await RunningSite.serve(source: source, looking: .milliseconds(5)) { site in
            for name in ["two.example", "three.example", "four.example"] {
                // The program writes one file after the other, and meanwhile they do not belong together.
                try await make(certificate, key, name)
                while try await !subject(site.port).contains("CN = \(name)") {
                    try await Task.sleep(for: .milliseconds(5))
                }
                #expect(site.keeper?.server.names.names == [name])
            }
        }
    }

    @Test("what is wrong with one's own files is said at start and by check")
    func brokenFiles() async throws {
        let (certificate, key) = (
            data.url.appendingPathComponent("own.crt"), data.url.appendingPathComponent("own.key")
        )
        let flags = ["--certificate", certificate.path, "--certificate-key", key.path, "--data-dir", data.url.path]
        let missing = try await Program.run(["serve", "--port", "0"] + flags)
        #expect(missing.code == 1 && missing.errors.contains("\(certificate.path) cannot be read: No such file"))
        try await make(certificate, key, "clinic.example")
        #expect(try await Program.run(["check"] + flags).output.contains("ok      certificate: valid until "))
        try Data(P256.Signing.PrivateKey().pemRepresentation.utf8).write(to: key)
        let mismatch = try await Program.run(["serve", "--port", "0"] + flags)
        #expect(mismatch.code == 1 && mismatch.errors.contains("does not belong to the certificate"))
        let check = try await Program.run(["check"] + flags)
        #expect(check.code == 1 && check.output.contains("failed  certificate: The key in \(key.path)"))
    }

    /// A certificate that another program makes.
    private func make(_ certificate: URL, _ key: URL, _ name: String) async throws {
        try FileManager.default.createDirectory(at: data.url, withIntermediateDirectories: true)
        let made = try await Tool.run(
            "openssl",
            [
                "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "30", "-subj", "/CN=\(name)", "-addext",
                "subjectAltName=DNS:\(name)", "-keyout", key.path, "-out", certificate.path,
            ])
        #expect(made.code == 0, "\(made.errors)")
    }

    private func subject(_ port: Int) async throws -> String {
        try await Tool.run("openssl", ["s_client", "-connect", "127.0.0.1:\(port)"]).output
    }
}
