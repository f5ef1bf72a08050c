import Clinic
import Foundation
import FoundationNetworking
import Store
import Synchronization
import TestSupport
import Testing

@testable import Site

@Suite("A server that is killed")
struct KillTests {
    private let data = DataFolder()
    private let token = SecretToken.make()
    private let session = URLSession(configuration: withoutCookies)

    /// Other tests' servers on this machine have given cookies to the shared session.
    private static var withoutCookies: URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        return configuration
    }

    @Test("loses no dose that it said was logged, has none twice, and its database is whole")
    func loggedDoses() async throws {
        let medicine = try await clinic()
        let tally = Tally()
        _ = try await Program.serve(
            ["serve", "--port", "0", "--data-dir", data.url.path], lines: 1
        ) { lines, process in
            let address = lines.first?.split(separator: " ").last.map(String.init) ?? ""
            let path = "\(address)/my/medications/\(medicine.id)"
            let csrf = try await csrf(on: "\(path)/administrations/new")
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        while let slot = tally.next() {
                            guard await send(slot, csrf, to: "\(path)/administrations") else { return }
                            // In the middle of the others' requests.
                            if tally.acknowledge(slot) == 50 { kill(process, SIGKILL) }
                        }
                    }
                }
            }
        }
        let database = try await open()
        let log = try await database.administrations(ofSeries: medicine.series, limit: 5000)
        let slots = log.compactMap(\.details.slot)
        let known = tally.acknowledged
        #expect(known.count >= 50)
        #expect(known.subtracting(slots) == [])
        #expect(Set(slots).count == slots.count)
        #expect(try await database.integrityProblems() == [])
        try database.close()
    }

    private func open(_ surroundings: Surroundings = .machine) async throws -> ClinicDatabase {
        try await ClinicDatabase.open(
            at: data.url.appendingPathComponent("theralog.sqlite"), surroundings: surroundings)
    }

    /// A patient with an account, a session of it, and a medicine at 08:00 and 20:00 since 2025.
    private func clinic() async throws -> MedicationPrescription {
        try FileManager.default.createDirectory(at: data.url, withIntermediateDirectories: true)
        let signing = Date(timeIntervalSince1970: 1_735_603_200)
        let database = try await open(.by { signing })
        let prescriber = try await database.insertAccount(
            AccountDraft(name: "Dana Reyes", email: "dana@example.org", roles: [.clinician]), passwordHash: "-",
            by: .program)
        let actor = Actor(account: prescriber.id)
        let born = try #require(LocalDate(iso: "1948-03-12"))
        let patient = try await database.insertPatient(
            PatientDraft(name: PersonName(given: "María", family: "Okafor"), birthDate: born, sex: .female), by: actor)
        let account = try await database.insertAccount(
            AccountDraft(name: "María Okafor", email: "m@example.org", roles: [.patient], patient: patient.id),
            passwordHash: "-", by: .program)
        let draft = try await database.insertMedicationPrescriptionDraft(for: patient.id, fields: [:], by: actor)
        let signed = try await database.sign(
            MedicationSigning(
                prescription: draft, version: 1, sheet: try .sample(.sample(from: "2025-01-01")), timeZone: .gmt),
            by: actor)
        try database.close()
        let today = try await open()
        _ = try await today.insertSession(
            for: account, tokenHash: SecretToken.hash(token), userAgent: "", address: "", by: .program)
        try today.close()
        return signed
    }

    private func request(_ address: String) throws -> URLRequest {
        var request = URLRequest(url: try #require(URL(string: address)))
        request.httpShouldHandleCookies = false
        request.setValue("theralog_session=\(token)", forHTTPHeaderField: "Cookie")
        return request
    }

    private func csrf(on page: String) async throws -> String {
        let (body, _) = try await session.data(for: try request(page))
        let match = String(decoding: body, as: UTF8.self).firstMatch(of: /name="csrf" value="([^"]+)"/)
        return String(try #require(match).1)
    }

    /// Logs a dose as taken; whether the server said that it is.
    private func send(_ slot: String, _ csrf: String, to address: String) async -> Bool {
        do {
            var request = try request(address)
            request.httpMethod = "POST"
            request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
            let fields = "csrf=\(csrf)&dose=\(slot)&outcome=taken&when=planned&confirmed=yes&key=\(slot)"
            request.httpBody = Data(fields.utf8)
            // What was logged leads back to the medicine's page.
            let (_, response) = try await session.data(for: request)
            let isThere = response.url?.path.hasPrefix("/my/medications/") == true
            return isThere && (response as? HTTPURLResponse)?.statusCode == 200
        } catch { return false }
    }
}

/// The doses of 500 days, given out one after another, and those that the server said were logged.
private final class Tally: Sendable {
    private let state = Mutex((given: 0, acknowledged: Set<String>()))

    var acknowledged: Set<String> { state.withLock { $0.acknowledged } }

    func next() -> String? {
        guard let first = LocalDate(iso: "2025-01-01") else { return nil }
        return state.withLock { state in
            guard state.given < 1000 else { return nil }
            defer { state.given += 1 }
            return "\(first.adding(days: state.given / 2)).\(state.given % 2 == 0 ? "0800" : "2000")"
        }
    }

    /// Notes a dose; gives how many there are.
    func acknowledge(_ slot: String) -> Int {
        state.withLock { state in
            state.acknowledged.insert(slot)
            return state.acknowledged.count
        }
    }
}
