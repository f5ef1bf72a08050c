import Clinic
import GRDB

extension ListedMedication {
    /// A medicine of an imported list, and its row's id.
    static func one(
        _ id: MedicationID, of release: Int64, in db: Database
    ) throws -> (id: Int64, medication: ListedMedication)? {
        try Row.fetchOne(
            db.cachedStatement(sql: "SELECT * FROM listed_medication WHERE release_id = ? AND key = ?"),
            arguments: [release, id.text]
        ).flatMap { row in
            ListedMedication(row).map { (row["id"], $0) }
        }
    }

    /// Reads a whole row of `listed_medication`.
    init?(_ row: Row) {
        self.init(name: row["name"])
        func parts(_ column: String) -> [String] { MedicationSummary.parts(of: row[column]) }
        brands = parts("brands")
        otherNames = parts("other_names")
        classes = parts("classes")
        purposes = parts("purposes")
        forms = parts("forms")
        routes = parts("routes")
        strengths = parts("strengths")
        effects = parts("effects")
        rxcui = row["rxcui"]
        ndcs = parts("ndcs")
        schedule = (row["schedule"] as String?).flatMap(ControlledSchedule.init(rawValue:))
    }
}
