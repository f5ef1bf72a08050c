import Clinic
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Store

@Suite("Prescriptions by course")
struct TherapyCourseListTests {
    /// Puts a course into the row of a prescription, as if it had come about.
    private func put(
        _ course: TherapyCourse, of id: Identifier<TherapyPrescription>, _ database: ClinicDatabase
    ) async throws {
        try await database.write(by: .program) { tx in
            try tx.db.execute(
                sql: """
                    UPDATE therapy_course SET signed_at = ?, sent_at = ?, heard_at = ?, received_on = ?, first_visit_on = ?,
                        visits_used = ?, visits_authorised = ?, reported_at = ?, discharged_on = ?, discharged_at = ?,
                        valid_until = ?, last_day = ? WHERE prescription_id = ?
                    """,
                arguments: [
                    course.signedAt, course.sentAt, course.heardAt, course.receivedOn, course.firstVisitOn,
                    course.visitsUsed, course.visitsAuthorised, course.reportedAt, course.dischargedOn,
                    course.dischargedAt, course.validUntil, course.lastDay, id,
                ])
        }
    }

    @Test("the lists and the counts say what the rule says, for courses of every kind")
    func agreement() async throws {
        let fixture = try await TherapyPrescriptionFixture()
        let (now, today) = (fixture.fixed.now, fixture.today)
        let id = try await fixture.signed().id
        var courses: [TherapyCourse] = []
        for lastIn in [-1, 0, 30, 31] {
            for bits in 0..<64 {
                var course = TherapyCourse(
                    signedAt: now - (bits & 32 == 0 ? 86_400 : 40 * 86_400), visitsAuthorised: 6,
                    lastDay: today.adding(days: lastIn))
                if bits & 1 != 0 { course.sentAt = course.signedAt + 60 }
                if bits & 2 != 0 { course.receivedOn = today }
                if bits & 4 != 0 { course.visitsUsed = bits & 1 != 0 ? 6 : 2 }
                if bits & 8 != 0 { course.reportedAt = course.signedAt + 3600 }
                if bits & 16 != 0 { (course.dischargedOn, course.dischargedAt) = (today, course.signedAt + 7200) }
                if bits & 2 != 0 { course.validUntil = course.lastDay }
                if bits & 30 != 0 { course.heardAt = course.signedAt + 7200 }
                courses.append(course)
            }
        }
        for course in courses {
            try await put(course, of: id, fixture.database)
            let counts = try await fixture.database.courseCounts(today: today)
            for filter in CourseFilter.all {
                let holds = filter.holds(course, at: now, today: today)
                let found = try await fixture.database.therapyPrescriptions(filter, today: today)
                #expect(found.map(\.id) == (holds ? [id] : []), "\(filter) \(course)")
                #expect(counts[filter] == (holds ? 1 : 0), "\(filter) \(course)")
                if holds { #expect(found.first?.course == course) }
            }
        }
    }

    @Test("what is not in force is in none of them, and pages go on where the one before ended")
    func notInForce() async throws {
        let fixture = try await TherapyPrescriptionFixture()
        var ids: [Identifier<TherapyPrescription>] = []
        for _ in 0..<4 { ids.append(try await fixture.signed().id) }
        try await fixture.database.cancel(ids[0], reason: "wrong", by: fixture.dana)
        let filter = CourseFilter.state(.signed)
        let first = try await fixture.database.therapyPrescriptions(filter, today: fixture.today, limit: 2)
        #expect(first.map(\.id) == [ids[3], ids[2]])
        let next = try await fixture.database.therapyPrescriptions(
            filter, today: fixture.today, before: first.last?.number, limit: 2)
        #expect(next.map(\.id) == [ids[1]])
        let counts = try await fixture.database.courseCounts(today: fixture.today)
        #expect(counts[filter] == 3)
        #expect(counts.values.reduce(0, +) == 3)
    }

    @Test("no list and no count reads the whole table, and the counts read indexes alone")
    func plans() async throws {
        let fixture = try await TherapyPrescriptionFixture()
        let arguments = TherapyCourseLists.arguments(at: fixture.fixed.now, today: fixture.today)
        let page: StatementArguments = ["year": 10_000, "count": 0, "limit": 26]
        try await fixture.database.read { db in
            func plan(_ sql: String, _ arguments: StatementArguments) throws -> [String] {
                try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN \(sql)", arguments: arguments).map { $0["detail"] }
            }
            for filter in CourseFilter.all {
                let lines = try plan(TherapyCourseLists.sql(filter), arguments + page)
                #expect(!lines.contains { $0 == "SCAN c" || $0 == "SCAN p" }, "\(filter): \(lines)")
            }
            let lines = try plan(TherapyCourseLists.countsSQL, arguments)
            #expect(
                lines.filter { $0.contains(" c ") || $0.hasSuffix(" c") }.allSatisfy { $0.contains("COVERING INDEX") },
                "\(lines)")
            let unseen = try plan(TherapyCourseLists.unseenSQL, ["x", 20])
            #expect(unseen.contains { $0.contains("therapy_course_unseen") }, "\(unseen)")
            let times = try plan(ReferralFigures.sql, ["likeness": "x", "npi": "y", "most": 200])
            #expect(
                times.contains { $0.contains("by_likeness") } && times.contains { $0.contains("by_npi") }, "\(times)")
        }
    }
}
