import Clinic
import Foundation
import GRDB

/// When sessions end by themselves.
package struct SessionLimits: Sendable {
    /// Seconds without a request.
    package let idle: TimeInterval
    /// Seconds after sign-in.
    package let absolute: TimeInterval

    package init(idle: TimeInterval, absolute: TimeInterval) {
        self.idle = idle
        self.absolute = absolute
    }
}

extension ClinicDatabase {
    /// Starts a session.
    /// - Parameter tokenHash: SHA-256 of the secret in the browser's cookie.
    package func insertSession(
        for account: Account, tokenHash: Data, userAgent: String, address: String, by actor: Actor
    ) async throws -> Session {
        try await write(by: actor) { tx in
            let session = Session(
                id: tx.newIdentifier(), account: account, startedAt: tx.now, lastSeenAt: tx.now,
                userAgent: String(userAgent.prefix(200)), address: address)
            try tx.db.execute(
                sql: """
                    INSERT INTO session (id, account_id, token_hash, started_at, last_seen_at, user_agent, address)
                    VALUES (?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [session.id, account.id, tokenHash, tx.now, tx.now, session.userAgent, address])
            try tx.audit(.signedIn, "session", session.id)
            return session
        }
    }

    /// The session of a token; nil when it has ended, run out, or its account is switched off.
    package func session(tokenHash: Data, limits: SessionLimits) async throws -> Session? {
        let now = surroundings.now()
        // Asked for each request.
        return try readBriefly { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT account.*, session.id AS session_id, started_at, last_seen_at, user_agent, address,
                        proved_at
                    FROM session JOIN account ON account.id = session.account_id
                    WHERE token_hash = ? AND ended_at IS NULL AND is_active
                    """)
            guard let row = try Row.fetchOne(statement, arguments: [tokenHash]) else { return nil }
            let session = Session(row)
            let isIdle = now.timeIntervalSince(session.lastSeenAt) > limits.idle
            let isOld = now.timeIntervalSince(session.startedAt) > limits.absolute
            return isIdle || isOld ? nil : session
        }
    }

    /// Whose session a token was, running or ended; nil for a token never given out.
    package func account(ofEndedSession tokenHash: Data) async throws -> Identifier<Account>? {
        try await read { db in
            try Identifier<Account>.fetchOne(
                db, sql: "SELECT account_id FROM session WHERE token_hash = ?", arguments: [tokenHash])
        }
    }

    /// Notes that a session is in use, at most once a minute: a page view should not cost a flush to disk.
    package func touch(_ session: Session) async throws {
        guard surroundings.now().timeIntervalSince(session.lastSeenAt) >= 60 else { return }
        try await write(by: Actor(account: session.account.id)) { tx in
            try tx.db.execute(
                sql: "UPDATE session SET last_seen_at = ? WHERE id = ?", arguments: [tx.now, session.id])
        }
    }

    /// Notes that whoever uses a session has just shown the account's password.
    package func noteProof(in session: Session) async throws {
        try await write(by: Actor(account: session.account.id)) { tx in
            try tx.db.execute(
                sql: "UPDATE session SET proved_at = ? WHERE id = ? AND ended_at IS NULL",
                arguments: [tx.now, session.id])
        }
    }

    /// The sessions of an account that have neither ended nor run out, latest first.
    package func sessions(of account: Account, limits: SessionLimits) async throws -> [Session] {
        let now = surroundings.now()
        return try await read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT account.*, session.id AS session_id, started_at, last_seen_at, user_agent, address,
                        proved_at
                    FROM session JOIN account ON account.id = session.account_id
                    WHERE account_id = ? AND ended_at IS NULL AND last_seen_at > ? AND started_at > ?
                    ORDER BY last_seen_at DESC LIMIT 100
                    """,
                arguments: [account.id, now - limits.idle, now - limits.absolute]
            ).map { Session($0) }
        }
    }

    /// Ends a session of an account.
    /// - Throws: ``StoreError/notFound`` for a session of somebody else, as for one that is not there.
    package func endSession(
        _ session: Identifier<Session>, of account: Identifier<Account>, as action: AuditAction, by actor: Actor
    ) async throws {
        try await write(by: actor) { tx in
            try tx.db.execute(
                sql: "UPDATE session SET ended_at = ? WHERE id = ? AND account_id = ? AND ended_at IS NULL",
                arguments: [tx.now, session, account])
            guard tx.db.changesCount == 1 else { throw StoreError.notFound }
            try tx.audit(action, "session", session)
        }
    }
}

extension Session {
    init(_ row: Row) {
        self.init(
            id: row["session_id"], account: Account(row), startedAt: row["started_at"],
            lastSeenAt: row["last_seen_at"], userAgent: row["user_agent"], address: row["address"],
            provedAt: row["proved_at"])
    }
}
