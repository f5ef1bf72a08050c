import Clinic
import Foundation
import GRDB
import Store

extension Report {
    /// The medicine search beside the same question put to SQLite alone.
    func medicationSearches(_ client: LoadClient, bare: Latencies) async throws {
        let database = try await ClinicDatabase.open(at: server.database, surroundings: .machine)
        let raw = try RawMedicationSearch(file: server.database)
        let json = [("Accept", "application/json")]
        Swift.print("                     raw FTS5 p50   store p50    list p50   JSON p50   JSON/(raw+bare)")
        for query in Self.medicationQueries {
            let path = "/medications/search?q=\(escaped(query))&limit=25"
            let rawTimes = try await Latencies.measure(count: 200) { _ in _ = try raw.names(query) }
            let store = try await Latencies.measure(count: 200) { _ in
                _ = try await database.medications(matching: MedicationSearch(typed: query))
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
        row("medicines, page 1 of the list", try await client.load(count: 300, connections: 1) { _ in "/medications" })
        row("a medicine", try await client.load(count: 300, connections: 1) { _ in "/medications/warfarin" })
        let paths = Self.medicationQueries.map { "/medications/search?q=\(escaped($0))" }
        for (name, headers) in [("all as lists", []), ("all as JSON", json), ("all as pages", Self.navigation)] {
            row(
                "\(name), 16 connections",
                try await client.load(count: 8000, connections: 16, headers: headers) { paths[$0 % paths.count] })
        }
        try database.close()
    }

    /// Names, brands, classes and purposes; words that are one letter off, which nothing has.
    private static let medicationQueries = [
        "a", "lis", "lisinopril", "glar ins", "zestril", "paracetamol", "ace inh", "statin", "migraine", "hydr",
        "lisinipril", "asprin", "zzzz", "amlodapine benazepril",
    ]
}

/// The plainest question of this kind that SQLite can be asked, on a connection of its own: prefix words against the
/// full-text index, the first 25 rows.
private struct RawMedicationSearch {
    private let queue: DatabaseQueue

    init(file: URL) throws {
        var configuration = Configuration()
        configuration.readonly = true
        queue = try DatabaseQueue(path: file.path, configuration: configuration)
    }

    func names(_ query: String) throws -> Int {
        let words = query.lowercased().split { !$0.isLetter && !$0.isNumber }.map { "\"\($0)\" *" }
        return try queue.read { db in
            try Row.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT m.slug, m.name, m.brands, w.classes, w.purposes FROM medication_text f
                        JOIN medication m ON m.id = f.rowid
                        JOIN medication_wording w ON w.medication_id = m.id AND w.language = 'en'
                        WHERE medication_text MATCH ? LIMIT 25
                        """),
                arguments: [words.joined(separator: " ")]
            ).count
        }
    }
}
