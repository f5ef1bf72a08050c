import Clinic
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Store

@Suite struct FavouritePracticeTests {
    private func clinician(_ database: ClinicDatabase, _ name: String = "Dana Reyes") async throws -> Identifier<
        Account
    > {
        try await database.insertAccount(
            AccountDraft(name: name, email: "\(name.split(separator: " ")[0])@example.org", roles: [.clinician]),
            passwordHash: "x", by: .program
        ).id
    }

    private func practice(_ name: String = "Lakeside Physical Therapy", street: String = "5 Shore Rd") -> Practice {
        var practice = Practice()
        practice.name = name
        practice.contact = "Sam"
        practice.address = PostalAddress(
            street: street, city: "Evanston", state: "IL", postcode: "60201", country: .unitedStates)
        practice.phone = PhoneNumber(e164: "+18475550110")
        practice.fax = PhoneNumber(e164: "+18475550111")
        practice.email = EmailAddress("desk@lakeside.example")
        practice.npi = NationalProviderIdentifier("1234567893")
        practice.specialties = "Spine, \"hands\" & <knees>"
        practice.notes = "Ring twice\nParking"
        return practice
    }

    @Test func everyFieldComesBackAsItWasKept() async throws {
        let database = try await ClinicDatabase.temporary()
        let account = try await clinician(database)
        let favourite = try await database.insertFavourite(practice(), of: account, by: .program)
        #expect(favourite.practice == practice())
        #expect(try await database.favouritePractice(favourite.id, of: account) == favourite)
    }

    @Test func theListIsByNameWhateverCaseAndAccents() async throws {
        let database = try await ClinicDatabase.temporary()
        let account = try await clinician(database)
        for name in ["zeta", "Émile", "alpha", "Ostsee", "Österreich", "Delta"] {
            try await database.insertFavourite(practice(name), of: account, by: .program)
        }
        let names = try await database.favouritePractices(of: account).map(\.practice.name)
        #expect(names == ["alpha", "Delta", "Émile", "Österreich", "Ostsee", "zeta"])
        #expect(
            try await database.favouritePractices(of: account, offset: 4, limit: 1).map(\.practice.name) == ["Ostsee"])
        #expect(try await database.favouritePracticeCount(of: account) == 6)
    }

    @Test func theSameNameAndAddressIsRefusedAndAnotherAddressIsNot() async throws {
        let database = try await ClinicDatabase.temporary()
        let account = try await clinician(database)
        try await database.insertFavourite(practice(), of: account, by: .program)
        let duplicate = ValidationFailure([Problem("name", "practices.problem.duplicate")])
        await #expect(throws: duplicate) {
            try await database.insertFavourite(practice("LAKESIDE physical therapy."), of: account, by: .program)
        }
        #expect(try await database.isFavourite(like: practice("lakeside PHYSICAL therapy"), of: account))
        #expect(try await !database.isFavourite(like: practice(street: "6 Shore Rd"), of: account))
        let other = try await database.insertFavourite(practice(street: "6 Shore Rd"), of: account, by: .program)
        await #expect(throws: duplicate) {
            try await database.updateFavourite(other, to: practice(), of: account, by: .program)
        }
    }

    @Test func askingWhetherItIsOneSavesNothing() async throws {
        let database = try await ClinicDatabase.temporary()
        let account = try await clinician(database)
        #expect(try await !database.isFavourite(like: practice(), of: account))
        #expect(try await database.favouritePractices(of: account).isEmpty)
    }

    @Test func anEditKeepsWhatItSaidBefore() async throws {
        let database = try await ClinicDatabase.temporary()
        let account = try await clinician(database)
        let favourite = try await database.insertFavourite(practice(), of: account, by: .program)
        try await database.updateFavourite(favourite, to: practice("Bayside"), of: account, by: .program)
        let changed = try await database.favouritePractice(favourite.id, of: account)
        #expect(changed.version == 2)
        #expect(changed.practice.name == "Bayside")
        let names = try await database.read { db in
            try String.fetchAll(db, sql: "SELECT name FROM favourite_practice_version ORDER BY version")
        }
        #expect(names == ["Lakeside Physical Therapy", "Bayside"])
        await #expect(throws: StoreError.stale(currentVersion: 2)) {
            try await database.updateFavourite(favourite, to: practice("Other"), of: account, by: .program)
        }
    }

    @Test func aRemovedOneIsGoneFromTheListAndMayComeBack() async throws {
        let database = try await ClinicDatabase.temporary()
        let account = try await clinician(database)
        let favourite = try await database.insertFavourite(practice(), of: account, by: .program)
        try await database.removeFavourite(favourite.id, of: account, by: .program)
        #expect(try await database.favouritePractices(of: account).isEmpty)
        await #expect(throws: StoreError.notFound) {
            try await database.removeFavourite(favourite.id, of: account, by: .program)
        }
        await #expect(throws: StoreError.notFound) {
            try await database.updateFavourite(favourite, to: practice("New"), of: account, by: .program)
        }
        try await database.insertFavourite(practice(), of: account, by: .program)
        let kept = try await database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM favourite_practice") }
        #expect(kept == 2)
    }

    @Test func aColleaguesFavouritesAreNotThere() async throws {
        let database = try await ClinicDatabase.temporary()
        let account = try await clinician(database)
        let other = try await clinician(database, "Lee Ward")
        let favourite = try await database.insertFavourite(practice(), of: account, by: .program)
        #expect(try await database.favouritePractices(of: other).isEmpty)
        #expect(try await !database.isFavourite(like: practice(), of: other))
        await #expect(throws: StoreError.notFound) { try await database.favouritePractice(favourite.id, of: other) }
        await #expect(throws: StoreError.notFound) {
            try await database.removeFavourite(favourite.id, of: other, by: .program)
        }
        await #expect(throws: StoreError.notFound) {
            try await database.updateFavourite(favourite, to: practice("Mine"), of: other, by: .program)
        }
        #expect(try await database.favouritePractice(favourite.id, of: account) == favourite)
    }

    @Test func everyChangeIsInTheAuditLog() async throws {
        let database = try await ClinicDatabase.temporary()
        let account = try await clinician(database)
        let favourite = try await database.insertFavourite(practice(), of: account, by: .program)
        try await database.updateFavourite(favourite, to: practice("Bayside"), of: account, by: .program)
        try await database.removeFavourite(favourite.id, of: account, by: .program)
        let entries = try await database.auditEntries().filter { $0.entityID == favourite.id.text }
        #expect(entries.map(\.action) == [.removed, .updated, .created])
    }

    @Test func noQueryScansTheTables() async throws {
        let database = try await ClinicDatabase.temporary()
        let queries = [
            FavouritePractice.selection + FavouritePractice.ofAccount.replacing("?", with: "1"),
            "SELECT id FROM favourite_practice WHERE account_id = 'a' AND likeness = 'b' AND removed_at IS NULL",
            "SELECT count(*) FROM favourite_practice WHERE account_id = 'a' AND removed_at IS NULL",
        ]
        for query in queries {
            let plan = try await database.read { db in
                try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN " + query).map { $0["detail"] as String }
            }
            #expect(!plan.contains { $0.hasPrefix("SCAN") || $0.contains("TEMP B-TREE") }, "\(plan)")
        }
    }
}
