import Clinic
import Foundation
import GRDB

extension ClinicDatabase {
    /// The code that the sheet of a prescription carries: the one in force, made on first need where a prescription was
    /// signed before there were codes. A code that follows from another key than the server's, because the key was lost,
    /// gives way to a new one.
    /// - Parameter hash: of the prescription's code of an edition.
    /// - Returns: nil when it was revoked, or the prescription is not in force.
    package func returnCode(
        of id: Identifier<TherapyPrescription>, by actor: Actor, hash: @escaping @Sendable (Int) -> Data
    ) async throws -> IssuedReturnCode? {
        let found = try await read { db in try IssuedReturnCode.latest(of: id, in: db) }
        if let found, found.revokedAt != nil || found.hash == hash(found.edition) {
            let isInForce = try await read { db in try IssuedReturnCode.isPrescriptionInForce(id, in: db) }
            return isInForce && found.revokedAt == nil ? found : nil
        }
        return try await write(by: actor) { tx in
            guard try IssuedReturnCode.isPrescriptionInForce(id, in: tx.db) else { return nil }
            let latest = try IssuedReturnCode.latest(of: id, in: tx.db)
            if let latest {
                if latest.revokedAt != nil { return nil }
                if latest.hash == hash(latest.edition) { return latest }
                try tx.revoke(latest)
            }
            return try tx.issueReturnCode(after: latest, of: id, hash: hash)
        }
    }

    /// Takes the code back and makes a new one for the sheets printed from now on. The sheet in the practice's hands keeps
    /// the old one, which opens nothing any more.
    /// - Throws: ``StoreError/conflict(_:)`` unless the prescription is in force.
    @discardableResult
    package func reissueReturnCode(
        of id: Identifier<TherapyPrescription>, by actor: Actor, hash: @escaping @Sendable (Int) -> Data
    ) async throws -> IssuedReturnCode {
        try await write(by: actor) { tx in
            guard try IssuedReturnCode.isPrescriptionInForce(id, in: tx.db) else {
                throw StoreError.conflict("prescription is not in force")
            }
            let latest = try IssuedReturnCode.latest(of: id, in: tx.db)
            if let latest, latest.revokedAt == nil { try tx.revoke(latest) }
            return try tx.issueReturnCode(after: latest, of: id, hash: hash)
        }
    }

    /// Takes the code of a prescription back; one that was taken back already stays so.
    /// - Throws: ``StoreError/notFound`` for no signed prescription.
    package func revokeReturnCode(of id: Identifier<TherapyPrescription>, by actor: Actor) async throws {
        try await write(by: actor) { tx in
            guard try IssuedReturnCode.patient(of: id, in: tx.db) != nil else { throw StoreError.notFound }
            if let code = try IssuedReturnCode.inForce(of: id, in: tx.db) { try tx.revoke(code) }
        }
    }

    /// The prescription that a code was ever issued for, in force or not: for the clinic itself.
    package func prescription(ofReturnCodeHash hash: Data) async throws -> IssuedReturnCode? {
        try await read { db in try IssuedReturnCode.one("code_hash = ?", [hash], in: db) }
    }

    /// What a practice gets for a code. Everything that is wrong looks the same, but for a prescription that was replaced:
    /// whoever holds its sheet has to ask for the new one. Each failure is audited.
    package func openReturn(codeHash: Data, today: LocalDate, by actor: Actor) async throws -> ReturnAnswer {
        try await write(by: actor) { tx in
            let code = try IssuedReturnCode.one("code_hash = ?", [codeHash], in: tx.db)
            let answer = try code.map { try ReturnAnswer($0, at: tx.now, today: today, in: tx.db) } ?? .refused
            if case .open = answer { return answer }
            let patient = try code.flatMap { try IssuedReturnCode.patient(of: $0.prescription, in: tx.db) }
            try tx.audit(.signInFailed, IssuedReturnCode.entity, code?.id.text ?? "", patient: patient)
            return answer
        }
    }

    /// The same for a code that was found before, by its id.
    package func openReturn(_ id: Identifier<IssuedReturnCode>, today: LocalDate) async throws -> ReturnAnswer {
        let now = surroundings.now()
        return try await read { db in
            guard let code = try IssuedReturnCode.one("id = ?", [id], in: db) else { return .refused }
            return try ReturnAnswer(code, at: now, today: today, in: db)
        }
    }
}

/// What a code is answered with.
package enum ReturnAnswer: Sendable {
    /// What may be told of which prescription.
    case open(OpenReturn)
    /// Another prescription took its place.
    case replaced
    case refused

    init(_ code: IssuedReturnCode, at now: Date, today: LocalDate, in db: Database) throws {
        let row = try Row.fetchOne(
            db,
            sql: """
                SELECT p.status, json_extract(p.sheet, '$.timeZone') AS zone,
                    json_extract(p.sheet, '$.sheet.provider.practiceName') AS clinic,
                    json_extract(p.sheet, '$.sheet.provider.phone') AS phone, \(TherapyCourse.columns),
                    p.number_year, p.number_count
                FROM therapy_prescription p JOIN therapy_course c ON c.prescription_id = p.id WHERE p.id = ?
                """, arguments: [code.prescription])
        guard let row, let course = TherapyCourse(row) else {
            self = .refused
            return
        }
        let status: String = row["status"]
        if status == PrescriptionStatus.superseded.rawValue {
            self = .replaced
        } else if status == PrescriptionStatus.signed.rawValue, code.revokedAt == nil,
            course.takesCode(at: now, today: today)
        {
            let zone = TimeZone(identifier: row["zone"]) ?? .gmt
            self = .open(
                OpenReturn(
                    code: code, number: PrescriptionNumber(year: row["number_year"], count: row["number_count"]),
                    clinicName: row["clinic"], clinicPhone: row["phone"],
                    signedOn: LocalDate(course.signedAt, in: zone), visitsAuthorised: course.visitsAuthorised))
        } else {
            self = .refused
        }
    }
}

/// What whoever holds a code may know: nothing of the patient, nor of the treatment.
package struct OpenReturn: Sendable {
    package let code: IssuedReturnCode
    package let number: PrescriptionNumber
    /// As the sheet has them; empty for none.
    package let clinicName: String
    package let clinicPhone: String
    package let signedOn: LocalDate
    /// To ask whether more are meant; never shown.
    package let visitsAuthorised: Int
}

extension IssuedReturnCode {
    static let entity = "return-code"

    static func one(_ condition: String, _ arguments: StatementArguments, in db: Database) throws -> IssuedReturnCode? {
        try Row.fetchOne(db, sql: "SELECT * FROM return_code WHERE \(condition)", arguments: arguments).map { row in
            IssuedReturnCode(
                id: row["id"], prescription: row["prescription_id"], edition: row["edition"], hash: row["code_hash"],
                issuedAt: row["issued_at"], revokedAt: row["revoked_at"])
        }
    }

    static func latest(of id: Identifier<TherapyPrescription>, in db: Database) throws -> IssuedReturnCode? {
        try one("prescription_id = ? ORDER BY edition DESC LIMIT 1", [id], in: db)
    }

    static func inForce(of id: Identifier<TherapyPrescription>, in db: Database) throws -> IssuedReturnCode? {
        try one("prescription_id = ? AND revoked_at IS NULL", [id], in: db)
    }

    static func isPrescriptionInForce(_ id: Identifier<TherapyPrescription>, in db: Database) throws -> Bool {
        try Bool.fetchOne(
            db, sql: "SELECT status = 'signed' FROM therapy_prescription WHERE id = ?", arguments: [id]) ?? false
    }

    /// Whose signed prescription it is; nil for none.
    static func patient(of id: Identifier<TherapyPrescription>, in db: Database) throws -> Identifier<Patient>? {
        try Identifier<Patient>.fetchOne(
            db, sql: "SELECT patient_id FROM therapy_prescription WHERE id = ? AND status <> 'draft'", arguments: [id])
    }
}

extension Transaction {
    /// - Parameter patient: whose prescription it is, for the audit row.
    @discardableResult
    func issueReturnCode(
        edition: Int, of prescription: Identifier<TherapyPrescription>, patient: Identifier<Patient>?, hash: Data
    ) throws -> IssuedReturnCode {
        let code = IssuedReturnCode(
            id: newIdentifier(), prescription: prescription, edition: edition, hash: hash, issuedAt: now, revokedAt: nil
        )
        try db.execute(
            sql: """
                INSERT INTO return_code (id, prescription_id, edition, code_hash, issued_at, issued_by)
                VALUES (?, ?, ?, ?, ?, ?)
                """, arguments: [code.id, prescription, edition, hash, now, actor.account])
        try audit(.created, IssuedReturnCode.entity, code.id, patient: patient)
        return code
    }

    fileprivate func issueReturnCode(
        after latest: IssuedReturnCode?, of id: Identifier<TherapyPrescription>, hash: (Int) -> Data
    ) throws -> IssuedReturnCode {
        let edition = (latest?.edition ?? 0) + 1
        return try issueReturnCode(
            edition: edition, of: id, patient: try IssuedReturnCode.patient(of: id, in: db), hash: hash(edition))
    }

    fileprivate func revoke(_ code: IssuedReturnCode) throws {
        try db.execute(
            sql: "UPDATE return_code SET revoked_at = ?, revoked_by = ? WHERE id = ?",
            arguments: [now, actor.account, code.id])
        try audit(
            .revoked, IssuedReturnCode.entity, code.id,
            patient: try IssuedReturnCode.patient(of: code.prescription, in: db))
    }
}
