import Clinic
import Foundation
import GRDB

/// A patient's own times as they are stored.
package struct StoredDayRhythm: Hashable, Sendable {
    package let rhythm: DayRhythm
    /// Counts the savings from 1; 0 while none was saved.
    package let version: Int
}

extension ClinicDatabase {
    /// A patient's own times, those of the record that stands where records were merged; none known while nothing was saved.
    /// - Throws: ``StoreError/notFound`` for no such patient.
    package func dayRhythm(of patient: Identifier<Patient>) async throws -> StoredDayRhythm {
        try readBriefly { try StoredDayRhythm(of: try Patient.standing(for: patient, in: $0).id, in: $0) }
    }

    /// Saves a patient's own times; those before are kept.
    /// - Parameter version: what was changed.
    /// - Throws: ``StoreError/notFound``, ``StoreError/stale(currentVersion:)``.
    package func updateDayRhythm(
        _ rhythm: DayRhythm, of patient: Identifier<Patient>, version: Int, by actor: Actor
    ) async throws {
        try await write(by: actor) { tx in
            let patient = try Patient.standing(for: patient, in: tx.db).id
            let before = try StoredDayRhythm(of: patient, in: tx.db)
            guard before.version == version else { throw StoreError.stale(currentVersion: before.version) }
            guard before.version == 0 || before.rhythm != rhythm else { return }
            let times = [rhythm.wake, rhythm.breakfast, rhythm.lunch, rhythm.dinner, rhythm.bed].map { $0?.description }
            try tx.db.execute(
                sql: """
                    INSERT INTO day_rhythm
                        (patient_id, version, wake, breakfast, lunch, dinner, bed, saved_at, saved_by)
                    VALUES (?, 1, ?, ?, ?, ?, ?, ?, ?)
                    ON CONFLICT (patient_id) DO UPDATE SET version = version + 1, wake = excluded.wake,
                        breakfast = excluded.breakfast, lunch = excluded.lunch, dinner = excluded.dinner,
                        bed = excluded.bed, saved_at = excluded.saved_at, saved_by = excluded.saved_by
                    """,
                arguments: [patient, times[0], times[1], times[2], times[3], times[4], tx.now, tx.actor.account])
            try tx.audit(.updated, "day-rhythm", patient, patient: patient)
        }
    }

    /// How an account reads the clock; as the clinic has it while nothing was chosen.
    package func clockStyle(of account: Identifier<Account>) async throws -> ClockStyle {
        let usual = clinicSettings.settings.clock
        return try readBriefly { db in
            let statement = try db.cachedStatement(sql: "SELECT style FROM clock_style WHERE account_id = ?")
            return try String.fetchOne(statement, arguments: [account]).flatMap(ClockStyle.init) ?? usual
        }
    }

    /// Chooses how an account reads the clock.
    package func updateClockStyle(_ style: ClockStyle, of account: Identifier<Account>, by actor: Actor) async throws {
        try await write(by: actor) { tx in
            try tx.db.execute(
                sql: """
                    INSERT INTO clock_style (account_id, style) VALUES (?, ?)
                    ON CONFLICT (account_id) DO UPDATE SET style = excluded.style
                    """, arguments: [account, style.rawValue])
            try tx.audit(.updated, "clock-style", account)
        }
    }
}

extension StoredDayRhythm {
    fileprivate init(of patient: Identifier<Patient>, in db: Database) throws {
        let statement = try db.cachedStatement(
            sql: "SELECT version, wake, breakfast, lunch, dinner, bed FROM day_rhythm WHERE patient_id = ?")
        guard let row = try Row.fetchOne(statement, arguments: [patient]) else {
            self.init(rhythm: DayRhythm(), version: 0)
            return
        }
        func time(_ column: String) -> LocalTime? { (row[column] as String?).flatMap { LocalTime(iso: $0) } }
        self.init(
            rhythm: DayRhythm(
                wake: time("wake"), breakfast: time("breakfast"), lunch: time("lunch"), dinner: time("dinner"),
                bed: time("bed")), version: row["version"])
    }
}
