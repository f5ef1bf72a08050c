import Clinic
import Foundation
import Logging
import Rendering
import Site
import Store
import TestSupport
import Testing

@testable import theralog

/// A demo clinic in a database of its own, built once per run.
struct DemoFixture: Sendable {
    let demo: DemoClinic
    let site: Site
    /// By their keys in the file.
    let accounts: [String: Account]
    /// The day it was built.
    let today: LocalDate
    var database: ClinicDatabase { site.database }

    static var shared: DemoFixture {
        get async throws { try await built.value }
    }

    private static let built = Task { try await DemoFixture() }

    private init() async throws {
        demo = try DemoClinic(dataFolder: Project.folder("data"))
        let clock = DemoClock(timeZone: try demo.timeZone)
        today = clock.today
        site = try Site(
            database: try await .withShippedCatalogs(clock.surroundings),
            templates: try Templates(folder: Project.folder("Views"), strict: true),
            assets: try StaticAssets(folder: Project.folder("Static")), therapies: try .shipped(),
            settings: SiteSettings(
                timeZone: try demo.timeZone, passwordCost: 4, dataFolder: Project.folder("data"),
                viewsFolder: Project.folder("Views"), staticFolder: Project.folder("Static")),
            key: Data(repeating: 7, count: 32), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        var builder = DemoBuilder(demo, site: site, clock: clock)
        let accounts = try await builder.build(password: TestSite.password)
        self.accounts = Dictionary(uniqueKeysWithValues: zip(demo.accounts.map(\.key), accounts))
    }

    /// Everybody, as the first clinician's list has them.
    func allPatients() async throws -> [PatientSummary] {
        try await database.patients(recentFor: try clinician.id, page: 1, size: 100).lines
    }

    /// The record of a patient of the file, found the way people find it: by name, then by birth date.
    func patient(_ entry: DemoPatient) async throws -> Patient? {
        guard let query = PatientQuery("\(entry.given) \(entry.family)", order: .monthFirst) else { return nil }
        let hits = try await database.patients(matching: query, for: try clinician.id).lines
        guard let hit = hits.first(where: { $0.birthDate == entry.birthDate }) else { return nil }
        return try await database.patient(hit.id)
    }

    /// The first clinician of the file.
    var clinician: Account {
        get throws {
            let key = demo.accounts.first { $0.roles.contains(.clinician) }?.key
            return try #require(accounts[key ?? ""])
        }
    }
}
