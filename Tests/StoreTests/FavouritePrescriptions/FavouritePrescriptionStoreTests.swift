import Clinic
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Store

@Suite("Favourite prescriptions in the database")
struct FavouritePrescriptionStoreTests {
    private let clinic: TherapyPrescriptionFixture
    private var database: ClinicDatabase { clinic.database }
    private var dana: Identifier<Account> { get throws { try #require(clinic.dana.account) } }

    init() async throws { clinic = try await TherapyPrescriptionFixture() }

    private func content(_ id: Identifier<TherapyPrescription>, for actor: Actor) async throws -> FavouriteContent {
        let spine = clinic.spine
        return try await database.favouriteContent(
            of: id, for: try #require(actor.account), in: .gmt, template: { _ in spine })
    }

    @discardableResult
    private func insert(
        _ name: String = "Low back", _ content: FavouriteContent? = nil, key: Int? = nil
    ) async throws -> Identifier<FavouritePrescription> {
        let kept =
            if let content { content } else { try await self.content(try await clinic.complete().id, for: clinic.dana) }
        return try await database.insertFavouritePrescription(
            kept, try FavouriteLabel(name: name, key: key), templateVersion: 1, by: clinic.dana)
    }

    private func begin(
        _ id: Identifier<FavouritePrescription>, on day: LocalDate
    ) async throws -> TherapyPrescriptionDraft {
        let spine = clinic.spine
        let draft = try await database.insertTherapyPrescription(
            from: id, for: clinic.patient, on: day, template: { _ in spine }, by: clinic.dana)
        return try await clinic.draft(draft)
    }

    @Test("what is begun from it has everything of it, the dates moved along, and the patient it is for")
    func begin() async throws {
        let original = try await clinic.complete()
        let today = LocalDate(clinic.fixed.surroundings.now(), in: .gmt)
        let id = try await insert("Low back", try await content(original.id, for: clinic.dana))
        let draft = try await begin(id, on: today.adding(days: 10))
        #expect(draft.diagnoses == original.diagnoses)
        #expect(draft.practice == original.practice)
        #expect(draft.patient == clinic.patient)
        #expect(draft.therapies?.items == original.therapies?.items)
        #expect(draft.therapies?.validUntil == original.therapies?.validUntil?.adding(days: 10))
        #expect(draft.replaces == nil && draft.version == 1)
        #expect(try await clinic.audit().last == "created")
    }

    @Test(
        "dates of a signed prescription count from the day it was signed; a colleague's may be kept too, a draft may not"
    )
    func sources() async throws {
        let signed = try await clinic.signed(by: clinic.lee)
        clinic.fixed.advance(by: 20 * 86_400)
        let content = try await content(signed.id, for: clinic.dana)
        #expect(content.writtenOn == LocalDate(signed.signed.signedAt, in: .gmt))
        #expect(content.diagnoses.diagnoses.map(\.code.text) == ["M5416"])
        let draft = try await clinic.complete(by: clinic.lee)
        await #expect(throws: StoreError.notFound) { try await self.content(draft.id, for: clinic.dana) }
        #expect(try await self.content(draft.id, for: clinic.lee).practice != nil)
        let empty = try await database.insertTherapyPrescription(by: clinic.dana)
        let nothing = try await self.content(empty, for: clinic.dana)
        await #expect(throws: ValidationFailure.self) { try await insert("Nothing", nothing) }
    }

    @Test("the most used comes first, then what was used last, then by name")
    func order() async throws {
        let names = ["Zebra", "alpha", "Émile"]
        var ids: [String: Identifier<FavouritePrescription>] = [:]
        for name in names { ids[name] = try await insert(name) }
        func order() async throws -> [String] {
            try await database.favouritePrescriptions(of: try dana).map(\.label.name)
        }
        #expect(try await order() == ["alpha", "Émile", "Zebra"])
        let today = LocalDate(clinic.fixed.surroundings.now(), in: .gmt)
        for name in ["Zebra", "alpha", "Zebra", "Émile"] {
            clinic.fixed.advance(by: 60)
            _ = try await begin(try #require(ids[name]), on: today)
        }
        #expect(try await order() == ["Zebra", "Émile", "alpha"])
        #expect(try await database.favouritePrescriptions(of: try dana).map(\.uses) == [2, 1, 1])
    }

    @Test("name and key change by version; taken ones are refused at their field")
    func relabel() async throws {
        let (first, second) = (try await insert("First", key: 1), try await insert("Second", key: 2))
        func relabel(_ name: String, _ key: Int?, version: Int = 1) async throws {
            try await database.relabelFavouritePrescription(
                second, try FavouriteLabel(name: name, key: key), version: version, by: clinic.dana)
        }
        let taken = ValidationFailure([
            Problem("name", "favourite-prescriptions.problem.name-taken"),
            Problem("key", "favourite-prescriptions.problem.key-taken"),
        ])
        await #expect(throws: taken) { try await relabel("FIRST", 1) }
        await #expect(throws: taken) { try await insert("first", key: 1) }
        try await relabel("Knee", 3)
        await #expect(throws: StoreError.stale(currentVersion: 2)) { try await relabel("Hip", 3) }
        // What is kept already is no conflict.
        try await relabel("Knee", 3)
        #expect(try await database.favouritePrescription(second, of: try dana).version == 2)
        try await database.removeFavouritePrescription(first, by: clinic.dana)
        try await relabel("First", 1, version: 2)
        #expect(try await database.favouritePrescription(second, of: try dana).label.key == 1)
    }

    @Test("a removed one is gone, its row stays, and all of it is in the audit log")
    func remove() async throws {
        let id = try await insert()
        try await database.removeFavouritePrescription(id, by: clinic.dana)
        #expect(try await database.favouritePrescriptions(of: try dana) == [])
        await #expect(throws: StoreError.notFound) {
            try await database.removeFavouritePrescription(id, by: clinic.dana)
        }
        await #expect(throws: StoreError.notFound) {
            try await begin(id, on: LocalDate(epochDay: 20_000))
        }
        let rows = try await database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM favourite_prescription") }
        #expect(rows == 1)
        let actions = try await database.auditEntries(limit: 50).filter { $0.entity == "favourite-prescription" }
        #expect(actions.map(\.action) == [.removed, .created])
    }

    @Test("a colleague's are not there")
    func others() async throws {
        let id = try await insert()
        let lee = try #require(clinic.lee.account)
        #expect(try await database.favouritePrescriptions(of: lee) == [])
        await #expect(throws: StoreError.notFound) { try await database.favouritePrescription(id, of: lee) }
        await #expect(throws: StoreError.notFound) {
            try await database.removeFavouritePrescription(id, by: clinic.lee)
        }
        await #expect(throws: StoreError.notFound) {
            try await database.relabelFavouritePrescription(
                id, try FavouriteLabel(name: "Mine", key: nil), version: 1, by: clinic.lee)
        }
        let spine = clinic.spine
        await #expect(throws: StoreError.notFound) {
            try await database.insertTherapyPrescription(
                from: id, for: nil, on: LocalDate(epochDay: 20_000), template: { _ in spine }, by: clinic.lee)
        }
    }

    @Test("there is a limit to them")
    func limit() async throws {
        let content = try await content(try await clinic.complete().id, for: clinic.dana)
        for number in 1...ClinicDatabase.mostFavouritePrescriptions { try await insert("No. \(number)", content) }
        await #expect(throws: ValidationFailure.self) { try await insert("One more", content) }
    }

    @Test("what it holds cannot be changed or deleted behind the program's back")
    func locked() async throws {
        try await insert()
        for sql in [
            "DELETE FROM favourite_prescription", "UPDATE favourite_prescription SET therapies = '{}'",
            "UPDATE favourite_prescription SET written_on = '2020-01-01'",
            "UPDATE favourite_prescription_diagnosis SET code = 'M542'", "DELETE FROM favourite_prescription_diagnosis",
        ] {
            await #expect(throws: (any Error).self, "\(sql)") {
                try await database.pool.write { try $0.execute(sql: sql) }
            }
        }
    }

    @Test("those that use a code which a new list retires are counted, once removed no more")
    func affected() async throws {
        let fixture = ImportFixture(database)
        try await fixture.codes(.icd10cm, "FY2026", [("M5416", "Radiculopathy", true), ("M542", "Neck", true)])
        let (first, second) = (try await insert("First"), try await insert("Second"))
        let next = try await fixture.codes(.icd10cm, "FY2027", [("M542", "Neck", true)], isCurrent: false)
        func kept() async throws -> Int {
            try await database.affectedRecords(by: next.identifier, of: .icd10cm).uses.favouritePrescriptions
        }
        #expect(try await kept() == 2)
        try await database.removeFavouritePrescription(first, by: clinic.dana)
        #expect(try await kept() == 1)
        try await database.removeFavouritePrescription(second, by: clinic.dana)
        #expect(try await kept() == 0)
    }

    @Test("the list is read from an index")
    func plan() async throws {
        let plan = try await database.read { db in
            try Row.fetchAll(
                db, sql: "EXPLAIN QUERY PLAN " + FavouritePrescription.list.replacing("?", with: "'x'")
            ).map { $0["detail"] as String }
        }
        #expect(!plan.contains { $0.hasPrefix("SCAN") }, "\(plan)")
    }
}
