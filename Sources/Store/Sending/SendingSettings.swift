import Clinic
import Foundation
import GRDB
import Synchronization

/// How the clinic sends, as it is stored.
package struct StoredSendingSettings: Hashable, Sendable {
    package let settings: SendingSettings
    /// Counts the savings from 1; 0 while none was saved.
    package let version: Int
}

extension ClinicDatabase {
    /// How the clinic sends; nothing is set up while nothing was saved. Kept in memory, so that any page may ask: only
    /// ``updateSendingSettings(version:by:_:)`` replaces it.
    package var sendingSettings: StoredSendingSettings { latestSendingSettings.withLock { $0 } }

    /// Changes how the clinic sends; what it was before is kept.
    /// - Parameter version: what was changed.
    /// - Throws: ``StoreError/stale(currentVersion:)``; what `change` throws.
    package func updateSendingSettings(
        version: Int, by actor: Actor, _ change: @escaping @Sendable (inout SendingSettings) throws -> Void
    ) async throws {
        let saved = try await write(by: actor) { tx in
            let before = try StoredSendingSettings(in: tx.db)
            var wanted = before.settings
            try change(&wanted)
            // What is kept already is saved: a form sent twice is no conflict.
            guard wanted != before.settings else { return before }
            guard before.version == version else { throw StoreError.stale(currentVersion: before.version) }
            let next = before.version + 1
            try tx.db.execute(
                sql: "INSERT INTO sending_settings (version, saved_at, saved_by, settings) VALUES (?, ?, ?, ?)",
                arguments: [next, tx.now, actor.account, try StoredJSON.text(of: wanted)])
            try tx.audit(next == 1 ? .created : .updated, "sending-settings", "\(next)")
            return StoredSendingSettings(settings: wanted, version: next)
        }
        latestSendingSettings.withLock { if saved.version >= $0.version { $0 = saved } }
    }
}

extension StoredSendingSettings {
    init(in db: Database) throws {
        let row = try Row.fetchOne(
            db, sql: "SELECT version, settings FROM sending_settings ORDER BY version DESC LIMIT 1")
        let settings: SendingSettings? = try StoredJSON.value(row?["settings"])
        self.init(settings: settings ?? SendingSettings(), version: row?["version"] ?? 0)
    }
}
