import Clinic
import Foundation
import FoundationNetworking
import TestSupport
import Testing

@testable import theralog

@Suite("theralog demo")
struct DemoCommandTests {
    private let data = DataFolder()

    /// A folder for temporary files that holds nothing but what the program puts there.
    private func emptyTemporaryFolder() throws -> [String: String] {
        try FileManager.default.createDirectory(at: data.url, withIntermediateDirectories: true)
        return ["TMPDIR": data.url.path]
    }

    private func files() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: data.url.path) }

    @Test("it prints who can sign in and its address; stopping it leaves nothing behind")
    func serves() async throws {
        let environment = try emptyTemporaryFolder()
        let code = try await Program.serve(["demo", "--port", "0"], lines: 10, environment: environment) { lines in
            let text = lines.joined(separator: "\n")
            #expect(text.contains("is invented"))
            #expect(text.contains("the password \"\(DemoCommand.password)\""))
            for account in try DemoClinic(dataFolder: Project.folder("data")).accounts {
                #expect(text.contains(account.email) && text.contains(account.name))
            }
            #expect(!text.contains("set-up"))
            let address = try #require(text.firstMatch(of: /http:\/\/127\.0\.0\.1:\d+/))
            let page = try #require(URL(string: "\(address.0)/sign-in"))
            let (_, response) = try await URLSession.shared.data(from: page)
            #expect((response as? HTTPURLResponse)?.statusCode == 200)
            #expect(try files().count == 1)
        }
        #expect(code == 0)
        #expect(try files() == [])
    }

    @Test("a folder that is named holds the clinic and stays")
    func named() async throws {
        let folder = data.url.path
        _ = try await Program.serve(["demo", "--port", "0", "--data-dir", folder], lines: 10) { lines in
            #expect(lines.first?.hasSuffix("It stays in \(folder).") == true)
        }
        #expect(try files().contains("theralog.sqlite"))
    }

    @Test("a folder with something in it is refused and left alone")
    func notEmpty() async throws {
        _ = try emptyTemporaryFolder()
        try Data("mine".utf8).write(to: data.url.appendingPathComponent("notes"))
        let outcome = try await Program.run(["demo", "--port", "0", "--data-dir", data.url.path])
        #expect(outcome.errors.contains("--data-dir: \(data.url.path) is not empty"))
        #expect(outcome.code == 64)
        #expect(try files() == ["notes"])
    }

    @Test("when the port is taken it says so and leaves nothing behind")
    func portTaken() async throws {
        let environment = try emptyTemporaryFolder()
        let other = DataFolder()
        _ = try await Program.serve(in: other.url, lines: 2) { lines in
            let port = lines.first?.split(separator: ":").last.map(String.init) ?? ""
            let outcome = try await Program.run(["demo", "--port", port], environment: environment)
            #expect(outcome.errors.contains("Port \(port) is in use"))
            #expect(outcome.code == 1)
        }
        #expect(try files() == [])
    }

    @Test("stopped while it builds, it leaves nothing behind")
    func stoppedEarly() async throws {
        let environment = try emptyTemporaryFolder()
        let code = try await Program.serve(["demo", "--port", "0"], lines: 0, environment: environment) { _ in
            while try files().isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        }
        #expect(code == 143)
        #expect(try files() == [])
    }

    @Test("the password of the demo clinic is one that the rules allow")
    func password() {
        #expect(PasswordRule.problem(DemoCommand.password, email: "") == nil)
    }
}
