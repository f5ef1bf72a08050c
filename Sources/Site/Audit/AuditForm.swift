import Clinic
import Foundation
import Hummingbird

/// What a reader of the audit log has in the address: `account`, `patient`, `action`, `from`, `through`, `before`.
struct AuditForm: Sendable {
    let account: String
    /// An id, or what somebody typed; ``AuditSubject`` is what it stands for.
    let patient: String
    let action: String
    /// Days as typed, both included.
    let from: String
    let through: String
    /// The last row of the page before; nil for the first page.
    let before: Int64?

    init(_ request: Request) {
        let query = request.query
        account = query.text("account")
        patient = query.text("patient")
        action = query.text("action")
        from = query.text("from")
        through = query.text("through")
        before = Int64(query.text("before"))
    }

    /// What is asked for. What the lists of choices do not have is taken as not given.
    /// - Throws: ``ValidationFailure`` for a patient that is none and a day that cannot be read.
    func filter(_ subject: AuditSubject, order: DateOrder, zone: TimeZone) throws -> AuditFilter {
        var checks = FieldChecks()
        if case .refused(let problem, _) = subject { checks.note(problem) }
        let first = checks.value(try day("from", from, order)) ?? nil
        let last = checks.value(try day("through", through, order)) ?? nil
        if let first, let last, last < first { checks.note(Problem("through", "audit.problem.order")) }
        guard checks.problems.isEmpty else { throw ValidationFailure(checks.problems) }
        let clock = WallClock(zone)
        return AuditFilter(
            account: Identifier(untrusted: account), patient: subject.patient,
            action: AuditAction(rawValue: action), from: first.map(clock.start),
            until: last.map { clock.start(of: $0.adding(days: 1)) })
    }

    private func day(_ field: String, _ typed: String, _ order: DateOrder) throws(Problem) -> LocalDate? {
        guard typed.contains(where: { !$0.isWhitespace }) else { return nil }
        return try DateReading(typed, order: order).day(field)
    }

    /// The address with some of it.
    func path(_ page: String, patient: String? = nil, before: Int64? = nil) -> String {
        let values = [
            ("account", account), ("patient", patient ?? self.patient), ("action", action), ("from", from),
            ("through", through), ("before", before.map(String.init) ?? ""),
        ]
        let query = values.filter { !$0.1.isEmpty }.map { "\($0.0)=\($0.1.queryEscaped)" }
        return query.isEmpty ? page : "\(page)?\(query.joined(separator: "&"))"
    }
}
