import Clinic
import Foundation
import GRDB

extension ClinicDatabase {
    /// A clinician's provider information in force, nil while nothing was entered.
    package func provider(of account: Identifier<Account>) async throws -> ProviderRecord? {
        try readBriefly { try ProviderRecord.current(of: account, in: $0) }
    }

    /// An earlier version, as it was then.
    /// - Throws: ``StoreError/notFound``.
    package func provider(of account: Identifier<Account>, version: Int) async throws -> ProviderRecord {
        try await read { db in
            let row = try Row.fetchOne(
                db, sql: "SELECT * FROM provider_version WHERE account_id = ? AND version = ?",
                arguments: [account, version])
            guard let row else { throw StoreError.notFound }
            return ProviderRecord(row)
        }
    }

    /// Keeps new provider information as the next version. Pictures that it names have to be there.
    /// - Parameter version: the version that was changed, 0 when there was none.
    /// - Throws: ``StoreError/stale(currentVersion:)`` when it is no longer the latest.
    @discardableResult
    package func updateProvider(
        _ provider: Provider, of account: Identifier<Account>, version: Int, by actor: Actor
    ) async throws -> ProviderRecord {
        try await write(by: actor) { tx in
            let current = try ProviderRecord.current(of: account, in: tx.db)
            // What is kept already is saved: a form sent twice is no conflict.
            if let current, current.provider == provider { return current }
            guard current?.version ?? 0 == version else {
                throw StoreError.stale(currentVersion: current?.version ?? 0)
            }
            return try tx.insertProvider(provider, of: account, version: version + 1)
        }
    }

    /// Chooses the icon of a clinician's practice, nil for none.
    package func updateIcon(of account: Identifier<Account>, to picture: Picture?, by actor: Actor) async throws {
        try await change(account, by: actor) { tx, provider in
            provider.icon = try picture.map { try tx.insertPicture($0) }
        }
    }

    /// Chooses how a clinician signs with a name; nil for the printed name alone.
    package func updateSignature(of account: Identifier<Account>, to name: String?, by actor: Actor) async throws {
        try await change(account, by: actor) { _, provider in provider.signature = name.map { .typed(name: $0) } }
    }

    /// Chooses a picture as a clinician's signature.
    package func updateSignature(of account: Identifier<Account>, to picture: Picture, by actor: Actor) async throws {
        try await change(account, by: actor) { tx, provider in
            provider.signature = .picture(hash: try tx.insertPicture(picture))
        }
    }

    /// Changes one part of the latest version; writes nothing where nothing changes.
    private func change(
        _ account: Identifier<Account>, by actor: Actor,
        _ change: @escaping @Sendable (Transaction, inout Provider) throws -> Void
    ) async throws {
        try await write(by: actor) { tx in
            let current = try ProviderRecord.current(of: account, in: tx.db)
            var provider = current?.provider ?? Provider()
            try change(tx, &provider)
            guard provider != current?.provider else { return }
            try tx.insertProvider(provider, of: account, version: (current?.version ?? 0) + 1)
        }
    }
}

extension Transaction {
    @discardableResult
    fileprivate func insertProvider(
        _ provider: Provider, of account: Identifier<Account>, version: Int
    ) throws -> ProviderRecord {
        var signatureName: String?
        var signaturePicture: PictureHash?
        switch provider.signature {
        case .typed(let name): signatureName = name
        case .picture(let hash): signaturePicture = hash
        case nil: break
        }
        try db.execute(
            sql: """
                INSERT INTO provider_version (account_id, version, changed_at, changed_by, first_name, middle_name,
                    last_name, degree, phone, practice_name, street, city, state, postcode, country, fax, email, npi,
                    licence, signature_name, signature_picture, icon, mobile)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                account, version, now, actor.account, provider.firstName, provider.middleName, provider.lastName,
                provider.degree, provider.phone?.stored, provider.practiceName, provider.address.street,
                provider.address.city, provider.address.state, provider.address.postcode,
                provider.address.country?.code, provider.fax?.stored, provider.email?.text, provider.npi?.digits,
                provider.licence, signatureName, signaturePicture?.hex, provider.icon?.hex,
                provider.mobile?.stored,
            ])
        try audit(version == 1 ? .created : .updated, "provider", account)
        return ProviderRecord(account: account, version: version, provider: provider)
    }
}

extension ProviderRecord {
    fileprivate static func current(of account: Identifier<Account>, in db: Database) throws -> ProviderRecord? {
        try Row.fetchOne(
            db.cachedStatement(
                sql: "SELECT * FROM provider_version WHERE account_id = ? ORDER BY version DESC LIMIT 1"),
            arguments: [account]
        ).map { ProviderRecord($0) }
    }

    fileprivate init(_ row: Row) {
        var provider = Provider()
        provider.firstName = row["first_name"]
        provider.middleName = row["middle_name"]
        provider.lastName = row["last_name"]
        provider.degree = row["degree"]
        provider.phone = row.phoneNumber("phone")
        provider.practiceName = row["practice_name"]
        provider.address = row.postalAddress
        provider.fax = row.phoneNumber("fax")
        provider.mobile = row.phoneNumber("mobile")
        provider.email = (row["email"] as String?).flatMap { EmailAddress($0) }
        provider.npi = (row["npi"] as String?).flatMap { NationalProviderIdentifier($0) }
        provider.licence = row["licence"]
        let picture = (row["signature_picture"] as String?).flatMap { PictureHash(hex: $0) }
        let name: String? = row["signature_name"]
        provider.signature = picture.map { .picture(hash: $0) } ?? name.map { .typed(name: $0) }
        provider.icon = (row["icon"] as String?).flatMap { PictureHash(hex: $0) }
        self.init(account: row["account_id"], version: row["version"], provider: provider)
    }
}

extension Row {
    /// The address in the columns `street`, `city`, `state`, `postcode` and `country`.
    var postalAddress: PostalAddress {
        PostalAddress(
            street: self["street"], city: self["city"], state: self["state"], postcode: self["postcode"],
            country: (self["country"] as String?).flatMap { Country(code: $0) })
    }

    /// The phone number in a column, nil for none.
    func phoneNumber(_ column: String) -> PhoneNumber? {
        (self[column] as String?).flatMap { PhoneNumber(stored: $0) }
    }
}
