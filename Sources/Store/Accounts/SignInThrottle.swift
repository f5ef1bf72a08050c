import Clinic
import Foundation
import GRDB

/// What failed sign-ins are counted for: a hash of the address typed, or of the network address.
package struct ThrottleKey: Sendable {
    package let hash: Data
    /// Failures before the first wait.
    package let free: Int

    package init(hash: Data, free: Int) {
        self.hash = hash
        self.free = free
    }
}

extension ClinicDatabase {
    /// Counts an attempt as failed before it is tried, so that many at once cannot slip past the count.
    /// - Returns: seconds still to wait before an attempt is looked at; 0 lets this one through.
    package func beginSignIn(_ keys: [ThrottleKey]) async throws -> TimeInterval {
        try await write(by: .program) { tx in
            var longest: TimeInterval = 0
            for key in keys { longest = max(longest, try tx.remainingWait(key)) }
            guard longest == 0 else { return longest }
            for key in keys {
                try tx.db.execute(
                    sql: """
                        INSERT INTO sign_in_throttle (key, failures, last_failure_at) VALUES (?, 1, ?)
                        ON CONFLICT (key) DO UPDATE SET
                            failures = CASE WHEN last_failure_at < ? THEN 1 ELSE failures + 1 END,
                            last_failure_at = excluded.last_failure_at
                        """,
                    arguments: [key.hash, tx.now, tx.now - Self.forgotten])
            }
            return 0
        }
    }

    /// Forgets the failures of an account after it signed in. The network address keeps its count less this attempt:
    /// one good password must not clear the way for guessing others.
    package func endSignIn(account: ThrottleKey, address: ThrottleKey) async throws {
        try await write(by: .program) { tx in
            try tx.db.execute(sql: "DELETE FROM sign_in_throttle WHERE key = ?", arguments: [account.hash])
            try tx.db.execute(
                sql: "UPDATE sign_in_throttle SET failures = max(failures - 1, 0) WHERE key = ?",
                arguments: [address.hash])
        }
    }

    /// Writes a failed sign-in into the audit log.
    package func auditFailedSignIn(by actor: Actor) async throws {
        try await write(by: actor) { try $0.audit(.signInFailed, "session", "") }
    }

    /// Failures are forgotten after a day.
    static let forgotten: TimeInterval = 86_400
}

extension Transaction {
    fileprivate func remainingWait(_ key: ThrottleKey) throws -> TimeInterval {
        guard
            let row = try Row.fetchOne(
                db, sql: "SELECT failures, last_failure_at FROM sign_in_throttle WHERE key = ?", arguments: [key.hash])
        else { return 0 }
        let since = now.timeIntervalSince(row["last_failure_at"])
        guard since < ClinicDatabase.forgotten else { return 0 }
        return max(0, SignInThrottle.wait(failures: row["failures"], free: key.free) - since)
    }
}
