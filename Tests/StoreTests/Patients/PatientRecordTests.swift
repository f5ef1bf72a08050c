import Clinic
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Store

@Suite("A patient's record")
struct PatientRecordTests {
    /// A record with something in every field.
    static func full(_ draft: inout PatientDraft) {
        let day = draft.birthDate
        draft.name.order = .familyFirst
        draft.address.street = "1 Main St"
        draft.address.city = "Springfield"
        draft.address.state = "IL"
        draft.address.postcode = "62701"
        draft.address.country = Country(code: "US")
        draft.phone = PhoneNumber(e164: "+13125550142")
        draft.email = EmailAddress("maria@example.org")
        draft.language = PersonLanguage(tag: "es")
        draft.timeZone = TimeZoneName(typed: "America/Chicago")
        draft.notes = "**Falls** risk\n<script>alert(1)</script>"
        draft.allergies = .recorded([
            Allergy(substance: "Penicillin", reaction: "Hives", severity: .severe), Allergy(substance: "Latex"),
        ])
        draft.conditions = [Condition(name: "Asthma", note: "since 2010"), Condition(name: "Gout")]
        draft.pregnancy = Pregnancy(status: .notPregnant, asOf: day)
        draft.weight = Weight(value: Decimal(string: "160.125") ?? 0, unit: .pounds, measuredOn: day)
        draft.height = Height(value: 71, unit: .inches, measuredOn: day)
        draft.kidneyFunction = KidneyFunction(
            value: Decimal(string: "1.10") ?? 0, unit: .milligramsPerDecilitre, measuredOn: day)
    }

    @Test("comes back exactly as it was written, decimals included")
    func roundTrip() async throws {
        let fixture = try await PatientFixture()
        let patient = try await fixture.insert("Maria", "Lopez", Self.full)
        let read = try await fixture.database.patient(patient.id)
        #expect(read == patient)
        #expect(read.weight?.value == Decimal(string: "160.125"))
        #expect(read.version == 1)
    }

    @Test("gets the next number")
    func numbers() async throws {
        let fixture = try await PatientFixture()
        #expect(try await fixture.insert("A", "One").number.serial == 1001)
        #expect(try await fixture.insert("B", "Two").number.serial == 1002)
    }

    @Test("that does not exist is not found")
    func missing() async throws {
        let fixture = try await PatientFixture()
        let id = Identifier<Patient>("01920000-0000-7000-8000-999999999999")
        await #expect(throws: StoreError.notFound) { try await fixture.database.patient(id) }
        await #expect(throws: StoreError.notFound) { try await fixture.database.patientRecord(id) }
        await #expect(throws: StoreError.notFound) { try await fixture.database.patientVersions(id) }
        await #expect(throws: StoreError.notFound) {
            try await fixture.database.updatePatient(
                id, to: try PatientFixture.draft("A", "B"), version: 1, by: fixture.dana)
        }
    }

    @Test("keeps every version with who wrote it when, and the first stays readable")
    func versions() async throws {
        let fixture = try await PatientFixture()
        let first = try await fixture.insert("Maria", "Lopez", Self.full)
        fixture.fixed.advance(by: 60)
        var changed = first.details
        changed.name.family = "Garcia"
        changed.allergies = .recorded([Allergy(substance: "Latex")])
        let second = try await fixture.database.updatePatient(first.id, to: changed, version: 1, by: fixture.lee)
        #expect(second.version == 2)
        let versions = try await fixture.database.patientVersions(first.id)
        #expect(versions.map(\.version) == [2, 1])
        #expect(versions.map(\.author) == ["Lee Ward", "Dana Reyes"])
        #expect(versions.map(\.cause) == [.edited, .created])
        #expect(versions.last?.details == first.details)
        #expect(versions[0].details.changes(from: versions[1].details) == [.name, .allergies])
        #expect(versions[0].at.timeIntervalSince(versions[1].at) == 60)
    }

    @Test("is not given a version when nothing changed")
    func unchanged() async throws {
        let fixture = try await PatientFixture()
        let patient = try await fixture.insert("Maria", "Lopez")
        let again = try await fixture.database.updatePatient(
            patient.id, to: patient.details, version: 1, by: fixture.lee)
        #expect(again.version == 1)
        #expect(try await fixture.database.auditEntries(of: patient.id).map(\.action) == [.created])
    }

    @Test("refuses an edit that started from an older version")
    func stale() async throws {
        let fixture = try await PatientFixture()
        let patient = try await fixture.insert("Maria", "Lopez")
        let (one, other) = (try PatientFixture.draft("Marie", "Lopez"), try PatientFixture.draft("Mary", "Lopez"))
        _ = try await fixture.database.updatePatient(patient.id, to: one, version: 1, by: fixture.dana)
        await #expect(throws: StoreError.stale(currentVersion: 2)) {
            try await fixture.database.updatePatient(patient.id, to: other, version: 1, by: fixture.lee)
        }
        #expect(try await fixture.database.patient(patient.id).name.given == "Marie")
    }

    @Test("of twenty edits at once from one version takes exactly one")
    func concurrent() async throws {
        let fixture = try await PatientFixture()
        let patient = try await fixture.insert("Maria", "Lopez")
        let saved = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<20 {
                group.addTask {
                    do {
                        let draft = try PatientFixture.draft("Maria \(number)", "Lopez")
                        _ = try await fixture.database.updatePatient(
                            patient.id, to: draft, version: 1, by: fixture.dana)
                        return true
                    } catch { return false }
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(saved == 1)
        #expect(try await fixture.database.patientVersions(patient.id).count == 2)
    }

    @Test("writes an audit row with each change and each reading")
    func audited() async throws {
        let fixture = try await PatientFixture()
        let patient = try await fixture.insert("Maria", "Lopez")
        _ = try await fixture.database.updatePatient(
            patient.id, to: try PatientFixture.draft("Marie", "Lopez"), version: 1, by: fixture.lee)
        try await fixture.database.noteReading(of: patient.id, by: fixture.lee)
        let entries = try await fixture.database.auditEntries(of: patient.id)
        #expect(entries.map(\.action) == [.read, .updated, .created])
        #expect(entries.map(\.actor) == [fixture.lee, fixture.lee, fixture.dana])
    }

    @Test(
        "can neither be deleted nor rewritten",
        arguments: [
            "DELETE FROM patient", "DELETE FROM patient_version", "DELETE FROM patient_allergy",
            "DELETE FROM patient_condition", "UPDATE patient_version SET given = 'X'",
            "UPDATE patient_allergy SET substance = 'X'", "UPDATE patient_condition SET name = 'X'",
        ])
    func appendOnly(sql: String) async throws {
        let fixture = try await PatientFixture()
        let patient = try await fixture.insert("Maria", "Lopez", Self.full)
        await #expect(throws: StoreError.self) {
            try await fixture.database.write(by: fixture.dana) { try $0.db.execute(sql: sql) }
        }
        #expect(try await fixture.database.patient(patient.id) == patient)
    }

    @Test("has no allergies beside a status that says there are none")
    func statusContradicted() async throws {
        let fixture = try await PatientFixture()
        let patient = try await fixture.insert("Maria", "Lopez") { $0.allergies = .noneKnown }
        await #expect(throws: StoreError.self) {
            try await fixture.database.write(by: fixture.dana) { tx in
                try tx.db.execute(
                    sql: "INSERT INTO patient_allergy VALUES (?, 1, 0, 'Latex', '', NULL)", arguments: [patient.id])
            }
        }
    }

    @Test("tells not asked from none known")
    func notAsked() async throws {
        let fixture = try await PatientFixture()
        let asked = try await fixture.insert("A", "One") { $0.allergies = .noneKnown }
        let notAsked = try await fixture.insert("B", "Two")
        #expect(try await fixture.database.patient(asked.id).allergies == .noneKnown)
        #expect(try await fixture.database.patient(notAsked.id).allergies == .notAsked)
    }

    @Test("holds hostile text as it is")
    func hostile() async throws {
        let fixture = try await PatientFixture()
        let text = "'); DROP TABLE patient; -- <script>\"&\\ {{name}} [[x]] 😀"
        let patient = try await fixture.insert(text, text) { $0.notes = text }
        #expect(try await fixture.database.patient(patient.id).name.family == text)
        #expect(try await fixture.found("drop table").count == 1)
    }
}
