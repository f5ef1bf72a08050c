import Clinic
import Foundation
import GRDB
import Synchronization

/// The clinic's geocoder, as it is stored.
package struct StoredGeocoder: Hashable, Sendable {
    /// Nil: streets are not looked up.
    package let settings: GeocoderSettings?
    /// Counts the savings from 1; 0 while none was saved.
    package let version: Int
}

extension ClinicDatabase {
    /// The clinic's geocoder. Kept in memory, so that any page may ask: only ``updateGeocoder(_:version:by:)`` replaces it.
    package var geocoder: StoredGeocoder { latestGeocoder.withLock { $0 } }

    /// Chooses a geocoder, nil for none; what was chosen before is kept.
    /// - Parameter version: what was changed.
    /// - Throws: ``StoreError/stale(currentVersion:)``.
    package func updateGeocoder(_ settings: GeocoderSettings?, version: Int, by actor: Actor) async throws {
        let saved = try await write(by: actor) { tx in
            let before = try StoredGeocoder(in: tx.db)
            // What is kept already is saved: a form sent twice is no conflict.
            guard settings != before.settings else { return before }
            guard before.version == version else { throw StoreError.stale(currentVersion: before.version) }
            let next = before.version + 1
            try tx.db.execute(
                sql: "INSERT INTO geocoder_settings (version, saved_at, saved_by, settings) VALUES (?, ?, ?, ?)",
                arguments: [next, tx.now, actor.account, try StoredJSON.text(settings)])
            try tx.audit(next == 1 ? .created : .updated, "geocoder-settings", "\(next)")
            return StoredGeocoder(settings: settings, version: next)
        }
        latestGeocoder.withLock { if saved.version >= $0.version { $0 = saved } }
    }
}

extension StoredGeocoder {
    init(in db: Database) throws {
        let row = try Row.fetchOne(
            db, sql: "SELECT version, settings FROM geocoder_settings ORDER BY version DESC LIMIT 1")
        let text = row.flatMap { $0["settings"] as String? }
        self.init(settings: try StoredJSON.value(text), version: row?["version"] ?? 0)
    }
}
