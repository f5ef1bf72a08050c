import Clinic
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Store

@Suite("Merging two records of one patient")
struct PatientMergeTests {
    private let latex = AllergyStatus.recorded([Allergy(substance: "Latex", severity: .severe)])

    private func merge(_ duplicate: Patient, into survivor: Patient, _ fixture: PatientFixture) async throws -> Patient
    {
        try await fixture.database.mergePatient(
            duplicate.id, into: survivor.id,
            versions: PatientMergeVersions(duplicate: duplicate.version, survivor: survivor.version), by: fixture.dana)
    }

    @Test("makes both ids lead to the survivor, who takes over what it lacks")
    func merges() async throws {
        let fixture = try await PatientFixture()
        let survivor = try await fixture.insert("Maria", "Garcia")
        let duplicate = try await fixture.insert("Maria", "Lopez") { $0.allergies = latex }
        let after = try await merge(duplicate, into: survivor, fixture)
        #expect(after.allergies == latex)
        #expect(after.name.family == "Garcia")
        #expect(try await fixture.database.patient(duplicate.id) == after)
        #expect(try await fixture.database.patient(survivor.id) == after)
        let record = try await fixture.database.patientRecord(duplicate.id)
        #expect(record.mergedInto == survivor.id)
        #expect(record.details == duplicate.details)
        #expect(try await fixture.database.patientVersions(survivor.id).map(\.cause) == [.merged, .created])
    }

    @Test("leaves the survivor findable by the old name, number, phone and birth date, once")
    func search() async throws {
        let fixture = try await PatientFixture()
        let survivor = try await fixture.insert("Maria", "Garcia")
        let duplicate = try await fixture.insert("Mary", "Lopez", born: "1948-12-03") {
            $0.phone = PhoneNumber(e164: "+13125550142")
        }
        _ = try await merge(duplicate, into: survivor, fixture)
        for text in ["lopez", "mary garcia", "garcia", "3 Dec 1948", duplicate.number.description, "0142", "ma"] {
            #expect(try await fixture.found(text) == ["Maria Garcia"], "\(text)")
        }
        #expect(try await fixture.recent(fixture.dana) == ["Maria Garcia"])
        #expect(try await fixture.recent(fixture.lee) == ["Maria Garcia"])
    }

    @Test("and taking it out again gives both their own words back")
    func unmerges() async throws {
        let fixture = try await PatientFixture()
        let survivor = try await fixture.insert("Maria", "Garcia")
        let duplicate = try await fixture.insert("Mary", "Lopez") { $0.allergies = latex }
        _ = try await merge(duplicate, into: survivor, fixture)
        let outcome = try await fixture.database.unmergePatient(duplicate.id, by: fixture.lee)
        #expect(outcome.isRestored)
        #expect(outcome.patient == duplicate)
        #expect(outcome.survivor.details == survivor.details)
        #expect(try await fixture.database.patient(duplicate.id) == duplicate)
        #expect(try await fixture.found("lopez") == ["Mary Lopez"])
        #expect(try await fixture.found("maria") == ["Maria Garcia"])
        #expect(try await fixture.database.patientVersions(survivor.id).map(\.cause) == [.unmerged, .merged, .created])
    }

    @Test("is audited for both records, in both directions")
    func audited() async throws {
        let fixture = try await PatientFixture()
        let survivor = try await fixture.insert("Maria", "Garcia")
        let duplicate = try await fixture.insert("Mary", "Lopez")
        _ = try await merge(duplicate, into: survivor, fixture)
        _ = try await fixture.database.unmergePatient(duplicate.id, by: fixture.lee)
        for id in [survivor.id, duplicate.id] {
            let entries = try await fixture.database.auditEntries(of: id)
            #expect(entries.map(\.action) == [.unmerged, .merged, .created])
            #expect(entries.map(\.actor) == [fixture.lee, fixture.dana, fixture.dana])
        }
    }

    @Test("keeps what somebody wrote since when it is undone")
    func editedSince() async throws {
        let fixture = try await PatientFixture()
        let survivor = try await fixture.insert("Maria", "Garcia")
        let duplicate = try await fixture.insert("Mary", "Lopez") { $0.allergies = latex }
        let after = try await merge(duplicate, into: survivor, fixture)
        var edited = after.details
        edited.notes = "Seen today"
        _ = try await fixture.database.updatePatient(after.id, to: edited, version: after.version, by: fixture.lee)
        let outcome = try await fixture.database.unmergePatient(duplicate.id, by: fixture.lee)
        #expect(!outcome.isRestored)
        #expect(outcome.survivor.details == edited)
    }

    @Test("may be repeated in the other direction")
    func otherDirection() async throws {
        let fixture = try await PatientFixture()
        let one = try await fixture.insert("Maria", "Garcia")
        let other = try await fixture.insert("Mary", "Lopez")
        _ = try await merge(one, into: other, fixture)
        #expect(try await fixture.database.patient(one.id).id == other.id)
        _ = try await fixture.database.unmergePatient(one.id, by: fixture.dana)
        let (first, second) = (
            try await fixture.database.patient(one.id), try await fixture.database.patient(other.id)
        )
        _ = try await merge(second, into: first, fixture)
        #expect(try await fixture.database.patient(other.id).id == one.id)
        #expect(try await fixture.database.patientsMerged(into: one.id).map(\.id) == [other.id])
    }

    @Test("makes chains, which are taken apart from the outer end")
    func chain() async throws {
        let fixture = try await PatientFixture()
        let (a, b, c) = (
            try await fixture.insert("A", "Lopez"), try await fixture.insert("B", "Lopez"),
            try await fixture.insert("C", "Lopez")
        )
        _ = try await merge(a, into: b, fixture)
        _ = try await merge(b, into: c, fixture)
        for patient in [a, b, c] { #expect(try await fixture.database.patient(patient.id).id == c.id) }
        #expect(try await fixture.database.patientsMerged(into: c.id).map(\.id) == [a.id, b.id])
        await #expect(throws: StoreError.self) { try await fixture.database.unmergePatient(a.id, by: fixture.dana) }
        _ = try await fixture.database.unmergePatient(b.id, by: fixture.dana)
        #expect(try await fixture.database.patient(a.id).id == b.id)
        #expect(try await fixture.found("lopez").sorted() == ["B Lopez", "C Lopez"])
        _ = try await fixture.database.unmergePatient(a.id, by: fixture.dana)
        #expect(try await fixture.database.patient(a.id).id == a.id)
    }

    @Test("refuses a record with itself, one that is merged already, and one that changed meanwhile")
    func refused() async throws {
        let fixture = try await PatientFixture()
        let (a, b, c) = (
            try await fixture.insert("A", "Lopez"), try await fixture.insert("B", "Lopez"),
            try await fixture.insert("C", "Lopez")
        )
        await #expect(throws: StoreError.self) { try await merge(a, into: a, fixture) }
        await #expect(throws: StoreError.self) { try await fixture.database.unmergePatient(a.id, by: fixture.dana) }
        _ = try await merge(a, into: b, fixture)
        await #expect(throws: StoreError.self) { try await merge(a, into: c, fixture) }
        await #expect(throws: StoreError.self) { try await merge(c, into: a, fixture) }
        _ = try await fixture.database.updatePatient(
            b.id, to: try PatientFixture.draft("Bea", "Lopez"), version: 1, by: fixture.lee)
        await #expect(throws: StoreError.stale(currentVersion: 2)) { try await merge(c, into: b, fixture) }
        await #expect(throws: StoreError.stale(currentVersion: 2)) { try await merge(b, into: c, fixture) }
    }

    @Test("stops edits of the merged record")
    func edit() async throws {
        let fixture = try await PatientFixture()
        let (a, b) = (try await fixture.insert("A", "Lopez"), try await fixture.insert("B", "Lopez"))
        _ = try await merge(a, into: b, fixture)
        await #expect(throws: StoreError.stale(currentVersion: 1)) {
            try await fixture.database.updatePatient(
                a.id, to: try PatientFixture.draft("Anna", "Lopez"), version: 1, by: fixture.dana)
        }
    }

    @Test("of two merges at once that contradict each other takes one")
    func concurrent() async throws {
        let fixture = try await PatientFixture()
        let (a, b) = (try await fixture.insert("A", "Lopez"), try await fixture.insert("B", "Lopez"))
        async let one = try? merge(a, into: b, fixture)
        async let other = try? merge(b, into: a, fixture)
        let outcomes = await [one, other].compactMap(\.self)
        #expect(outcomes.count == 1)
        #expect(try await fixture.found("lopez").count == 1)
    }
}
