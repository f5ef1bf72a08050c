import Foundation

/// Which rows of the audit log are asked for; nil leaves a part open.
package struct AuditFilter: Hashable, Sendable {
    /// Who did it.
    package var account: Identifier<Account>?
    /// Whom it concerns.
    package var patient: Identifier<Patient>?
    package var action: AuditAction?
    /// The first instant.
    package var from: Date?
    /// The first instant that is too late.
    package var until: Date?

    package init(
        account: Identifier<Account>? = nil, patient: Identifier<Patient>? = nil, action: AuditAction? = nil,
        from: Date? = nil, until: Date? = nil
    ) {
        self.account = account
        self.patient = patient
        self.action = action
        self.from = from
        self.until = until
    }
}

/// What does not hold in the audit log's chain of rows.
package enum AuditProblem: Hashable, Sendable, CustomStringConvertible {
    /// The row says something else than when it was written, or was put in by somebody else.
    case altered(Int64)
    /// Rows that were written and are gone.
    case missing(ClosedRange<Int64>)

    package var description: String {
        switch self {
        case .altered(let id): "row \(id) was changed or inserted"
        case .missing(let ids) where ids.count == 1: "row \(ids.lowerBound) was removed"
        case .missing(let ids): "rows \(ids.lowerBound) to \(ids.upperBound) were removed"
        }
    }
}
