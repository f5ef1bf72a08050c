import Clinic
import Foundation
import GRDB

extension ClinicDatabase {
    /// The most favourite prescriptions that one clinician keeps.
    package static let mostFavouritePrescriptions = 100

    /// A clinician's favourite prescriptions, the most used first, then those used last, then by name.
    package func favouritePrescriptions(of account: Identifier<Account>) async throws -> [FavouritePrescription] {
        try await read { db in
            try Row.fetchAll(db.cachedStatement(sql: FavouritePrescription.list), arguments: [account])
                .map { try FavouritePrescription($0, in: db) }
        }
    }

    /// One of a clinician's favourites.
    /// - Throws: ``StoreError/notFound`` also when it is somebody else's or was removed.
    package func favouritePrescription(
        _ id: Identifier<FavouritePrescription>, of account: Identifier<Account>
    ) async throws -> FavouritePrescription {
        try await read { try FavouritePrescription.one(id, of: account, in: $0) }
    }

    /// What a favourite made of a prescription would hold.
    /// - Parameters:
    ///   - id: a draft of the account's own, or anybody's signed prescription.
    ///   - zone: the clinic's, for the day.
    ///   - template: which shipped template a choice was made from; the clinic's own are looked up.
    /// - Throws: ``StoreError/notFound``.
    package func favouriteContent(
        of id: Identifier<TherapyPrescription>, for account: Identifier<Account>, in zone: TimeZone,
        template: @escaping @Sendable (TherapyChoice) -> TherapyTemplate
    ) async throws -> FavouriteContent {
        let now = surroundings.now()
        return try await read { db in
            let row = try Row.fetchOne(
                db,
                sql:
                    "SELECT status, clinician_id, practice, therapies, signed_at FROM therapy_prescription WHERE id = ?",
                arguments: [id])
            guard let row, row["status"] != PrescriptionStatus.draft.rawValue || row["clinician_id"] == account else {
                throw StoreError.notFound
            }
            let therapies: TherapyChoice? = try StoredJSON.value(row["therapies"])
            let written: Date = row["signed_at"] ?? now
            return FavouriteContent(
                diagnoses: try TherapyPrescriptionRows.diagnoses(of: id, db),
                practice: try StoredJSON.value(row["practice"]),
                therapies: try therapies.map { ($0, try $0.clinicTemplate(in: db) ?? template($0)) },
                writtenOn: LocalDate(written, in: zone))
        }
    }

    /// Keeps a prescription for the next time.
    /// - Throws: ``ValidationFailure`` for a name or key that another favourite has, for too many, and for nothing to keep.
    @discardableResult
    package func insertFavouritePrescription(
        _ content: FavouriteContent, _ label: FavouriteLabel, templateVersion: Int?, by actor: Actor
    ) async throws -> Identifier<FavouritePrescription> {
        guard !content.isEmpty else {
            throw ValidationFailure([Problem("", "favourite-prescriptions.problem.empty")])
        }
        return try await write(by: actor) { tx in
            guard let account = actor.account else { throw StoreError.notFound }
            try tx.requireFree(label, of: account, except: nil)
            let count = try Int.fetchOne(
                tx.db, sql: "SELECT count(*) FROM favourite_prescription WHERE account_id = ? AND removed_at IS NULL",
                arguments: [account])
            guard count ?? 0 < Self.mostFavouritePrescriptions else {
                let values = ["max": "\(Self.mostFavouritePrescriptions)"]
                throw ValidationFailure([Problem("", "favourite-prescriptions.problem.too-many", values)])
            }
            return try tx.insert(content, label, templateVersion, of: account)
        }
    }

    /// Gives a favourite another name or key.
    /// - Parameter version: what was changed.
    /// - Throws: ``ValidationFailure``, ``StoreError/notFound``, ``StoreError/stale(currentVersion:)``.
    package func relabelFavouritePrescription(
        _ id: Identifier<FavouritePrescription>, _ label: FavouriteLabel, version: Int, by actor: Actor
    ) async throws {
        try await write(by: actor) { tx in
            guard let account = actor.account else { throw StoreError.notFound }
            let before = try FavouritePrescription.one(id, of: account, in: tx.db)
            guard label != before.label else { return }
            guard before.version == version else { throw StoreError.stale(currentVersion: before.version) }
            try tx.requireFree(label, of: account, except: id)
            try tx.db.execute(
                sql: """
                    UPDATE favourite_prescription SET version = version + 1, name = ?, folded_name = ?, key = ?
                    WHERE id = ?
                    """, arguments: [label.name, SearchText.folded(label.name), label.key, id])
            try tx.audit(.updated, FavouritePrescription.entity, id)
        }
    }

    /// Takes a prescription out of the favourites. What was begun from it stays.
    /// - Throws: ``StoreError/notFound``.
    package func removeFavouritePrescription(
        _ id: Identifier<FavouritePrescription>, by actor: Actor
    ) async throws {
        try await write(by: actor) { tx in
            guard let account = actor.account else { throw StoreError.notFound }
            _ = try FavouritePrescription.one(id, of: account, in: tx.db)
            try tx.db.execute(
                sql: "UPDATE favourite_prescription SET removed_at = ? WHERE id = ?", arguments: [tx.now, id])
            try tx.audit(.removed, FavouritePrescription.entity, id)
        }
    }

    /// Begins a prescription with all that a favourite holds.
    /// - Parameters:
    ///   - patient: nil while nobody is chosen.
    ///   - day: today at the clinic, which the dates count from.
    ///   - template: which shipped template a choice was made from; the clinic's own are looked up.
    /// - Throws: ``StoreError/notFound``.
    package func insertTherapyPrescription(
        from id: Identifier<FavouritePrescription>, for patient: Identifier<Patient>?, on day: LocalDate,
        template: @escaping @Sendable (TherapyChoice) -> TherapyTemplate, by actor: Actor
    ) async throws -> Identifier<TherapyPrescription> {
        try await write(by: actor) { tx in
            guard let account = actor.account else { throw StoreError.notFound }
            let favourite = try FavouritePrescription.one(id, of: account, in: tx.db)
            let draft = try tx.insertDraft(of: account)
            let own = try favourite.content.therapies?.clinicTemplate(in: tx.db)
            let therapies = favourite.content.therapies(on: day) { own ?? template($0) }
            try tx.db.execute(
                sql: "UPDATE therapy_prescription SET patient_id = ?, practice = ?, therapies = ? WHERE id = ?",
                arguments: [
                    patient, try StoredJSON.text(favourite.content.practice), try StoredJSON.text(therapies), draft,
                ])
            try TherapyPrescriptionRows.replaceDiagnoses(favourite.content.diagnoses, of: draft, tx.db)
            try tx.db.execute(
                sql: "UPDATE favourite_prescription SET uses = uses + 1, last_used_at = ? WHERE id = ?",
                arguments: [tx.now, id])
            try tx.audit(.created, TherapyPrescriptionRows.entity, draft, patient: patient)
            return draft
        }
    }
}

extension Transaction {
    /// Throws a ``ValidationFailure`` when another favourite has the name or the key.
    fileprivate func requireFree(
        _ label: FavouriteLabel, of account: Identifier<Account>, except own: Identifier<FavouritePrescription>?
    ) throws {
        let others = "account_id = ? AND removed_at IS NULL AND id IS NOT ?"
        let isTaken = { (condition: String, value: (any DatabaseValueConvertible)?) in
            try Bool.fetchOne(
                db, sql: "SELECT EXISTS (SELECT 1 FROM favourite_prescription WHERE \(others) AND \(condition))",
                arguments: [account, own, value]) ?? false
        }
        var problems: [Problem] = []
        if try isTaken("folded_name = ?", SearchText.folded(label.name)) {
            problems.append(Problem("name", "favourite-prescriptions.problem.name-taken"))
        }
        if label.key != nil, try isTaken("key = ?", label.key) {
            problems.append(Problem("key", "favourite-prescriptions.problem.key-taken"))
        }
        guard problems.isEmpty else { throw ValidationFailure(problems) }
    }

    fileprivate func insert(
        _ content: FavouriteContent, _ label: FavouriteLabel, _ templateVersion: Int?, of account: Identifier<Account>
    ) throws -> Identifier<FavouritePrescription> {
        let id = newIdentifier(FavouritePrescription.self)
        try db.execute(
            sql: """
                INSERT INTO favourite_prescription (id, account_id, name, folded_name, key, written_on, practice, therapies,
                    template_version, created_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                id, account, label.name, SearchText.folded(label.name), label.key, content.writtenOn,
                try StoredJSON.text(content.practice), try StoredJSON.text(content.therapies), templateVersion, now,
            ])
        for (position, diagnosis) in content.diagnoses.diagnoses.enumerated() {
            try db.execute(
                sql: "INSERT INTO favourite_prescription_diagnosis VALUES (?, ?, ?, ?, ?, ?, ?)",
                arguments: [
                    id, position, diagnosis.system.rawValue, diagnosis.code.text, diagnosis.title, diagnosis.release,
                    diagnosis.releaseUntil,
                ])
        }
        try audit(.created, FavouritePrescription.entity, id)
        return id
    }
}

extension FavouritePrescription {
    /// The name of favourites in the audit log.
    static let entity = "favourite-prescription"

    fileprivate static let selection = """
        SELECT id, version, name, key, written_on, practice, therapies, template_version, uses
        FROM favourite_prescription WHERE account_id = ? AND removed_at IS NULL
        """

    static let list = selection + " ORDER BY uses DESC, last_used_at DESC, folded_name"

    fileprivate static func one(
        _ id: Identifier<FavouritePrescription>, of account: Identifier<Account>, in db: Database
    ) throws -> FavouritePrescription {
        guard let row = try Row.fetchOne(db, sql: selection + " AND id = ?", arguments: [account, id]) else {
            throw StoreError.notFound
        }
        return try FavouritePrescription(row, in: db)
    }

    fileprivate init(_ row: Row, in db: Database) throws {
        let id: Identifier<FavouritePrescription> = row["id"]
        let diagnoses = try TherapyPrescriptionRows.diagnoses(
            "favourite_prescription_diagnosis WHERE favourite_id = ?", id.text, db)
        self.init(
            id: id, version: row["version"], label: FavouriteLabel(stored: row["name"], key: row["key"]),
            content: FavouriteContent(
                stored: diagnoses, practice: try StoredJSON.value(row["practice"]),
                therapies: try StoredJSON.value(row["therapies"]), writtenOn: row["written_on"]),
            templateVersion: row["template_version"], uses: row["uses"])
    }
}
