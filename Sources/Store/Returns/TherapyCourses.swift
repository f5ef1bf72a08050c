import Clinic
import Foundation
import GRDB

extension ClinicDatabase {
    /// What became of a signed prescription so far; nil for a draft.
    package func course(of id: Identifier<TherapyPrescription>) async throws -> TherapyCourse? {
        try await read { db in
            try Row.fetchOne(
                db, sql: "SELECT \(TherapyCourse.columns) FROM therapy_course c WHERE prescription_id = ?",
                arguments: [id]
            ).flatMap { TherapyCourse($0) }
        }
    }

    /// Notes that the prescriber has opened a prescription of which something new was told. Others' reading changes nothing.
    package func noteCourseSeen(of id: Identifier<TherapyPrescription>, by actor: Actor) async throws {
        try await write(by: actor) { tx in
            try tx.db.execute(
                sql: "UPDATE therapy_course SET is_unseen = 0 WHERE prescription_id = ? AND clinician_id = ?",
                arguments: [id, actor.account])
        }
    }

    /// A prescriber's prescriptions of which something new was told, last told first.
    package func unseenReturns(
        of clinician: Identifier<Account>, limit: Int = 20
    ) async throws -> [TherapyPrescriptionSummary] {
        try await read { db in
            try TherapyPrescriptionLists.summaries(TherapyCourseLists.unseenSQL, [clinician, limit], db)
        }
    }

    /// Prescriptions in force by what became of them, newest first.
    /// - Parameters:
    ///   - before: only those with a smaller number, for the next page.
    ///   - today: at the clinic.
    package func therapyPrescriptions(
        _ filter: CourseFilter, today: LocalDate, before: PrescriptionNumber? = nil, limit: Int = 25
    ) async throws -> [TherapyPrescriptionSummary] {
        let arguments = TherapyCourseLists.arguments(at: surroundings.now(), today: today)
        return try await read { db in
            try TherapyPrescriptionLists.summaries(
                TherapyCourseLists.sql(filter),
                arguments + ["year": before?.year ?? 10_000, "count": before?.count ?? 0, "limit": limit], db)
        }
    }

    /// How many prescriptions in force there are by each filter.
    package func courseCounts(today: LocalDate) async throws -> [CourseFilter: Int] {
        let arguments = TherapyCourseLists.arguments(at: surroundings.now(), today: today)
        return try await read { db in
            let row = try Row.fetchOne(db, sql: TherapyCourseLists.countsSQL, arguments: arguments)
            return Dictionary(
                uniqueKeysWithValues: CourseFilter.all.enumerated().map { ($1, row?["f\($0)"] ?? 0) })
        }
    }
}

/// The SQL of lists by course. Says of rows what ``TherapyCourse/state(at:today:)`` says of values.
enum TherapyCourseLists {
    static func arguments(at now: Date, today: LocalDate) -> StatementArguments {
        [
            "today": today, "soon": today.adding(days: TherapyCourse.expiringDays),
            "silent": TherapyCourse.silentSince(now),
        ]
    }

    private static let waiting = "c.stage IN ('signed', 'sent', 'received', 'treatment')"
    private static let open = "c.stage NOT IN ('over', 'discharged')"

    static func condition(_ filter: CourseFilter) -> String {
        switch filter {
        case .state(.discharged), .state(.reported): "c.stage = '\(filter.name)'"
        case .state(.ended): "\(waiting) AND c.last_day < :today"
        case .state(.silent): "\(waiting) AND c.last_day >= :today AND c.quiet_since < :silent"
        case .state: "c.stage = '\(filter.name)' AND c.last_day >= :today AND c.quiet_since >= :silent"
        case .expiring: "\(open) AND c.last_day >= :today AND c.valid_until BETWEEN :today AND :soon"
        case .visitsLeft: "\(open) AND c.last_day >= :today AND c.visits_used < c.visits_authorised"
        }
    }

    static func sql(_ filter: CourseFilter) -> String {
        """
        SELECT \(TherapyPrescriptionLists.signedColumns)
        FROM therapy_course c INDEXED BY \(index(filter))
        CROSS JOIN therapy_prescription p ON p.id = c.prescription_id
        WHERE \(condition(filter)) AND (c.number_year, c.number_count) < (:year, :count)
        ORDER BY c.number_year DESC, c.number_count DESC LIMIT :limit
        """
    }

    /// Which index a list goes through; left to itself SQLite would sort tens of thousands for the two that wait longest.
    private static func index(_ filter: CourseFilter) -> String {
        switch filter {
        case .state(.ended), .state(.silent): "therapy_course_waiting"
        case .state: "therapy_course_by_stage"
        case .expiring, .visitsLeft: "therapy_course_open"
        }
    }

    /// `f0`, `f1` …, in the order of ``CourseFilter/all``.
    static let countsSQL =
        "SELECT "
        + CourseFilter.all.enumerated().map { index, filter in
            "(SELECT count(*) FROM therapy_course c WHERE \(condition(filter))) AS f\(index)"
        }.joined(separator: ", ")

    static let unseenSQL = """
        SELECT \(TherapyPrescriptionLists.signedColumns)
        FROM therapy_course c CROSS JOIN therapy_prescription p ON p.id = c.prescription_id
        WHERE c.clinician_id = ? AND c.is_unseen = 1 ORDER BY c.heard_at DESC LIMIT ?
        """
}

extension TherapyCourse {
    /// Of a course `c`, as ``init(_:)`` reads them.
    static let columns = """
        c.signed_at AS course_signed_at, c.sent_at, c.heard_at, c.received_on, c.first_visit_on, c.visits_used,
        c.visits_authorised, c.reported_at, c.discharged_on, c.discharged_at, c.valid_until, c.last_day, c.is_unseen
        """

    /// Nil for a row without one.
    init?(_ row: Row) {
        guard let signedAt: Date = row["course_signed_at"] else { return nil }
        self.init(signedAt: signedAt, visitsAuthorised: row["visits_authorised"], lastDay: row["last_day"])
        sentAt = row["sent_at"]
        heardAt = row["heard_at"]
        receivedOn = row["received_on"]
        firstVisitOn = row["first_visit_on"]
        visitsUsed = row["visits_used"]
        reportedAt = row["reported_at"]
        dischargedOn = row["discharged_on"]
        dischargedAt = row["discharged_at"]
        validUntil = row["valid_until"]
        isUnseen = row["is_unseen"]
    }
}

extension Transaction {
    /// Works out anew where a prescription stands: of each kind the latest that was not taken back.
    func refreshCourse(of id: Identifier<TherapyPrescription>) throws {
        func latest(_ column: String, _ kind: ReturnEvent.Kind, _ direction: String = "DESC") -> String {
            """
            (SELECT \(column) FROM return_event e WHERE prescription_id = :id AND kind = '\(kind.rawValue)' AND \(stands)
                ORDER BY recorded_at \(direction), id \(direction) LIMIT 1)
            """
        }
        try db.execute(
            sql: """
                UPDATE therapy_course SET received_on = \(latest("day", .received)),
                    first_visit_on = \(latest("day", .firstVisit)), visits_used = \(latest("visits", .visits)),
                    reported_at = \(latest("recorded_at", .report, "ASC")),
                    discharged_on = \(latest("day", .discharged)),
                    discharged_at = \(latest("recorded_at", .discharged)),
                    heard_at = (SELECT max(recorded_at) FROM return_event e WHERE prescription_id = :id AND \(stands))
                WHERE prescription_id = :id
                """, arguments: ["id": id])
    }

    private var stands: String { "NOT EXISTS (SELECT 1 FROM return_event_withdrawal WHERE event_id = e.id)" }
}
