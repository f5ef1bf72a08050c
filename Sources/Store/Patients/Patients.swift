import Clinic
import Foundation
import GRDB

extension ClinicDatabase {
    /// The record that stands for an id: after a merge the survivor, whichever of the merged ids is asked for.
    /// - Throws: ``StoreError/notFound``.
    package func patient(_ id: Identifier<Patient>) async throws -> Patient {
        try readBriefly { try Patient.standing(for: id, in: $0) }
    }

    /// The record of exactly this id, also when it was merged into another.
    /// - Throws: ``StoreError/notFound``.
    package func patientRecord(_ id: Identifier<Patient>) async throws -> Patient {
        try await read { try Patient.record(id, in: $0) }
    }

    /// Every version of a record, the newest first.
    /// - Throws: ``StoreError/notFound``.
    package func patientVersions(_ id: Identifier<Patient>) async throws -> [PatientVersion] {
        try await read { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT patient_version.*, account.name AS author FROM patient_version
                    LEFT JOIN account ON account.id = changed_by
                    WHERE patient_version.patient_id = ? ORDER BY version DESC
                    """,
                arguments: [id])
            guard !rows.isEmpty else { throw StoreError.notFound }
            return try rows.map { try PatientVersion($0, in: db) }
        }
    }

    /// Enters a new patient and gives out the next number.
    /// - Parameter key: the form that says so. One that entered a patient before gives that patient and enters no other; nil
    ///   where nothing can be sent twice.
    package func insertPatient(
        _ draft: PatientDraft, key: FormKey? = nil, by actor: Actor
    ) async throws -> Patient {
        try await write(by: actor) { tx in
            if let entered = try key?.patient(in: tx.db) { return try Patient.record(entered, in: tx.db) }
            let id = tx.newIdentifier(Patient.self)
            try tx.db.execute(
                sql: "INSERT INTO patient (id, version, survivor_id, created_at) VALUES (?, 1, ?, ?)",
                arguments: [id, id, tx.now])
            let patient = Patient(
                id: id, number: PatientNumber(serial: Int(tx.db.lastInsertedRowID)), version: 1, mergedInto: nil,
                details: draft)
            try tx.insertVersion(of: patient, cause: .created)
            try key?.insert(for: id, in: tx.db)
            try tx.noteUse(of: id)
            try tx.audit(.created, "patient", id, patient: id)
            return patient
        }
    }

    /// Writes a new version of a record, unless nothing differs.
    /// - Parameter version: the version the edit started from.
    /// - Throws: ``StoreError/stale(currentVersion:)`` when somebody else was faster or merged the record into another,
    ///   ``StoreError/notFound``.
    package func updatePatient(
        _ id: Identifier<Patient>, to draft: PatientDraft, version: Int, by actor: Actor
    ) async throws -> Patient {
        try await write(by: actor) { tx in
            let patient = try Patient.record(id, in: tx.db)
            guard patient.mergedInto == nil else { throw StoreError.stale(currentVersion: patient.version) }
            try tx.noteUse(of: id)
            guard patient.details != draft else { return patient }
            guard patient.version == version else { throw StoreError.stale(currentVersion: patient.version) }
            let updated = try tx.update(patient, to: draft, cause: .edited)
            try tx.audit(.updated, "patient", id, patient: id)
            return updated
        }
    }
}

extension Patient {
    static func record(_ id: Identifier<Patient>, in db: Database) throws -> Patient {
        let statement = try db.cachedStatement(sql: "\(query) WHERE patient.id = ?")
        guard let row = try Row.fetchOne(statement, arguments: [id]) else { throw StoreError.notFound }
        return try Patient(row, in: db)
    }

    static func standing(for id: Identifier<Patient>, in db: Database) throws -> Patient {
        let statement = try db.cachedStatement(
            sql: "\(query) WHERE patient.id = (SELECT survivor_id FROM patient WHERE id = ?)")
        guard let row = try Row.fetchOne(statement, arguments: [id]) else { throw StoreError.notFound }
        return try Patient(row, in: db)
    }
}

extension PatientVersion {
    fileprivate init(_ row: Row, in db: Database) throws {
        guard let cause = Cause(rawValue: row["cause"]) else { throw StoreError.conflict("patient_version.cause") }
        self.init(
            version: row["version"], at: row["changed_at"], author: row["author"], cause: cause,
            details: try PatientDraft(row, in: db))
    }
}

extension Transaction {
    /// Replaces what a record says and what it is found by; the versions before stay as they are.
    func update(_ patient: Patient, to draft: PatientDraft, cause: PatientVersion.Cause) throws -> Patient {
        let updated = Patient(
            id: patient.id, number: patient.number, version: patient.version + 1, mergedInto: patient.mergedInto,
            details: draft)
        try db.execute(
            sql: "UPDATE patient SET version = ? WHERE id = ? AND version = ?",
            arguments: [updated.version, patient.id, patient.version])
        try requireOneChange {
            try Int.fetchOne(db, sql: "SELECT version FROM patient WHERE id = ?", arguments: [patient.id])
        }
        try insertVersion(of: updated, cause: cause)
        return updated
    }

    fileprivate func insertVersion(of patient: Patient, cause: PatientVersion.Cause) throws {
        let columns = ["patient_id", "version", "changed_at", "changed_by", "cause"] + PatientColumns.names
        let values: [(any DatabaseValueConvertible)?] =
            [patient.id, patient.version, now, actor.account, cause.rawValue] + patient.details.columnValues
        try db.cachedStatement(
            sql: """
                INSERT INTO patient_version (\(columns.joined(separator: ", ")))
                VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))
                """
        ).execute(arguments: StatementArguments(values))
        try insertAllergies(of: patient)
        try insertConditions(of: patient)
        try replaceTokens(of: patient)
    }

    private func insertAllergies(of patient: Patient) throws {
        guard case .recorded(let allergies) = patient.allergies else { return }
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO patient_allergy (patient_id, version, position, substance, reaction, severity)
                VALUES (?, ?, ?, ?, ?, ?)
                """)
        for (position, allergy) in allergies.enumerated() {
            try statement.execute(
                arguments: [
                    patient.id, patient.version, position, allergy.substance, allergy.reaction,
                    allergy.severity?.rawValue,
                ])
        }
    }

    private func insertConditions(of patient: Patient) throws {
        let statement = try db.cachedStatement(
            sql: "INSERT INTO patient_condition (patient_id, version, position, name, note) VALUES (?, ?, ?, ?, ?)")
        for (position, condition) in patient.conditions.enumerated() {
            try statement.execute(
                arguments: [patient.id, patient.version, position, condition.name, condition.note])
        }
    }

    private func replaceTokens(of patient: Patient) throws {
        try db.cachedStatement(sql: "DELETE FROM patient_token WHERE serial = ?")
            .execute(arguments: [patient.number.serial])
        let statement = try db.cachedStatement(
            sql: "INSERT INTO patient_token (kind, token, serial) VALUES (?, ?, ?)")
        for token in PatientToken.all(of: patient.details, number: patient.number) {
            try statement.execute(arguments: [token.kind.rawValue, token.text, patient.number.serial])
        }
    }
}
