import Foundation

/// Who does something: written into every audit row.
package struct Actor: Sendable, Hashable {
    /// Nil for the program itself (first start, command line).
    package let account: Identifier<Account>?
    /// The request's id, so that an audit row and a log line can be matched; nil outside a request.
    package let request: String?

    package init(account: Identifier<Account>?, request: String? = nil) {
        self.account = account
        self.request = request
    }

    /// The program itself: imports on first start, the command line.
    package static let program = Actor(account: nil)
}

/// What was done to a record.
package enum AuditAction: String, Sendable, CaseIterable {
    case read, created, updated, merged, unmerged, signed, corrected, cancelled, removed, printed
    case signedIn = "signed-in"
    case signInFailed = "sign-in-failed"
    case signedOut = "signed-out"
    case passwordChanged = "password-changed"
    case sessionRevoked = "session-revoked"
    /// Of an invitation: taken back or replaced, used, dead after too many failures.
    case revoked, used, locked
    /// Of an account: switched off and on again.
    case deactivated, reactivated
    /// Of a delivery: accepted by the server; refused for good or given up.
    case sent, failed
}

/// One row of the audit log: who did what to which record when.
package struct AuditEntry: Sendable, Hashable {
    package let id: Int64
    package let at: Date
    package let actor: Actor
    package let action: AuditAction
    /// The kind of record: a table's name in the singular, such as `patient`.
    package let entity: String
    package let entityID: String
    /// The patient concerned, nil where none is.
    package let patient: Identifier<Patient>?

    package init(
        id: Int64, at: Date, actor: Actor, action: AuditAction, entity: String, entityID: String,
        patient: Identifier<Patient>?
    ) {
        self.id = id
        self.at = at
        self.actor = actor
        self.action = action
        self.entity = entity
        self.entityID = entityID
        self.patient = patient
    }
}
