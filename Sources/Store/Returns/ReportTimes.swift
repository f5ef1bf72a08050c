import Clinic
import Foundation
import GRDB

/// How a practice has answered so far.
package struct ReferralFigures: Hashable, Sendable {
    /// Prescriptions that the clinic signed for it, at most ``mostCounted``: the newest.
    package let referrals: Int
    /// How many of them a report came of.
    package let reports: Int
    /// The median of the days from signature to the first report, parts of days too; nil without a report.
    package let medianDays: Double?

    package static let mostCounted = 200
}

extension ClinicDatabase {
    /// How often the clinic referred to practices, and how quickly their reports came back, in the order asked for. A practice
    /// is known by its NPI, else by name and address, whatever their case, accents and punctuation (``Practice/likeness``).
    /// Two look-ups by index for each. Signed prescriptions count, whatever became of them.
    package func referralFigures(of practices: [Practice]) async throws -> [ReferralFigures] {
        try await read { db in
            try practices.map { try ReferralFigures(of: $0, in: db) }
        }
    }
}

extension ReferralFigures {
    init(of practice: Practice, in db: Database) throws {
        let rows = try Row.fetchAll(
            db.cachedStatement(sql: Self.sql),
            arguments: [
                "likeness": practice.likeness, "npi": practice.npi?.digits, "most": Self.mostCounted,
            ])
        let days = rows.compactMap { row -> Double? in
            guard let signed: Date = row["signed_at"], let reported: Date = row["reported_at"] else { return nil }
            return reported.timeIntervalSince(signed) / 86_400
        }
        self.init(referrals: rows.count, reports: days.count, medianDays: median(days))
    }

    static let sql = """
        SELECT signed_at, reported_at FROM (
            SELECT prescription_id, signed_at, reported_at FROM therapy_course WHERE practice_npi = :npi
            UNION SELECT prescription_id, signed_at, reported_at FROM therapy_course WHERE practice_likeness = :likeness)
        ORDER BY signed_at DESC LIMIT :most
        """
}

/// Nil for none.
private func median(_ values: [Double]) -> Double? {
    guard !values.isEmpty else { return nil }
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
}
