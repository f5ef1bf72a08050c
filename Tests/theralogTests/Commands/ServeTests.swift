import Clinic
import Foundation
import FoundationNetworking
import Store
import Testing

@testable import theralog

@Suite("theralog serve")
struct ServeTests {
    private let data = DataFolder()

    @Test("it prints its address and, until there is an account, a set-up link; SIGTERM ends it well")
    func firstStart() async throws {
        let code = try await Program.serve(in: data.url, lines: 2) { lines in
            #expect(lines.first?.wholeMatch(of: /Theralog is running at http:\/\/127\.0\.0\.1:\d+/) != nil)
            let link = lines.last?.split(separator: " ").last.map(String.init) ?? ""
            #expect(link.contains("/set-up?code="))
            let status = try await status(of: link)
            #expect(status == 200)
        }
        #expect(code == 0)
    }

    @Test("the first start loads the code lists and the medicines that come with the program")
    func shippedCatalogs() async throws {
        _ = try await Program.serve(in: data.url, lines: 2) { _ in }
        let database = try await ClinicDatabase.open(
            at: data.url.appendingPathComponent("theralog.sqlite"), surroundings: .machine)
        for system in CodeSystem.allCases {
            let rows = try await database.currentRelease(of: system)?.rowCount ?? 0
            #expect(rows > 10_000, "\(system)")
        }
        let medications = try await database.currentMedicationRelease()?.rowCount ?? 0
        #expect(medications > 200)
        try database.close()
    }

    @Test("with an account there it prints no set-up link")
    func secondStart() async throws {
        let added = try await Program.run(
            [
                "account", "add", "--data-dir", data.url.path, "--role", "admin", "--name", "Lee", "--email",
                "lee@example.org", "--password-stdin",
            ], input: "correct horse battery")
        #expect(added.code == 0)
        let code = try await Program.serve(in: data.url, lines: 1) { lines in
            #expect(lines.count == 1)
            let address = lines.first?.split(separator: " ").last.map(String.init) ?? ""
            let status = try await status(of: "\(address)/sign-in")
            #expect(status == 200)
        }
        #expect(code == 0)
    }

    @Test("a port that is taken is named with what to do")
    func portTaken() async throws {
        _ = try await Program.serve(in: data.url, lines: 2) { lines in
            let port = lines.first?.split(separator: ":").last.map(String.init) ?? ""
            let other = DataFolder()
            let second = try await Program.run(["serve", "--port", port, "--data-dir", other.url.path])
            #expect(second.errors.contains("Port \(port) is in use by another program. Choose another with --port."))
            #expect(second.code == 1)
        }
    }

    @Test("the words for a database of a newer program name what it has and what to do")
    func newerSchema() throws {
        let failure = StartFailure(
            StoreError.newerSchema(["999_later"]), folder: URL(fileURLWithPath: "/clinic", isDirectory: true))
        let words = try #require(failure).description
        #expect(words.contains("999_later") && words.contains("newer Theralog") && words.contains("/clinic"))
    }

    private func status(of address: String) async throws -> Int? {
        let (_, response) = try await URLSession.shared.data(from: try #require(URL(string: address)))
        return (response as? HTTPURLResponse)?.statusCode
    }
}
