import Clinic
import GRDB

/// How often the clinic sent patients to practices, as the prescriptions in force say.
struct PracticeReferrals {
    let db: Database

    /// Prescriptions in force that send to a practice: by its NPI, else by name and address.
    func count(to practice: Practice, likeness: String) throws -> Int {
        try Int.fetchOne(
            db.cachedStatement(sql: Self.counting), arguments: ["npi": practice.npi?.digits, "likeness": likeness]) ?? 0
    }

    static let counting = """
        SELECT (SELECT count(*) FROM therapy_course WHERE practice_npi = :npi AND is_in_force = 1)
            + (SELECT count(*) FROM therapy_course WHERE practice_likeness = :likeness AND is_in_force = 1
                AND (:npi IS NULL OR practice_npi IS NOT :npi))
        """

    /// The keys under which imported directories have the practices that the clinic sends to most.
    func usualKeys(most: Int) throws -> [String] {
        try String.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT coalesce(max(practice_npi), substr(practice_likeness, 1, 500)) FROM therapy_course
                    WHERE is_in_force = 1 GROUP BY practice_likeness ORDER BY count(*) DESC LIMIT ?
                    """), arguments: [most])
    }
}
