import Clinic
import Foundation
import TestSupport
import Testing

@testable import Store

@Suite("Drafts of therapy prescriptions in the store")
struct TherapyPrescriptionDraftStoreTests {
    @Test("each part is saved by itself, in any order, and read back as it was")
    func parts() async throws {
        let fixture = try await TherapyPrescriptionFixture()
        let draft = try await fixture.complete()
        #expect(draft.patient == fixture.patient)
        #expect(draft.diagnoses.diagnoses.map(\.code.display) == ["M54.16"])
        #expect(draft.practice == .named("Lakeside"))
        #expect(draft.therapies?.items == ["conditioning"])
        #expect(draft.version == 4)
        let today = try #require(LocalDate(iso: "2026-11-21"))
        #expect(draft.missing(in: TherapyReview(template: fixture.spine, today: today, language: .english)).isEmpty)
        #expect(try await fixture.audit() == ["created", "updated", "updated", "updated"])
    }

    @Test("nobody else sees a draft or changes it")
    func others() async throws {
        let fixture = try await TherapyPrescriptionFixture()
        let id = try await fixture.complete().id
        let database = fixture.database
        let choice = TherapyChoice(template: fixture.spine)
        await #expect(throws: StoreError.notFound) { try await fixture.draft(id, fixture.lee) }
        await #expect(throws: StoreError.notFound) { try await database.therapyPrescription(id) }
        await #expect(throws: StoreError.notFound) {
            try await database.setTherapies(choice, of: id, version: 2, by: fixture.lee)
        }
        await #expect(throws: StoreError.notFound) {
            try await database.setPatient(fixture.patient, of: id, by: fixture.lee)
        }
        await #expect(throws: StoreError.notFound) { try await database.clearTherapyPrescription(id, by: fixture.lee) }
        await #expect(throws: StoreError.notFound) {
            try await database.setPatient(fixture.patient, of: id, by: .program)
        }
        #expect(try await database.therapyPrescriptionDrafts(of: try #require(fixture.lee.account)).isEmpty)
    }

    @Test("a form from a second tab that started earlier is stale, and what the first saved stays")
    func stale() async throws {
        let fixture = try await TherapyPrescriptionFixture()
        let draft = try await fixture.complete()
        var first = try #require(draft.therapies)
        first.plan.visits = 8
        var second = first
        second.plan.visits = 9
        let next = try await fixture.database.setTherapies(
            first, of: draft.id, version: draft.therapiesVersion, by: fixture.dana)
        #expect(next == draft.therapiesVersion + 1)
        await #expect(throws: StoreError.stale(currentVersion: next)) {
            try await fixture.database.setTherapies(
                second, of: draft.id, version: draft.therapiesVersion, by: fixture.dana)
        }
        await #expect(throws: StoreError.stale(currentVersion: draft.practiceVersion)) {
            try await fixture.database.setPractice(
                .named("Other"), of: draft.id, version: 1, by: fixture.dana)
        }
        #expect(try await fixture.draft(draft.id).therapies?.plan.visits == 8)
    }

    @Test("a fourth diagnosis and the same code twice are refused and nothing changes")
    func diagnoses() async throws {
        let fixture = try await TherapyPrescriptionFixture()
        let id = try await fixture.complete().id
        let database = fixture.database
        for code in ["M542", "M545"] {
            try await database.changeDiagnoses(of: id, by: fixture.dana) {
                try $0.add(TherapyPrescriptionFixture.diagnosis(code), releaseUntil: nil)
            }
        }
        for code in ["M546", "M542"] {
            await #expect(throws: ValidationFailure.self) {
                try await database.changeDiagnoses(of: id, by: fixture.dana) {
                    try $0.add(TherapyPrescriptionFixture.diagnosis(code), releaseUntil: nil)
                }
            }
        }
        let last = DiagnosisCode(system: .icd10cm, text: "M545")
        try await database.changeDiagnoses(of: id, by: fixture.dana) { $0.moveUp(last) }
        #expect(try await fixture.draft(id).diagnoses.diagnoses.map(\.code.text) == ["M5416", "M545", "M542"])
    }

    @Test("a blank draft is used again, and is not listed")
    func blank() async throws {
        let fixture = try await TherapyPrescriptionFixture()
        let account = try #require(fixture.dana.account)
        let first = try await fixture.database.insertTherapyPrescription(by: fixture.dana)
        #expect(try await fixture.database.insertTherapyPrescription(by: fixture.dana) == first)
        #expect(try await fixture.database.insertTherapyPrescription(by: fixture.lee) != first)
        #expect(try await fixture.database.therapyPrescriptionDrafts(of: account).isEmpty)
        #expect(try await fixture.database.insertTherapyPrescription(for: fixture.patient, by: fixture.dana) == first)
        let lines = try await fixture.database.therapyPrescriptionDrafts(of: account)
        #expect(lines.map(\.patientName) == ["María Okafor"])
        #expect(try await fixture.database.insertTherapyPrescription(by: fixture.dana) != first)
    }

    @Test("clearing empties all four parts")
    func clear() async throws {
        let fixture = try await TherapyPrescriptionFixture()
        let id = try await fixture.complete().id
        try await fixture.database.clearTherapyPrescription(id, by: fixture.dana)
        #expect(try await fixture.draft(id).isBlank)
        #expect(try await fixture.audit().last == "removed")
    }

    @Test("drafts are listed last changed first, with what is there")
    func list() async throws {
        let fixture = try await TherapyPrescriptionFixture()
        let first = try await fixture.complete().id
        fixture.fixed.advance(by: 60)
        let second = try await fixture.complete().id
        let lines = try await fixture.database.therapyPrescriptionDrafts(of: try #require(fixture.dana.account))
        #expect(lines.map(\.id) == [second, first])
        #expect(lines.first?.visits == 4)
        #expect(lines.first?.diagnoses == ["M54.16"])
        #expect(lines.first?.clinician == "Dana Reyes")
        #expect(lines.first?.status == .draft)
    }
}
