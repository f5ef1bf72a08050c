import Foundation

/// What one form says of a prescription's course; at least one thing.
package struct ReturnStatement: Hashable, Sendable {
    package var receivedOn: LocalDate?
    package var firstVisitOn: LocalDate?
    /// Altogether, 0 to ``TypedReturn/mostVisits``.
    package var visitsUsed: Int?
    package var dischargedOn: LocalDate?
    /// Empty for none.
    package var dischargeReason = ""
    package var reports: [ReportFile] = []

    package init() {}

    package var isEmpty: Bool {
        receivedOn == nil && firstVisitOn == nil && visitsUsed == nil && dischargedOn == nil && reports.isEmpty
    }
}

/// What a therapist, or a clinician for one who telephoned, typed. Empty fields say nothing.
package struct TypedReturn: Hashable, Sendable {
    package var receivedOn = ""
    package var firstVisitOn = ""
    package var visitsUsed = ""
    /// Whether more visits than are authorised are meant.
    package var isVisitsConfirmed = false
    package var dischargedOn = ""
    package var dischargeReason = ""
    package var reportText = ""
    /// Nil for none.
    package var reportFile: Data?

    package static let longestReason = 500
    /// More visits are a typing error.
    package static let mostVisits = 365

    package init() {}

    /// What the prescription allows to be said.
    package struct Limits: Sendable {
        /// At the clinic: nothing happened before.
        package let signedOn: LocalDate
        package let today: LocalDate
        package let visitsAuthorised: Int
        /// How days are read.
        package let order: DateOrder

        package init(signedOn: LocalDate, today: LocalDate, visitsAuthorised: Int, order: DateOrder) {
            self.signedOn = signedOn
            self.today = today
            self.visitsAuthorised = visitsAuthorised
            self.order = order
        }
    }

    /// The statement with all that was typed checked.
    /// - Throws: ``ValidationFailure`` with a problem for every field that is wrong.
    package func statement(_ limits: Limits) throws -> ReturnStatement {
        var checks = FieldChecks()
        var statement = ReturnStatement()
        statement.receivedOn = checks.value(try Self.day(receivedOn, "received", limits)) ?? nil
        statement.firstVisitOn = checks.value(try Self.day(firstVisitOn, "first-visit", limits)) ?? nil
        statement.visitsUsed = checks.value(try visits(limits)) ?? nil
        statement.dischargedOn = checks.value(try Self.day(dischargedOn, "discharged", limits)) ?? nil
        statement.dischargeReason =
            checks.value(
                try TypedText.block(dischargeReason, field: "discharge-reason", longest: Self.longestReason)) ?? ""
        if let file = reportFile, let report = checks.value(try ReportFile(pdf: file)) {
            statement.reports.append(report)
        }
        if let report = checks.value(try ReportFile(typed: reportText)) ?? nil { statement.reports.append(report) }
        if let first = statement.firstVisitOn, let discharged = statement.dischargedOn, discharged < first {
            checks.note(Problem("discharged", "returns.problem.discharged-before-first-visit"))
        }
        if !statement.dischargeReason.isEmpty, dischargedOn.allSatisfy(\.isWhitespace) {
            checks.note(Problem("discharged", "returns.problem.discharge-day"))
        }
        if checks.problems.isEmpty, statement.isEmpty { checks.note(Problem("received", "returns.problem.nothing")) }
        guard checks.problems.isEmpty else { throw ValidationFailure(checks.problems) }
        return statement
    }

    private static func day(_ typed: String, _ field: String, _ limits: Limits) throws(Problem) -> LocalDate? {
        guard typed.contains(where: { !$0.isWhitespace }) else { return nil }
        let day = try TypedDay(field: field, order: limits.order, today: limits.today).read(typed)
        guard day >= limits.signedOn else { throw Problem(field, "returns.problem.before-signing") }
        return day
    }

    private func visits(_ limits: Limits) throws(Problem) -> Int? {
        let typed = visitsUsed.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !typed.isEmpty else { return nil }
        // Int reads "+5" too; digits of other scripts are none here.
        guard typed.utf8.count <= 6, typed.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(typed),
            number <= Self.mostVisits
        else { throw Problem("visits", "returns.problem.visits", ["max": "\(Self.mostVisits)"]) }
        guard number <= limits.visitsAuthorised || isVisitsConfirmed else {
            throw Problem("visits", "returns.problem.visits-above")
        }
        return number
    }
}
