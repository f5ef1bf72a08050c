import Clinic
import Foundation
import GRDB

/// The clinic's rules for doses as they are stored.
package struct StoredDoseWindows: Hashable, Sendable {
    package let windows: DoseWindows
    /// Counts the savings from 1; 0 while none was saved.
    package let version: Int
}

extension ClinicDatabase {
    /// The clinic's rules for when a dose is on time and when a day ends; the program's own while nothing was saved.
    package func doseWindows() async throws -> StoredDoseWindows {
        // Asked for each medicine on a page.
        try readBriefly { try StoredDoseWindows(in: $0) }
    }

    /// Saves the clinic's rules; those before are kept.
    /// - Parameter version: what was changed.
    /// - Throws: ``StoreError/stale(currentVersion:)``.
    package func updateDoseWindows(_ windows: DoseWindows, version: Int, by actor: Actor) async throws {
        try await write(by: actor) { tx in
            let before = try StoredDoseWindows(in: tx.db)
            guard before.version == version else { throw StoreError.stale(currentVersion: before.version) }
            guard before.windows != windows else { return }
            try tx.db.execute(
                sql: """
                    INSERT INTO dose_windows (id, version, minutes_before, minutes_after, day_end, saved_at, saved_by)
                    VALUES (1, 1, ?, ?, ?, ?, ?)
                    ON CONFLICT (id) DO UPDATE SET version = version + 1, minutes_before = excluded.minutes_before,
                        minutes_after = excluded.minutes_after, day_end = excluded.day_end,
                        saved_at = excluded.saved_at, saved_by = excluded.saved_by
                    """,
                arguments: [
                    windows.minutesBefore, windows.minutesAfter, windows.dayEnd.description, tx.now, tx.actor.account,
                ])
            try tx.audit(.updated, "dose-windows", "1")
        }
    }
}

extension StoredDoseWindows {
    fileprivate init(in db: Database) throws {
        let statement = try db.cachedStatement(
            sql: "SELECT version, minutes_before, minutes_after, day_end FROM dose_windows")
        guard let row = try Row.fetchOne(statement), let dayEnd = LocalTime(iso: row[3]) else {
            self.init(windows: DoseWindows(), version: 0)
            return
        }
        self.init(
            windows: DoseWindows(minutesBefore: row[1], minutesAfter: row[2], dayEnd: dayEnd), version: row[0])
    }
}
