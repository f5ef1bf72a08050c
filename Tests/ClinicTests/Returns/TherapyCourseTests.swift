import Clinic
import Foundation
import Testing

@Suite("The course of a prescription")
struct TherapyCourseTests {
    /// 2026-11-21 09:30 UTC.
    static let now = Date(timeIntervalSince1970: 1_795_253_400)
    static let today = LocalDate(now, in: .gmt)

    /// Every combination of what can be known: 2 × 2 × 2 × 3 × 2 × 2 × 3 × 4 = 2,304.
    static let combinations: [TherapyCourse] = {
        var all: [TherapyCourse] = []
        for heardDaysAgo in [5, 29, 31] {
            for lastIn in [-1, 0, 30, 31] {
                for bits in 0..<64 {
                    for used in [nil, 0, 5] as [Int?] {
                        let signed = now - 40 * 86_400
                        var course = TherapyCourse(
                            signedAt: signed, visitsAuthorised: 12, lastDay: today.adding(days: lastIn))
                        let heard = now - TimeInterval(heardDaysAgo * 86_400)
                        if bits & 1 != 0 { course.sentAt = heard }
                        if bits & 2 != 0 { course.receivedOn = today.adding(days: -20) }
                        if bits & 4 != 0 { course.firstVisitOn = today.adding(days: -10) }
                        if bits & 8 != 0 { course.reportedAt = heard }
                        if bits & 16 != 0 { (course.dischargedOn, course.dischargedAt) = (today, heard) }
                        if bits & 32 != 0 { course.validUntil = course.lastDay }
                        course.visitsUsed = used
                        if bits & 30 != 0 || used != nil { course.heardAt = heard }
                        all.append(course)
                    }
                }
            }
        }
        return all
    }()

    @Test("has the state of the first rule that fits, for every combination")
    func states() {
        for course in Self.combinations {
            let quiet = course.heardAt ?? course.sentAt ?? course.signedAt
            let days = Self.now.timeIntervalSince(quiet) / 86_400
            let state = course.state(at: Self.now, today: Self.today)
            let rules: [(TherapyCourse.State, Bool)] = [
                (.discharged, course.dischargedOn != nil), (.reported, course.reportedAt != nil),
                (.ended, course.lastDay < Self.today), (.silent, days > 30),
                (.treatment, course.firstVisitOn != nil || course.visitsUsed == 5),
                (.received, course.receivedOn != nil),
                (.sent, course.sentAt != nil), (.signed, true),
            ]
            #expect(state == rules.first { $0.1 }?.0, "\(course)")
        }
        let states = Set(Self.combinations.map { $0.state(at: Self.now, today: Self.today) })
        #expect(states == Set(TherapyCourse.State.allCases))
    }

    @Test("is in exactly one state's filter")
    func filters() {
        for course in Self.combinations {
            let holding = CourseFilter.all.filter { $0.holds(course, at: Self.now, today: Self.today) }
            #expect(holding.filter { if case .state = $0 { true } else { false } }.count == 1)
        }
        #expect(CourseFilter.all.allSatisfy { CourseFilter(name: $0.name) == $0 })
        #expect(CourseFilter(name: "nothing") == nil)
    }

    @Test("expires in the thirty days to its last one, and never without one or after a discharge")
    func expiring() {
        func course(_ days: Int?) -> TherapyCourse {
            var course = TherapyCourse(signedAt: Self.now, visitsAuthorised: 6, lastDay: Self.today)
            course.validUntil = days.map { Self.today.adding(days: $0) }
            return course
        }
        #expect([-1, 0, 30, 31].map { course($0).isExpiring(on: Self.today) } == [false, true, true, false])
        #expect(!course(nil).isExpiring(on: Self.today))
        var discharged = course(3)
        discharged.dischargedOn = Self.today
        #expect(!discharged.isExpiring(on: Self.today))
    }

    @Test("visits left are known once somebody counted, and never below zero")
    func visits() {
        var course = TherapyCourse(signedAt: Self.now, visitsAuthorised: 6, lastDay: Self.today)
        #expect(course.visitsLeft == nil)
        let left = [0, 4, 6, 9].map { (used: Int) -> Int? in
            course.visitsUsed = used
            return course.visitsLeft
        }
        #expect(left == [6, 2, 0, 0])
    }

    @Test("its code ends a month after the discharge was told, or three after the last day")
    func code() {
        var course = TherapyCourse(signedAt: Self.now, visitsAuthorised: 6, lastDay: Self.today.adding(days: -90))
        #expect(course.takesCode(at: Self.now, today: Self.today))
        #expect(!course.takesCode(at: Self.now, today: Self.today.adding(days: 1)))
        course.dischargedAt = Self.now - 29 * 86_400
        #expect(course.takesCode(at: Self.now, today: Self.today))
        course.dischargedAt = Self.now - 30 * 86_400
        #expect(!course.takesCode(at: Self.now, today: Self.today))
    }
}
