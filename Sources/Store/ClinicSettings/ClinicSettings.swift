import Clinic
import Foundation
import GRDB
import Synchronization

/// The clinic's settings as they are stored.
package struct StoredClinicSettings: Hashable, Sendable {
    package let settings: ClinicSettings
    /// Counts the savings from 1; 0 while none was saved.
    package let version: Int
}

extension ClinicDatabase {
    /// The clinic's settings in force; the program's own while nothing was saved. Kept in memory, so that any page may ask:
    /// only ``updateClinicSettings(_:version:by:)`` and ``updateClinicIcon(to:by:)`` replace it.
    package var clinicSettings: StoredClinicSettings { latestSettings.withLock { $0 } }

    /// Saves the clinic's settings but for the icon; those before are kept.
    /// - Parameter version: what was changed.
    /// - Throws: ``StoreError/stale(currentVersion:)``.
    package func updateClinicSettings(_ settings: ClinicSettings, version: Int, by actor: Actor) async throws {
        try await changeClinicSettings(by: actor) { _, before in
            var wanted = settings
            wanted.icon = before.settings.icon
            // What is kept already is saved: a form sent twice is no conflict.
            guard wanted != before.settings else { return wanted }
            guard before.version == version else { throw StoreError.stale(currentVersion: before.version) }
            return wanted
        }
    }

    /// Chooses the clinic's icon, nil for none.
    package func updateClinicIcon(to picture: Picture?, by actor: Actor) async throws {
        try await changeClinicSettings(by: actor) { tx, before in
            var wanted = before.settings
            wanted.icon = try picture.map { try tx.insertPicture($0) }
            return wanted
        }
    }

    private func changeClinicSettings(
        by actor: Actor, _ change: @escaping @Sendable (Transaction, StoredClinicSettings) throws -> ClinicSettings
    ) async throws {
        let saved = try await write(by: actor) { tx in
            let before = try StoredClinicSettings(in: tx.db)
            let wanted = try change(tx, before)
            guard wanted != before.settings else { return before }
            return try tx.insert(wanted, version: before.version + 1)
        }
        // Two that are saved at once may arrive here in either order.
        latestSettings.withLock { if saved.version >= $0.version { $0 = saved } }
    }
}

extension Transaction {
    fileprivate func insert(_ settings: ClinicSettings, version: Int) throws -> StoredClinicSettings {
        try db.execute(
            sql: """
                INSERT INTO clinic_settings (version, saved_at, saved_by, name, street, city, state, postcode, country,
                    phone, icon, languages, default_language, time_zone, clock, weight_unit, height_unit, distance_unit,
                    paper, signing_minutes)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                version, now, actor.account, settings.name, settings.address.street, settings.address.city,
                settings.address.state, settings.address.postcode, settings.address.country?.code,
                settings.phone?.stored, settings.icon?.hex, settings.languages.map(\.rawValue).joined(separator: ","),
                settings.defaultLanguage.rawValue, settings.timeZone?.text, settings.clock.rawValue,
                settings.weightUnit?.rawValue, settings.heightUnit?.rawValue, settings.distanceUnit?.rawValue,
                settings.paper?.rawValue, settings.signingMinutes,
            ])
        try audit(version == 1 ? .created : .updated, "clinic-settings", "\(version)")
        return StoredClinicSettings(settings: settings, version: version)
    }
}

extension StoredClinicSettings {
    init(in db: Database) throws {
        guard let row = try Row.fetchOne(db, sql: "SELECT * FROM clinic_settings ORDER BY version DESC LIMIT 1") else {
            self.init(settings: ClinicSettings(), version: 0)
            return
        }
        var settings = ClinicSettings()
        settings.name = row["name"]
        settings.address = row.postalAddress
        settings.phone = row.phoneNumber("phone")
        settings.icon = (row["icon"] as String?).flatMap { PictureHash(hex: $0) }
        let languages = (row["languages"] as String).split(separator: ",").compactMap { Language(rawValue: String($0)) }
        try settings.offer(Set(languages), default: Language(rawValue: row["default_language"]))
        settings.timeZone = (row["time_zone"] as String?).map { TimeZoneName($0) }
        settings.clock = ClockStyle(rawValue: row["clock"]) ?? .hours24
        settings.weightUnit = (row["weight_unit"] as String?).flatMap(WeightUnit.init)
        settings.heightUnit = (row["height_unit"] as String?).flatMap(HeightUnit.init)
        settings.distanceUnit = (row["distance_unit"] as String?).flatMap(DistanceUnit.init)
        settings.paper = (row["paper"] as String?).flatMap(Paper.init)
        settings.signingMinutes = row["signing_minutes"]
        self.init(settings: settings, version: row["version"])
    }
}
