import Clinic
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Store

@Suite("The clinic's settings in the database")
struct ClinicSettingsStoreTests {
    private func sample() throws -> ClinicSettings {
        var settings = ClinicSettings()
        settings.name = "Alder Creek"
        settings.address = PostalAddress(
            street: "1 Creek Road", city: "Portland", state: "ME", postcode: "04101", country: .unitedStates)
        settings.phone = PhoneNumber(e164: "+12075550133")
        try settings.offer([.german], default: .german)
        settings.timeZone = TimeZoneName("Europe/Berlin")
        settings.clock = .hours12
        (settings.weightUnit, settings.heightUnit, settings.paper) = (.kilograms, .inches, .a4)
        return settings
    }

    @Test("are the program's own until some are saved, are in force at once and the same after a restart")
    func saved() async throws {
        let fixed = FixedSurroundings()
        let file = TemporaryFolder.newFile("sqlite")
        var database = try await ClinicDatabase.open(at: file, surroundings: fixed.surroundings)
        #expect(database.clinicSettings == StoredClinicSettings(settings: ClinicSettings(), version: 0))
        let settings = try sample()
        try await database.updateClinicSettings(settings, version: 0, by: .program)
        #expect(database.clinicSettings == StoredClinicSettings(settings: settings, version: 1))
        // The same once more is no change and no conflict.
        try await database.updateClinicSettings(settings, version: 0, by: .program)
        try database.close()
        database = try await ClinicDatabase.open(at: file, surroundings: fixed.surroundings)
        #expect(database.clinicSettings == StoredClinicSettings(settings: settings, version: 1))
        let audited = try await database.auditEntries().map { "\($0.action) \($0.entity) \($0.entityID)" }
        #expect(audited == ["created clinic-settings 1"])
        try database.close()
    }

    @Test("who saves on an old version is told; earlier ones stand")
    func stale() async throws {
        let database = try await ClinicDatabase.temporary()
        var settings = try sample()
        try await database.updateClinicSettings(settings, version: 0, by: .program)
        settings.name = "Another"
        await #expect(throws: StoreError.stale(currentVersion: 1)) {
            try await database.updateClinicSettings(settings, version: 0, by: .program)
        }
        #expect(database.clinicSettings.settings.name == "Alder Creek")
        try await database.updateClinicSettings(settings, version: 1, by: .program)
        let names = try await database.read {
            try String.fetchAll($0, sql: "SELECT name FROM clinic_settings ORDER BY version")
        }
        #expect(names == ["Alder Creek", "Another"])
        for sql in ["UPDATE clinic_settings SET name = ''", "DELETE FROM clinic_settings"] {
            await #expect(throws: DatabaseError.self) { try await database.pool.write { try $0.execute(sql: sql) } }
        }
    }

    @Test("of many who save at once one wins, and what is in force is what is stored")
    func race() async throws {
        let database = try await ClinicDatabase.temporary()
        let wins = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<16 {
                group.addTask {
                    var settings = ClinicSettings()
                    settings.name = "Clinic \(number)"
                    return (try? await database.updateClinicSettings(settings, version: 0, by: .program)) != nil
                }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(wins == 1)
        let stored = try await database.read { try StoredClinicSettings(in: $0) }
        #expect(database.clinicSettings == stored)
    }

    @Test("the icon is changed by itself, and a form opened before does not take it back")
    func icon() async throws {
        let database = try await ClinicDatabase.temporary()
        let picture = Picture(png: SamplePictures.png, width: 1, height: 1)
        try await database.updateClinicIcon(to: picture, by: .program)
        let hash = PictureHash(of: SamplePictures.png)
        #expect(database.clinicSettings.settings.icon == hash)
        var settings = ClinicSettings()
        settings.name = "Alder Creek"
        try await database.updateClinicSettings(settings, version: 1, by: .program)
        #expect(database.clinicSettings.settings.icon == hash)
        try await database.updateClinicIcon(to: nil, by: .program)
        #expect(database.clinicSettings.settings.icon == nil)
        #expect(database.clinicSettings.version == 3)
    }

    @Test("languages are never none, and the default is one of them")
    func languages() {
        var settings = ClinicSettings()
        let none = ValidationFailure([Problem("languages", "settings.problem.languages")])
        #expect(throws: none) { try settings.offer([], default: .english) }
        let other = ValidationFailure([Problem("default-language", "settings.problem.default-language")])
        #expect(throws: other) { try settings.offer([.german], default: .english) }
        #expect(throws: other) { try settings.offer([.german], default: nil) }
        #expect(settings.languages == Language.allCases)
    }
}
