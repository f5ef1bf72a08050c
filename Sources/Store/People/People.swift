import Clinic
import Foundation
import GRDB

extension ClinicDatabase {
    /// The accounts of the staff, by name.
    package func staff(_ limits: SessionLimits) async throws -> [AccountSummary] {
        try await summaries(AccountSummary.staffQuery, [], limits)
    }

    /// Patients' accounts, the latest first.
    /// - Parameters:
    ///   - before: the last account of the page before; nil for the first page.
    ///   - limit: at most 200.
    package func patientAccounts(
        before: Identifier<Account>? = nil, limit: Int = 50, _ limits: SessionLimits
    ) async throws -> [AccountSummary] {
        // No id is greater than this text.
        let arguments: StatementArguments = [before?.text ?? "~", min(max(limit, 1), 200)]
        return try await summaries(AccountSummary.patientsQuery, arguments, limits)
    }

    /// How many accounts patients have.
    package func patientAccountCounts() async throws -> PatientAccountCounts {
        try await read { db in
            let row = try Row.fetchOne(db, sql: AccountSummary.countQuery)
            return PatientAccountCounts(active: row?[0] ?? 0, inactive: row?[1] ?? 0)
        }
    }

    /// An account, of the staff or a patient's.
    /// - Throws: ``StoreError/notFound``.
    package func accountSummary(
        _ id: Identifier<Account>, _ limits: SessionLimits
    ) async throws -> AccountSummary {
        guard let found = try await summaries(AccountSummary.oneQuery, [id], limits).first else {
            throw StoreError.notFound
        }
        return found
    }

    /// The account of the staff with an e-mail address, active or not; nil for none.
    package func staffAccount(email: String) async throws -> Account? {
        try await read { db in
            try Row.fetchOne(
                db, sql: "SELECT * FROM account WHERE email = ? AND is_patient = 0", arguments: [email.lowercased()]
            ).map { Account($0) }
        }
    }

    private func summaries(
        _ query: String, _ arguments: StatementArguments, _ limits: SessionLimits
    ) async throws -> [AccountSummary] {
        let now = surroundings.now()
        return try await read { db in
            try Row.fetchAll(
                db, sql: query, arguments: [now - limits.idle, now - limits.absolute] + arguments
            ).map { AccountSummary($0) }
        }
    }
}

extension AccountSummary {
    private static let query = """
        SELECT account.*, (SELECT max(started_at) FROM session WHERE account_id = account.id) AS last_sign_in_at,
            (SELECT count(*) FROM session WHERE account_id = account.id AND ended_at IS NULL AND last_seen_at > ?
                AND started_at > ?) AS open_sessions
        FROM account
        """
    static let staffQuery = "\(query) WHERE is_patient = 0 ORDER BY name, id LIMIT 1000"
    static let patientsQuery = "\(query) WHERE account.id < ? AND is_patient = 1 ORDER BY account.id DESC LIMIT ?"
    static let oneQuery = "\(query) WHERE account.id = ?"
    static let countQuery = """
        SELECT (SELECT count(*) FROM account WHERE is_patient = 1 AND is_active = 1),
            (SELECT count(*) FROM account WHERE is_patient = 1 AND is_active = 0)
        """

    fileprivate init(_ row: Row) {
        self.init(
            account: Account(row), version: row["version"], madeAt: row["created_at"],
            lastSignInAt: row["last_sign_in_at"], openSessions: row["open_sessions"])
    }
}
