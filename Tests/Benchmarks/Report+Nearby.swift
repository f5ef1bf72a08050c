import Clinic
import Foundation
import GRDB
import Store

extension Report {
    /// Practices nearby over a directory of 100,000, every other one with a place of its own, and almost as many typed in as a
    /// clinic may have: the question alone, as JSON and as the page with its map.
    func nearby(_ client: LoadClient) async throws {
        let file = try PracticeFile.make(count: 100_000, from: server.database, in: server.folder)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = ["import", "--apply", "--kind", "practices", "--data-dir", server.folder.path, file.path]
        process.standardOutput = FileHandle.nullDevice
        let start = ContinuousClock.now
        try process.run()
        process.waitUntilExit()
        Swift.print(String(format: "  imported in %.1f s", start.duration(to: .now).milliseconds / 1000))
        let database = try await ClinicDatabase.open(at: server.database, surroundings: .machine)
        for entry in try PracticeFile.typed(count: 1900, from: server.database) {
            try await database.insertDirectoryPractice(entry, by: .program)
        }
        let json = [("Accept", "application/json")]
        Swift.print("                                     store p50   store p99    JSON p50    page p50")
        for (name, query) in Self.nearbyQueries {
            let store = try await Latencies.measure(count: 100) { _ in
                var asked = NearbyQuery(
                    center: query.center, metres: query.miles * 1609.344, account: Identifier("nobody"))
                asked.narrow(to: query.name)
                asked.specialty = query.specialty
                asked.order = query.order
                _ = try await database.practices(near: asked)
            }
            let path =
                "/practices/nearby?zip=\(query.zip)&radius=\(Int(query.miles))&unit=mi&q=\(escaped(query.name))"
                + "&specialty=\(query.specialty?.rawValue ?? "")&order=\(query.order.rawValue)"
            let data = try await Latencies.measure(count: 100) { _ in _ = try await client.send(path, headers: json) }
            let page = try await Latencies.measure(count: 100) { _ in _ = try await client.send(path) }
            Swift.print(
                name.padding(toLength: 34, withPad: " ", startingAt: 0)
                    + String(
                        format: " %9.2f ms %9.2f ms %9.2f ms %9.2f ms", store.percentile(0.5), store.percentile(0.99),
                        data.percentile(0.5), page.percentile(0.5)))
        }
        try database.close()
    }

    private struct Query {
        let zip: String
        let center: Coordinates
        let miles: Double
        var name = ""
        var specialty: TherapySpecialty?
        var order = NearbyQuery.Order.distance

        init?(_ zip: String, _ latitude: Double, _ longitude: Double, _ miles: Double) {
            guard let center = Coordinates(latitude: latitude, longitude: longitude) else { return nil }
            self.zip = zip
            self.center = center
            self.miles = miles
        }
    }

    private static var nearbyQueries: [(String, Query)] {
        func query(_ miles: Double, _ change: (inout Query) -> Void = { _ in }) -> Query? {
            guard var query = Query("10001", 40.7506, -73.9972, miles) else { return nil }
            change(&query)
            return query
        }
        let all: [(String, Query?)] = [
            ("New York, 10 miles", query(10)), ("New York, 50 miles", query(50)), ("New York, 200 miles", query(200)),
            ("200 miles, by a rare specialty", query(200) { $0.specialty = .comprehensiveRehabilitation }),
            ("200 miles, by a name of many", query(200) { $0.name = "physical" }),
            ("200 miles, by a name of one", query(200) { $0.name = "number 77777" }),
            ("200 miles, usual ones first", query(200) { $0.order = .usual }),
            ("Alaska, 200 miles", Query("99723", 71.2581, -156.6, 200)),
        ]
        return all.compactMap { name, query in query.map { (name, $0) } }
    }
}

/// A generated directory whose practices are spread over all ZIP codes.
private enum PracticeFile {
    static func make(count: Int, from database: URL, in folder: URL) throws -> URL {
        let areas = try areas(in: database)
        let kinds = TherapySpecialty.allCases
        var text = "Practice,Street,City,State,ZIP,Phone,Specialty,Latitude,Longitude\n"
        for number in 0..<count {
            // A large step, so that neighbours in the file are none on the map.
            let area = areas[number * 7919 % areas.count]
            let kind = number % 1000 == 0 ? kinds[kinds.count - 1] : kinds[number % 8]
            let place = number.isMultiple(of: 2) ? "\(area.latitude),\(area.longitude)" : ","
            text +=
                "Physical Therapy number \(number),\(number) Oak Street,Town,,\(area.zip),(207) 555-0100,"
                + "\"\(kind.name)\",\(place)\n"
        }
        let file = folder.appendingPathComponent("practices.csv")
        try Data(text.utf8).write(to: file)
        return file
    }

    /// What a clinic typed in, near and far.
    static func typed(count: Int, from database: URL) throws -> [Practice] {
        let areas = try areas(in: database)
        return (0..<count).map { number in
            var practice = Practice()
            practice.name = "Own Practice \(number)"
            practice.address = PostalAddress(
                street: "\(number) Elm Street", city: "Town", postcode: areas[number * 7919 % areas.count].zip,
                country: .unitedStates)
            return practice
        }
    }

    private static func areas(in database: URL) throws -> [(zip: String, latitude: Double, longitude: Double)] {
        let queue = try DatabaseQueue(path: database.path)
        let areas = try queue.read { db in
            try Row.fetchAll(db, sql: "SELECT key, latitude, longitude FROM postal_area ORDER BY key").map { row in
                (zip: row[0] as String, latitude: row[1] as Double, longitude: row[2] as Double)
            }
        }
        try queue.close()
        return areas
    }
}
