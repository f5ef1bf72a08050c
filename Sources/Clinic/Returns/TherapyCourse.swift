import Foundation

/// What has been heard of a signed therapy prescription: the latest of each kind, whoever told it.
package struct TherapyCourse: Hashable, Sendable {
    /// Where a prescription is on its way from signature to discharge.
    package enum State: String, CaseIterable, Sendable {
        /// Signed, and not sent by the program: the patient has the sheet.
        case signed
        /// A server has accepted a message with it.
        case sent
        /// The practice has it.
        case received
        /// The first visit was, or visits were counted.
        case treatment
        /// A report has come.
        case reported
        /// Nothing was heard for ``TherapyCourse/silentDays``.
        case silent
        case discharged
        /// Over without a word of its end: the last day has passed.
        case ended
    }

    /// Days without a word after which a practice counts as silent. The clinic's default, not a clinical rule: long enough for
    /// the first appointment, short enough to ask while the prescription is still valid.
    package static let silentDays = 30
    /// Days before the last valid one from which a prescription counts as expiring.
    package static let expiringDays = 30
    /// A prescription without a last day is asked after for so long.
    package static let daysWithoutLimit = 365
    /// How long after a discharge its code still takes corrections and the last report.
    package static let daysAfterDischarge = 30
    /// How long after its last day the code of a prescription that was not discharged still takes a report.
    package static let daysAfterEnd = 90

    package var signedAt: Date
    /// When a server first accepted a message with it; nil for never.
    package var sentAt: Date?
    /// When something was last told, whatever day it is about; nil for never.
    package var heardAt: Date?
    package var receivedOn: LocalDate?
    package var firstVisitOn: LocalDate?
    package var visitsUsed: Int?
    package var visitsAuthorised: Int
    /// When the first report came; nil for none.
    package var reportedAt: Date?
    package var dischargedOn: LocalDate?
    /// When the discharge was told.
    package var dischargedAt: Date?
    /// As the sheet says; nil for no limit.
    package var validUntil: LocalDate?
    /// ``validUntil``, else ``daysWithoutLimit`` after the signature.
    package var lastDay: LocalDate
    /// Whether something was told that the prescriber has not opened yet.
    package var isUnseen: Bool

    package init(signedAt: Date, visitsAuthorised: Int, lastDay: LocalDate) {
        self.signedAt = signedAt
        self.visitsAuthorised = visitsAuthorised
        self.lastDay = lastDay
        isUnseen = false
    }

    /// Where it is now. A discharge ends it whatever else was said. A report answers what the clinic asked, so nobody has to
    /// be asked after it; everything else falls silent, and ends with its last day.
    /// - Parameter today: at the clinic.
    package func state(at now: Date, today: LocalDate) -> State {
        if dischargedOn != nil { return .discharged }
        if reportedAt != nil { return .reported }
        if lastDay < today { return .ended }
        let quietSince = heardAt ?? sentAt ?? signedAt
        if quietSince < Self.silentSince(now) { return .silent }
        if firstVisitOn != nil || (visitsUsed ?? 0) > 0 { return .treatment }
        if receivedOn != nil { return .received }
        return sentAt == nil ? .signed : .sent
    }

    /// Who was last heard before is silent.
    package static func silentSince(_ now: Date) -> Date { now - TimeInterval(silentDays * 86_400) }

    /// Whether its last valid day is near and treatment may still go on.
    package func isExpiring(on today: LocalDate) -> Bool {
        guard dischargedOn == nil, let validUntil else { return false }
        return today <= validUntil && validUntil <= today.adding(days: Self.expiringDays)
    }

    /// Visits that are authorised and not used; never below zero. Nil while nobody has said how many were used.
    package var visitsLeft: Int? { visitsUsed.map { max(visitsAuthorised - $0, 0) } }

    /// Whether visits are left while treatment may still go on.
    package func hasVisitsLeft(on today: LocalDate) -> Bool {
        dischargedOn == nil && today <= lastDay && (visitsLeft ?? 0) > 0
    }

    /// Whether its code still takes what a practice says.
    package func takesCode(at now: Date, today: LocalDate) -> Bool {
        if let dischargedAt { return now < dischargedAt + TimeInterval(Self.daysAfterDischarge * 86_400) }
        return today <= lastDay.adding(days: Self.daysAfterEnd)
    }
}
