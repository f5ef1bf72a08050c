import Clinic
import Foundation
import GRDB

extension Transaction {
    /// The number after the last one of this year at the clinic, whatever kind of prescription had that. Writers stand in
    /// one queue, so no two get the same.
    func nextPrescriptionNumber(in zone: TimeZone) throws -> PrescriptionNumber {
        let year = LocalDate(now, in: zone).year
        let last = try Int.fetchOne(
            db,
            sql: """
                SELECT max(
                    ifnull((SELECT max(number_count) FROM therapy_prescription WHERE number_year = ?1), 0),
                    ifnull((SELECT max(number_count) FROM medication_prescription WHERE number_year = ?1), 0))
                """, arguments: [year])
        return PrescriptionNumber(year: year, count: (last ?? 0) + 1)
    }
}
