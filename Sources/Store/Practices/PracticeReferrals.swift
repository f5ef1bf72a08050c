import Clinic
import GRDB

extension Transaction {
    /// Counts a signed prescription for the practice it sends to.
    func noteReferral(to practice: Practice, by prescription: Identifier<TherapyPrescription>) throws {
        try db.execute(
            sql: "INSERT INTO practice_referral (prescription_id, likeness, npi) VALUES (?, ?, ?)",
            arguments: [prescription, practice.likeness, practice.npi?.digits])
    }
}

/// How often the clinic sent patients to practices, as the prescriptions in force say.
struct PracticeReferrals {
    let db: Database

    /// Prescriptions in force that send to a practice: by its NPI, else by name and address.
    func count(to practice: Practice, likeness: String) throws -> Int {
        try Int.fetchOne(
            db.cachedStatement(sql: Self.counting), arguments: ["npi": practice.npi?.digits, "likeness": likeness]) ?? 0
    }

    static let counting = """
        SELECT (SELECT count(*) FROM practice_referral WHERE npi = :npi)
            + (SELECT count(*) FROM practice_referral WHERE likeness = :likeness AND (:npi IS NULL OR npi IS NOT :npi))
        """

    /// The keys under which imported directories have the practices that the clinic sends to most.
    func usualKeys(most: Int) throws -> [String] {
        try String.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT coalesce(max(npi), substr(likeness, 1, 500)) FROM practice_referral
                    GROUP BY likeness ORDER BY count(*) DESC LIMIT ?
                    """), arguments: [most])
    }
}
