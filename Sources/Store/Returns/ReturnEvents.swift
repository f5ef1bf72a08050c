import Clinic
import Crypto
import Foundation
import GRDB

/// Who tells something of a prescription's course.
package enum ReturnSource: Sendable {
    /// The practice, with a code that was found before.
    case practice(Identifier<IssuedReturnCode>)
    /// Somebody of the clinic, for a practice that telephoned or sent a fax.
    case clinic(Identifier<TherapyPrescription>)
}

extension ClinicDatabase {
    /// The most that is taken with the codes of one prescription: whoever found a sheet cannot fill the disk.
    package static let mostReports = 20
    package static let mostEvents = 200

    /// Writes down what a form says, one event for each thing.
    /// - Parameters:
    ///   - key: of the form; the same form sent again, however close together the two arrive, writes nothing.
    ///   - today: at the clinic.
    /// - Throws: ``StoreError/notFound`` for a code that is not in force any more; ``StoreError/conflict(_:)`` for a
    ///   prescription that is not; ``ValidationFailure`` when too much was told with its codes.
    package func record(
        _ statement: ReturnStatement, from source: ReturnSource, key: FormKey?, today: LocalDate, by actor: Actor
    ) async throws {
        try await write(by: actor) { tx in
            let isRepeated = try key.map { key in
                try Bool.fetchOne(
                    tx.db, sql: "SELECT EXISTS (SELECT 1 FROM return_event WHERE form_digest = ?)",
                    arguments: [key.digest]) ?? false
            }
            if isRepeated == true { return }
            let prescription: Identifier<TherapyPrescription>
            var code: Identifier<IssuedReturnCode>?
            switch source {
            case .practice(let id):
                guard let found = try IssuedReturnCode.one("id = ?", [id], in: tx.db),
                    case .open = try ReturnAnswer(found, at: tx.now, today: today, in: tx.db)
                else { throw StoreError.notFound }
                prescription = found.prescription
                code = id
                try tx.requireRoom(for: statement, of: prescription)
            case .clinic(let id):
                guard try IssuedReturnCode.isPrescriptionInForce(id, in: tx.db) else {
                    throw StoreError.conflict("prescription is not in force")
                }
                prescription = id
            }
            try tx.insert(statement, of: prescription, code: code, key: key)
            try tx.refreshCourse(of: prescription)
            try tx.db.execute(
                sql: "UPDATE therapy_course SET is_unseen = 1 WHERE prescription_id = ? AND clinician_id IS NOT ?",
                arguments: [prescription, actor.account])
        }
    }

    /// Takes back what was told by mistake. It stays in the history; what counts is worked out without it.
    /// - Returns: the prescription.
    /// - Throws: ``StoreError/notFound``.
    package func withdraw(
        _ id: Identifier<ReturnEvent>, by actor: Actor
    ) async throws -> Identifier<TherapyPrescription> {
        try await write(by: actor) { tx in
            let prescription = try Identifier<TherapyPrescription>.fetchOne(
                tx.db, sql: "SELECT prescription_id FROM return_event WHERE id = ?", arguments: [id])
            guard let prescription, let account = actor.account else { throw StoreError.notFound }
            try tx.db.execute(
                sql: """
                    INSERT OR IGNORE INTO return_event_withdrawal (event_id, withdrawn_at, withdrawn_by) VALUES (?, ?, ?)
                    """, arguments: [id, tx.now, account])
            guard tx.db.changesCount == 1 else { return prescription }
            try tx.audit(
                .removed, ReturnEvent.entity, id, patient: try IssuedReturnCode.patient(of: prescription, in: tx.db))
            try tx.refreshCourse(of: prescription)
            return prescription
        }
    }

    /// Everything that was told of a prescription, last first, with what was taken back.
    package func returnEvents(of id: Identifier<TherapyPrescription>) async throws -> [ReturnEvent] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT e.*, a.name AS author, w.withdrawn_at, wa.name AS withdrawn_by, r.media_type,
                        length(r.bytes) AS size
                    FROM return_event e
                    LEFT JOIN account a ON a.id = e.recorded_by
                    LEFT JOIN return_event_withdrawal w ON w.event_id = e.id
                    LEFT JOIN account wa ON wa.id = w.withdrawn_by
                    LEFT JOIN return_report r ON r.event_id = e.id
                    WHERE e.prescription_id = ? ORDER BY e.recorded_at DESC, e.id DESC
                    """, arguments: [id]
            ).map { try ReturnEvent($0) }
        }
    }

    /// A report of a prescription, noted as read. One that was taken back is still there to be read.
    /// - Throws: ``StoreError/notFound`` also for another prescription's; ``StoreError/unavailable(_:)`` when its bytes were
    ///   altered behind the program's back.
    package func report(
        _ id: Identifier<ReturnEvent>, of prescription: Identifier<TherapyPrescription>, by actor: Actor
    ) async throws -> ReportFile {
        try await write(by: actor) { tx in
            let row = try Row.fetchOne(
                tx.db,
                sql: """
                    SELECT r.media_type, r.sha256, r.bytes FROM return_report r JOIN return_event e ON e.id = r.event_id
                    WHERE r.event_id = ? AND e.prescription_id = ?
                    """, arguments: [id, prescription])
            guard let row, let type = ReportFile.MediaType(rawValue: row["media_type"]) else {
                throw StoreError.notFound
            }
            let bytes: Data = row["bytes"]
            guard Data(SHA256.hash(data: bytes)) == row["sha256"] as Data else {
                throw StoreError.unavailable("altered report \(id)")
            }
            try tx.audit(
                .read, ReturnEvent.entity, id, patient: try IssuedReturnCode.patient(of: prescription, in: tx.db))
            return ReportFile(type: type, bytes: bytes)
        }
    }

    /// Reports whose bytes do not match their hash: altered behind the program's back.
    package func alteredReports() async throws -> [Identifier<ReturnEvent>] {
        try await read { db in
            let rows = try Row.fetchCursor(db, sql: "SELECT event_id, sha256, bytes FROM return_report")
            var altered: [Identifier<ReturnEvent>] = []
            while let row = try rows.next() {
                if Data(SHA256.hash(data: row["bytes"] as Data)) != row["sha256"] as Data {
                    altered.append(row["event_id"])
                }
            }
            return altered
        }
    }
}

extension ReturnEvent {
    static let entity = "return-event"

    fileprivate init(_ row: Row) throws {
        guard let kind = Kind(rawValue: row["kind"]) else { throw StoreError.conflict("return_event.kind") }
        let type = (row["media_type"] as String?).flatMap(ReportFile.MediaType.init(rawValue:))
        let withdrawnAt: Date? = row["withdrawn_at"]
        self.init(
            id: row["id"], kind: kind, day: row["day"], visits: row["visits"], reason: row["reason"],
            report: type.map { ReportSummary(type: $0, size: row["size"]) }, recordedAt: row["recorded_at"],
            recordedBy: row["author"],
            withdrawal: withdrawnAt.map { Withdrawal(at: $0, by: row["withdrawn_by"]) })
    }
}

extension Transaction {
    /// - Throws: ``ValidationFailure`` when the practice has told more than anybody has to tell.
    fileprivate func requireRoom(
        for statement: ReturnStatement, of id: Identifier<TherapyPrescription>
    ) throws {
        let row = try Row.fetchOne(
            db,
            sql: """
                SELECT count(*) AS events, count(*) FILTER (WHERE kind = 'report') AS reports FROM return_event
                WHERE prescription_id = ? AND code_id IS NOT NULL
                """, arguments: [id])
        let (events, reports): (Int, Int) = (row?["events"] ?? 0, row?["reports"] ?? 0)
        guard events < ClinicDatabase.mostEvents, reports + statement.reports.count <= ClinicDatabase.mostReports else {
            throw ValidationFailure([Problem("", "returns.problem.too-many")])
        }
    }

    fileprivate func insert(
        _ statement: ReturnStatement, of id: Identifier<TherapyPrescription>, code: Identifier<IssuedReturnCode>?,
        key: FormKey?
    ) throws {
        let patient = try IssuedReturnCode.patient(of: id, in: db)
        func add(_ kind: ReturnEvent.Kind, day: LocalDate? = nil, visits: Int? = nil, reason: String = "") throws
            -> Identifier<ReturnEvent>
        {
            let event = newIdentifier(ReturnEvent.self)
            try db.execute(
                sql: """
                    INSERT INTO return_event (id, prescription_id, kind, day, visits, reason, code_id, recorded_at,
                        recorded_by, form_digest) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    event, id, kind.rawValue, day, visits, reason, code, now, code == nil ? actor.account : nil,
                    key?.digest,
                ])
            try audit(.created, ReturnEvent.entity, event, patient: patient)
            return event
        }
        if let day = statement.receivedOn { _ = try add(.received, day: day) }
        if let day = statement.firstVisitOn { _ = try add(.firstVisit, day: day) }
        if let visits = statement.visitsUsed { _ = try add(.visits, visits: visits) }
        for report in statement.reports {
            try db.execute(
                sql: "INSERT INTO return_report (event_id, media_type, sha256, bytes) VALUES (?, ?, ?, ?)",
                arguments: [
                    try add(.report), report.type.rawValue, Data(SHA256.hash(data: report.bytes)), report.bytes,
                ])
        }
        if let day = statement.dischargedOn {
            _ = try add(.discharged, day: day, reason: statement.dischargeReason)
        }
    }
}
