import Clinic
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Store

@Suite("The log of doses")
struct AdministrationStoreTests {
    private let day = LocalDate(iso: "2026-11-20") ?? LocalDate(.now, in: .gmt)

    private func details(
        _ outcome: AdministrationDraft.Outcome = .taken, slot: String? = "1/2026-11-20/1", day: LocalDate? = nil,
        at: TimeInterval = 0
    ) -> AdministrationDraft {
        AdministrationDraft(
            outcome, at: Date(timeIntervalSince1970: 1_795_161_600 + at), in: .gmt, day: day ?? self.day,
            medicine: "lisinopril 10 mg", dose: Dose(.one, .tablet), slot: slot)
    }

    private func entry(
        _ prescription: MedicationPrescription, _ key: String, _ details: AdministrationDraft
    ) -> AdministrationEntry {
        AdministrationEntry(prescription: prescription.id, formKey: key, details: details)
    }

    @Test("the same form twice is one entry; a slot answered from two devices is one; a real second dose is another")
    func idempotent() async throws {
        let fixture = try await MedicationPrescriptionFixture()
        let (database, dana) = (fixture.database, fixture.dana)
        let signed = try await fixture.signed()
        let first = try await database.record(entry(signed, "a", details()), by: dana)
        #expect(first.isNew)
        let again = try await database.record(entry(signed, "a", details()), by: dana)
        let otherDevice = try await database.record(entry(signed, "b", details(.notTaken(.forgot))), by: fixture.lee)
        for later in [again, otherDevice] {
            #expect(!later.isNew)
            #expect(later.administration == first.administration)
        }
        let extra = try await database.record(entry(signed, "c", details(slot: nil)), by: dana)
        #expect(extra.isNew)
        #expect(try await database.administrations(ofSeries: signed.series).count == 2)
        #expect(try await fixture.audit("administration") == ["created", "created"])
    }

    @Test("sixteen devices at once make one entry")
    func concurrent() async throws {
        let fixture = try await MedicationPrescriptionFixture()
        let signed = try await fixture.signed()
        let recordings = try await withThrowingTaskGroup(of: AdministrationRecording.self) { group in
            for number in 0..<16 {
                group.addTask {
                    try await fixture.database.record(entry(signed, "k\(number)", details()), by: fixture.dana)
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(recordings.count { $0.isNew } == 1)
        #expect(Set(recordings.map(\.administration.id)).count == 1)
    }

    @Test("a slot keeps its answer when the order gets a new version")
    func newVersion() async throws {
        let fixture = try await MedicationPrescriptionFixture()
        let first = try await fixture.signed()
        let before = try await fixture.database.record(entry(first, "a", details()), by: fixture.dana)
        let second = try await fixture.changed(first)
        let after = try await fixture.database.record(entry(second, "b", details()), by: fixture.dana)
        #expect(!after.isNew)
        #expect(after.administration == before.administration)
        #expect(try await fixture.database.answeredSlots(ofSeries: first.id, days: day...day) == ["1/2026-11-20/1"])
    }

    @Test("taken back, the slot is open again, and the late second delivery of the old form does not fill it")
    func undo() async throws {
        let fixture = try await MedicationPrescriptionFixture()
        let (database, dana) = (fixture.database, fixture.dana)
        let signed = try await fixture.signed()
        let id = try await database.record(entry(signed, "a", details()), by: dana).administration.id
        await #expect(throws: StoreError.stale(currentVersion: 1)) {
            try await database.undoAdministration(id, version: 3, by: dana)
        }
        let undone = try await database.undoAdministration(id, version: 1, by: fixture.lee)
        #expect(undone.isUndone)
        #expect(try await database.administrations(ofSeries: signed.series).isEmpty)
        let late = try await database.record(entry(signed, "a", details()), by: dana)
        #expect(!late.isNew)
        #expect(late.administration.isUndone)
        #expect(try await database.record(entry(signed, "b", details()), by: dana).isNew)
        let history = try await database.administrationVersions(of: id)
        #expect(history.map(\.isUndone) == [false])
        #expect(history.first?.replacedBy == "Lee Ward")
        await #expect(throws: StoreError.self) {
            try await database.correctAdministration(id, to: details(), version: 2, by: dana)
        }
    }

    @Test("a correction keeps what the entry said first, and who changed it when")
    func correct() async throws {
        let fixture = try await MedicationPrescriptionFixture()
        let database = fixture.database
        let signed = try await fixture.signed()
        let first = try await database.record(entry(signed, "a", details()), by: fixture.dana).administration
        var better = details(.notTaken(.sideEffect))
        better.note = "dizzy <b>"
        fixture.fixed.advance(by: 60)
        let corrected = try await database.correctAdministration(first.id, to: better, version: 1, by: fixture.lee)
        #expect(corrected.version == 2)
        #expect(corrected.details == better)
        #expect(corrected.recordedAt == first.recordedAt)
        #expect(corrected.recordedBy == "Dana Reyes")
        let history = try await database.administrationVersions(of: first.id)
        #expect(history.map(\.details) == [first.details])
        #expect(history.first?.replacedAt == fixture.fixed.now)
        let counts = try await database.administrationCounts(ofSeries: signed.series, days: day...day)
        #expect(counts == [AdministrationCount(day: day, taken: 0, notTaken: 1)])
    }

    @Test("the counts of days are those of the entries, whatever was corrected, moved or taken back")
    func counts() async throws {
        let fixture = try await MedicationPrescriptionFixture()
        let (database, dana) = (fixture.database, fixture.dana)
        let signed = try await fixture.signed()
        var random = SystemRandomNumberGenerator()
        for number in 0..<60 {
            let moved = day.adding(days: Int.random(in: 0...5, using: &random))
            let outcome: AdministrationDraft.Outcome = number.isMultiple(of: 3) ? .notTaken(.cost) : .taken
            let draft = details(outcome, slot: "s\(number)", day: moved, at: Double(number))
            let made = try await database.record(entry(signed, "k\(number)", draft), by: dana).administration
            if number.isMultiple(of: 4) { _ = try await database.undoAdministration(made.id, version: 1, by: dana) }
            if number.isMultiple(of: 5), !number.isMultiple(of: 4) {
                var other = draft
                other.day = day
                other.outcome = .taken
                _ = try await database.correctAdministration(made.id, to: other, version: 1, by: dana)
            }
        }
        let days = day...day.adding(days: 5)
        let all = try await database.administrations(ofSeries: signed.series, days: days)
        let expected = Dictionary(grouping: all, by: \.details.day).map { day, entries in
            AdministrationCount(
                day: day, taken: entries.count { $0.details.isTaken },
                notTaken: entries.count { !$0.details.isTaken })
        }.sorted { $0.day < $1.day }
        #expect(try await database.administrationCounts(ofSeries: signed.series, days: days) == expected)
    }

    @Test("the log is read in pages, newest first, none twice and none left out")
    func pages() async throws {
        let fixture = try await MedicationPrescriptionFixture()
        let signed = try await fixture.signed()
        // Several at the same instant: the id decides.
        let entries = (0..<23).map { entry(signed, "k\($0)", details(slot: nil, at: Double($0 / 3))) }
        _ = try await fixture.database.record(entries, by: fixture.dana)
        var (seen, last): ([Administration], Administration?) = ([], nil)
        repeat {
            let page = try await fixture.database.administrations(ofSeries: signed.series, before: last, limit: 5)
            seen += page
            last = page.last
        } while last != nil
        #expect(Set(seen.map(\.id)).count == 23)
        #expect(seen.count == 23)
        #expect(seen.map(\.details.at) == seen.map(\.details.at).sorted(by: >))
    }

    @Test("several entries are written together or not at all")
    func together() async throws {
        let fixture = try await MedicationPrescriptionFixture()
        let signed = try await fixture.signed()
        var wrong = details(slot: "other")
        wrong.medicine = ""
        let entries = [entry(signed, "a", details()), entry(signed, "b", wrong)]
        await #expect(throws: StoreError.self) { try await fixture.database.record(entries, by: fixture.dana) }
        #expect(try await fixture.database.administrations(ofSeries: signed.series).isEmpty)
    }

    @Test(
        "entries and their history are never removed or rewritten in place",
        arguments: [
            "DELETE FROM administration", "UPDATE administration SET status = 'undone'",
            "UPDATE administration SET version = version + 1", "DELETE FROM administration_version",
            "UPDATE administration_version SET note = 'x'", "UPDATE administration SET recorded_by = NULL",
        ])
    func locked(sql: String) async throws {
        let fixture = try await MedicationPrescriptionFixture()
        let signed = try await fixture.signed()
        let made = try await fixture.database.record(entry(signed, "a", details()), by: fixture.dana).administration
        _ = try await fixture.database.correctAdministration(
            made.id, to: details(.notTaken(.asleep)), version: 1, by: fixture.dana)
        await #expect(throws: StoreError.self) {
            try await fixture.database.write(by: fixture.dana) { try $0.db.execute(sql: sql) }
        }
    }

    @Test("no query reads the whole log")
    func plans() async throws {
        let fixture = try await MedicationPrescriptionFixture()
        let queries = [
            "SELECT * FROM administration WHERE series_id = ? AND form_key = ?",
            "SELECT * FROM administration WHERE series_id = ? AND slot = ? AND status <> 'undone'",
            "SELECT * FROM administration WHERE series_id = ? AND day BETWEEN ? AND ? AND status <> 'undone'",
            """
            SELECT * FROM administration WHERE series_id = ? AND status <> 'undone' AND (at, id) < (?, ?)
            ORDER BY at DESC, id DESC LIMIT ?
            """,
            "SELECT * FROM administration_day WHERE series_id = ? AND day BETWEEN ? AND ? ORDER BY day",
        ]
        for query in queries {
            let plan = try await fixture.database.read { db in
                try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN " + query.replacing("?", with: "1"))
                    .map { $0["detail"] as String }
            }
            #expect(!plan.contains { $0.hasPrefix("SCAN") || $0.contains("TEMP B-TREE") }, "\(plan)")
        }
    }
}
