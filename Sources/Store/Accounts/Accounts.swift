import Clinic
import Foundation
import GRDB

extension ClinicDatabase {
    /// Whether anybody can sign in yet.
    package func hasAccounts() async throws -> Bool {
        try await read { try Bool.fetchOne($0, sql: "SELECT EXISTS (SELECT 1 FROM account)") ?? false }
    }

    /// Makes an account.
    /// - Parameter onlyFirst: refuse when there is one already (first-run page: two browsers may send it at once).
    /// - Throws: ``ValidationFailure`` for a wrong draft, an address that is taken, a patient that is none or has an account
    ///   that may sign in; ``StoreError/conflict(_:)`` when `onlyFirst` and it is not.
    package func insertAccount(
        _ draft: AccountDraft, passwordHash: String, onlyFirst: Bool = false, by actor: Actor
    ) async throws -> Account {
        guard draft.problems.isEmpty else { throw ValidationFailure(draft.problems) }
        return try await write(by: actor) { tx in
            let isFirst = try !(Bool.fetchOne(tx.db, sql: "SELECT EXISTS (SELECT 1 FROM account)") ?? false)
            if onlyFirst, !isFirst { throw StoreError.conflict("there is an account") }
            let account = try tx.insertAccount(draft, passwordHash: passwordHash)
            // A code on paper that makes a second account would only confuse.
            if let patient = draft.patient { try tx.endInvitations(of: patient, as: .replaced) }
            return account
        }
    }

    /// The account of an address with its password's hash; nil when there is none or it is switched off.
    package func credentials(email: String) async throws -> (account: Account, passwordHash: String)? {
        try await read { db in
            try Row.fetchOne(
                db, sql: "SELECT * FROM account WHERE email = ? AND is_active", arguments: [email.lowercased()]
            ).map { (Account($0), $0["password_hash"]) }
        }
    }

    /// Everybody who can sign in, by name.
    package func accounts() async throws -> [Account] {
        try await read { db in
            try Row.fetchAll(db, sql: "SELECT * FROM account ORDER BY name, id LIMIT 1000").map { Account($0) }
        }
    }

    /// Replaces the password and ends every other session of the account.
    package func updatePassword(
        of account: Identifier<Account>, hash: String, keeping session: Identifier<Session>?, by actor: Actor
    ) async throws {
        try await write(by: actor) { tx in
            try tx.db.execute(
                sql: "UPDATE account SET password_hash = ?, password_changed_at = ? WHERE id = ?",
                arguments: [hash, tx.now, account])
            guard tx.db.changesCount == 1 else { throw StoreError.notFound }
            try tx.endSessions(of: account, keeping: session)
            try tx.audit(.passwordChanged, "account", account)
        }
    }

    /// Chooses the language of an account; nil follows the browser.
    package func updateLanguage(
        of account: Identifier<Account>, to language: Language?, by actor: Actor
    ) async throws {
        try await write(by: actor) { tx in
            try tx.db.execute(
                sql: "UPDATE account SET language = ? WHERE id = ?", arguments: [language?.rawValue, account])
            try tx.audit(.updated, "account", account)
        }
    }
}

extension Transaction {
    /// - Parameter invitation: the colleague's code that is used up with it.
    func insertAccount(
        _ draft: AccountDraft, passwordHash: String, language: Language? = nil,
        using invitation: Identifier<StaffInvitation>? = nil
    ) throws -> Account {
        guard draft.problems.isEmpty else { throw ValidationFailure(draft.problems) }
        try requireFree(draft.email)
        if let patient = draft.patient { try requireNoAccount(of: patient) }
        let id = newIdentifier(Account.self)
        try db.execute(
            sql: """
                INSERT INTO account (id, name, email, password_hash, is_admin, is_clinician, is_patient, patient_id,
                    language, created_at, password_changed_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                id, draft.name, draft.email, passwordHash, draft.roles.contains(.admin),
                draft.roles.contains(.clinician), draft.roles.contains(.patient), draft.patient, language?.rawValue,
                now, now,
            ])
        try audit(.created, "account", id, patient: draft.patient)
        if let invitation { try end(invitation, as: .used, by: id) }
        // A code that would make a second account for the same address is of no use any more.
        try endStaffInvitations(for: draft.email)
        return Account(
            id: id, name: draft.name, email: draft.email, roles: draft.roles, patient: draft.patient,
            language: language)
    }

    /// - Throws: ``ValidationFailure`` when another account has the address.
    func requireFree(_ email: String, besides account: Identifier<Account>? = nil) throws {
        let isTaken = try Bool.fetchOne(
            db, sql: "SELECT EXISTS (SELECT 1 FROM account WHERE email = ? AND id IS NOT ?)",
            arguments: [email, account])
        if isTaken == true { throw ValidationFailure([Problem("email", "accounts.problem.email-taken")]) }
    }

    /// - Throws: ``ValidationFailure`` for a patient that is none, or who has an account that may sign in.
    private func requireNoAccount(of patient: Identifier<Patient>) throws {
        do {
            _ = try Patient.standing(for: patient, in: db)
        } catch StoreError.notFound {
            throw ValidationFailure([Problem("patient", "accounts.problem.patient-unknown")])
        }
        if try PatientAccount.all(of: patient, in: db).contains(where: \.account.isActive) {
            throw ValidationFailure([Problem("patient", "accounts.problem.patient-taken")])
        }
    }

    /// Ends the sessions of an account, but for one.
    func endSessions(of account: Identifier<Account>, keeping session: Identifier<Session>?) throws {
        try db.execute(
            sql: "UPDATE session SET ended_at = ? WHERE account_id = ? AND ended_at IS NULL AND id IS NOT ?",
            arguments: [now, account, session])
    }
}

extension Account {
    init(_ row: Row) {
        var roles: Set<Role> = []
        if row["is_admin"] { roles.insert(.admin) }
        if row["is_clinician"] { roles.insert(.clinician) }
        if row["is_patient"] { roles.insert(.patient) }
        self.init(
            id: row["id"], name: row["name"], email: row["email"], roles: roles, patient: row["patient_id"],
            language: (row["language"] as String?).flatMap(Language.init(rawValue:)), isActive: row["is_active"])
    }
}
