import Clinic
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Store

@Suite struct ProviderStoreTests {
    private func clinician(_ database: ClinicDatabase, _ name: String = "Dana Reyes") async throws -> Account {
        try await database.insertAccount(
            AccountDraft(name: name, email: "\(name.split(separator: " ")[0])@example.org", roles: [.clinician]),
            passwordHash: "x", by: .program)
    }

    private var provider: Provider {
        var provider = Provider()
        provider.firstName = "Dana"
        provider.middleName = "J."
        provider.lastName = "Reyes"
        provider.degree = "PA-C"
        provider.phone = PhoneNumber(stored: "+13125550142;ext=3")
        provider.practiceName = "Harbor Spine \"Clinic\" <b>'; --"
        provider.address = PostalAddress(
            street: "12 Harbor St", city: "Chicago", state: "IL", postcode: "60614", country: .unitedStates)
        provider.fax = PhoneNumber(e164: "+13125550143")
        provider.mobile = PhoneNumber(e164: "+13125550177")
        provider.email = EmailAddress("dana@example.org")
        provider.npi = NationalProviderIdentifier("1234567893")
        provider.licence = "085.001234"
        return provider
    }

    private func picture(_ byte: UInt8 = 1) -> Picture {
        Picture(png: Data(repeating: byte, count: 80), width: 64, height: 32)
    }

    @Test func nothingIsThereBeforeItIsEntered() async throws {
        let database = try await ClinicDatabase.temporary()
        let account = try await clinician(database)
        #expect(try await database.provider(of: account.id) == nil)
    }

    @Test func everyFieldComesBackAsItWasKept() async throws {
        let database = try await ClinicDatabase.temporary()
        let account = try await clinician(database)
        try await database.updateProvider(provider, of: account.id, version: 0, by: .program)
        let record = try #require(try await database.provider(of: account.id))
        #expect(record == ProviderRecord(account: account.id, version: 1, provider: provider))
        #expect(record.provider.isComplete)
    }

    @Test func eachClinicianHasTheirOwn() async throws {
        let database = try await ClinicDatabase.temporary()
        let account = try await clinician(database)
        let other = try await clinician(database, "Lee Ward")
        try await database.updateProvider(provider, of: account.id, version: 0, by: .program)
        #expect(try await database.provider(of: other.id) == nil)
    }

    @Test func anEarlierVersionStaysReadable() async throws {
        let database = try await ClinicDatabase.temporary()
        let account = try await clinician(database)
        try await database.updateProvider(provider, of: account.id, version: 0, by: .program)
        var changed = provider
        changed.lastName = "Reyes-Ito"
        try await database.updateProvider(changed, of: account.id, version: 1, by: .program)
        #expect(try await database.provider(of: account.id, version: 1).provider == provider)
        #expect(try await database.provider(of: account.id)?.provider == changed)
        await #expect(throws: StoreError.notFound) { try await database.provider(of: account.id, version: 3) }
    }

    @Test func whoeverSavesAnOlderFormIsToldSo() async throws {
        let database = try await ClinicDatabase.temporary()
        let account = try await clinician(database)
        try await database.updateProvider(provider, of: account.id, version: 0, by: .program)
        var older = provider
        older.lastName = "Reyes-Ito"
        let typed = older
        await #expect(throws: StoreError.stale(currentVersion: 1)) {
            try await database.updateProvider(typed, of: account.id, version: 0, by: .program)
        }
        // The same again is done already.
        try await database.updateProvider(provider, of: account.id, version: 0, by: .program)
        let kept = try await database.provider(of: account.id)
        #expect(kept?.version == 1)
    }

    @Test func iconAndSignatureChangeByThemselves() async throws {
        let database = try await ClinicDatabase.temporary()
        let account = try await clinician(database)
        try await database.updateProvider(provider, of: account.id, version: 0, by: .program)
        try await database.updateIcon(of: account.id, to: picture(), by: .program)
        try await database.updateSignature(of: account.id, to: "Dana Reyes", by: .program)
        var expected = provider
        expected.icon = PictureHash(of: picture().png)
        expected.signature = .typed(name: "Dana Reyes")
        #expect(try await database.provider(of: account.id)?.provider == expected)
        try await database.updateSignature(of: account.id, to: picture(2), by: .program)
        expected.signature = .picture(hash: PictureHash(of: picture(2).png))
        #expect(try await database.provider(of: account.id)?.provider == expected)
        try await database.updateIcon(of: account.id, to: nil, by: .program)
        try await database.updateSignature(of: account.id, to: nil as String?, by: .program)
        #expect(try await database.provider(of: account.id)?.provider == provider)
    }

    @Test func choosingTheSameIconAgainWritesNothing() async throws {
        let database = try await ClinicDatabase.temporary()
        let account = try await clinician(database)
        try await database.updateIcon(of: account.id, to: picture(), by: .program)
        try await database.updateIcon(of: account.id, to: picture(), by: .program)
        let kept = try await database.provider(of: account.id)
        #expect(kept?.version == 1)
    }

    @Test func aPictureOnceKeptIsNeverChangedOrDeleted() async throws {
        let database = try await ClinicDatabase.temporary()
        let account = try await clinician(database)
        try await database.updateIcon(of: account.id, to: picture(), by: .program)
        #expect(try await database.picture(PictureHash(of: picture().png)) == picture())
        for sql in ["DELETE FROM picture", "UPDATE picture SET width = 1", "DELETE FROM provider_version"] {
            await #expect(throws: DatabaseError.self) { try await database.pool.write { try $0.execute(sql: sql) } }
        }
        await #expect(throws: StoreError.notFound) { try await database.picture(PictureHash(of: picture(3).png)) }
    }

    @Test func everyChangeIsInTheAuditLog() async throws {
        let database = try await ClinicDatabase.temporary()
        let account = try await clinician(database)
        let actor = Actor(account: account.id, request: "r1")
        try await database.updateProvider(provider, of: account.id, version: 0, by: actor)
        try await database.updateIcon(of: account.id, to: picture(), by: actor)
        let entries = try await database.auditEntries().filter { $0.entity == "provider" }
        #expect(entries.map(\.action) == [.updated, .created])
        #expect(entries.allSatisfy { $0.actor == actor && $0.entityID == account.id.text })
    }

    @Test func theLatestVersionIsFoundWithoutScanning() async throws {
        let database = try await ClinicDatabase.temporary()
        let plan = try await database.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    EXPLAIN QUERY PLAN SELECT * FROM provider_version WHERE account_id = 'a' ORDER BY version DESC LIMIT 1
                    """
            ).map { $0["detail"] as String }
        }
        #expect(!plan.contains { $0.hasPrefix("SCAN") || $0.contains("TEMP B-TREE") })
    }
}
