import AsyncHTTPClient
import Clinic
import Foundation
import GRDB
import Store

/// Measures the pages of a running demo clinic and prints them beside their floors.
struct Report {
    let server: DemoServer
    /// The program, which imports beside the server.
    let program: String
    /// `diagnoses`, `medicines`, `log`, `nearby`, `imports`; empty for all.
    let parts: Set<String>

    private func isWanted(_ part: String) -> Bool { parts.isEmpty || parts.contains(part) }

    func print() async throws {
        var client = LoadClient(base: server.address)
        section("Floors")
        let bare = try await client.load(count: 4000, connections: 1) { _ in "/up" }
        row("bare reply, 1 connection", bare)
        row("bare reply, 16 connections", try await client.load(count: 16_000, connections: 16) { _ in "/up" })
        section("Sign-in")
        row("sign-in (scrypt within)", try await signIn(&client, as: server.clinician, times: 12))
        section("Pages, 1 connection")
        row("home", try await client.load(count: 500, connections: 1) { _ in "/" })
        if let sheet = try await firstSheet(client) {
            row("signed sheet", try await client.load(count: 300, connections: 1) { _ in sheet })
            row("signed sheet as PDF", try await client.load(count: 20, connections: 1) { _ in "\(sheet)/sheet.pdf" })
        }
        if isWanted("diagnoses") {
            section("Diagnosis search, every query over the full list")
            try await searches(client, bare: bare)
        }
        if isWanted("medicines") {
            section("Medicine search, every query over the full list")
            try await medicationSearches(client, bare: bare)
        }
        if isWanted("log") {
            section("The page of a medicine with its chart")
            try await logs(client)
        }
        if isWanted("nearby") {
            section("Practices nearby, over a directory of 100,000")
            try await nearby(client)
        }
        if isWanted("imports") {
            try await imports(client)
        }
        try await client.client.shutdown()
    }

    /// Times sign-ins from the posted form to the redirect, and leaves the client signed in.
    func signIn(_ client: inout LoadClient, as email: String, times count: Int) async throws -> Latencies {
        let browser = client
        let page = try await browser.send("/sign-in")
        guard let csrf = page.body.firstMatch(of: /name="csrf" value="([^"]+)"/)?.1,
            let visitor = page.cookies.first(where: { $0.hasPrefix("theralog_visitor=") })?.split(separator: ";").first
        else { throw LoadClient.Unexpected(status: page.status, path: "/sign-in") }
        client.cookie = String(visitor)
        let sender = client
        let form = "csrf=\(csrf)&email=\(escaped(email))&password=\(escaped(server.password))"
        var session = ""
        let times = try await Latencies.measure(count: count) { _ in
            let reply = try await sender.send("/sign-in", form: form)
            guard reply.status == 303,
                let cookie = reply.cookies.first(where: { $0.hasPrefix("theralog_session=") })?.split(separator: ";")
                    .first
            else { throw LoadClient.Unexpected(status: reply.status, path: "/sign-in") }
            session = String(cookie)
        }
        client.cookie = session
        return times
    }

    private func firstSheet(_ client: LoadClient) async throws -> String? {
        let list = try await client.send("/prescriptions?status=signed")
        return list.body.firstMatch(of: /\/prescriptions\/[0-9a-f-]{36}/).map { String($0.0) }
    }

    private func searches(_ client: LoadClient, bare: Latencies) async throws {
        let database = try await ClinicDatabase.open(at: server.database, surroundings: .machine)
        let raw = try RawSearch(file: server.database)
        let json = [("Accept", "application/json")]
        Swift.print("                     raw FTS5 p50   store p50    list p50   JSON p50   JSON/(raw+bare)")
        for query in Self.queries {
            let path = "/diagnoses/search?q=\(escaped(query))&system=icd10cm&limit=25"
            let rawTimes = try await Latencies.measure(count: 200) { _ in _ = try raw.titles(query) }
            let store = try await Latencies.measure(count: 200) { _ in
                _ = try await database.diagnoses(matching: DiagnosisSearch(typed: query, system: .icd10cm))
            }
            let list = try await Latencies.measure(count: 200) { _ in
                _ = try await client.send(path)
            }
            let data = try await Latencies.measure(count: 200) { _ in _ = try await client.send(path, headers: json) }
            let floor = rawTimes.percentile(0.5) + bare.percentile(0.5)
            Swift.print(
                query.padding(toLength: 20, withPad: " ", startingAt: 0)
                    + String(
                        format: " %9.3f ms %9.3f ms %9.3f ms %9.3f ms %8.2f", rawTimes.percentile(0.5),
                        store.percentile(0.5), list.percentile(0.5), data.percentile(0.5),
                        data.percentile(0.5) / floor))
        }
        let paths = Self.queries.map { "/diagnoses/search?q=\(escaped($0))&system=icd10cm" }
        for (name, headers) in [("all as lists", []), ("all as JSON", json), ("all as pages", Self.navigation)] {
            row(
                "\(name), 16 connections",
                try await client.load(count: 8000, connections: 16, headers: headers) { paths[$0 % paths.count] })
        }
        try database.close()
    }

    /// What a browser says that opens an address.
    static let navigation = [("Sec-Fetch-Mode", "navigate")]

    private static let queries = [
        "a", "o", "f", "of", "fracture", "lumb rad", "lumbar radiculopathy", "pain", "m54.5", "M5416", "722", "s72",
        "slipped disc", "frozen shoulder", "initial encounter", "left right", "unspecified", "zzzz", "sequela of fract",
    ]

    func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }

    func section(_ title: String) { Swift.print("\n\(title)") }

    func row(_ name: String, _ latencies: Latencies) {
        Swift.print(name.padding(toLength: 32, withPad: " ", startingAt: 0) + latencies.row)
    }
}

/// The plainest question of this kind that SQLite can be asked, on a connection of its own: prefix words against the
/// full-text index, the first 25 rows. Knows nothing of ranks, synonyms or habits.
struct RawSearch {
    private let queue: DatabaseQueue
    private let table: String

    init(file: URL) throws {
        var configuration = Configuration()
        configuration.readonly = true
        queue = try DatabaseQueue(path: file.path, configuration: configuration)
        table = try queue.read { db in
            let id = try Int.fetchOne(
                db, sql: "SELECT id FROM diagnosis_release WHERE system = 'icd10cm' AND state = 'current'")
            return "diagnosis_text_\(id ?? 0)"
        }
    }

    func titles(_ query: String) throws -> Int {
        let words = query.lowercased().split { !$0.isLetter && !$0.isNumber }.map { "\"\($0)\" *" }
        return try queue.read { db in
            try Row.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT diagnosis.code, diagnosis.title, diagnosis.is_billable FROM \(table)
                        JOIN diagnosis ON diagnosis.id = \(table).rowid WHERE \(table) MATCH ? LIMIT 25
                        """),
                arguments: [words.joined(separator: " ")]
            ).count
        }
    }
}
