import Clinic
import GRDB

extension ClinicDatabase {
    /// The patients who may be the one described: born on the same day, or with the same phone number, and with a similar
    /// name. A record merged into another counts by its own name. At most 20, the closest names first.
    /// - Parameter id: the record described, which is not its own duplicate; nil before it is entered.
    package func possibleDuplicates(
        of draft: PatientDraft, besides id: Identifier<Patient>? = nil
    ) async throws -> [PatientSummary] {
        var tokens = [PatientToken(.born, draft.birthDate.description)]
        if let phone = draft.phone { tokens.append(.whole(phone)) }
        let kinds = tokens
        return try await read { db in
            let candidates = try kinds.flatMap { token in
                try Row.fetchAll(
                    db.cachedStatement(sql: PatientSummary.candidateQuery),
                    arguments: [token.kind.rawValue, token.text, id])
            }
            var seen: Set<String> = []
            let similar = candidates.filter { row in
                draft.name.resembles(PersonName(row)) && seen.insert(row["survivor_id"]).inserted
            }
            let lines = try similar.compactMap { row in
                try Row.fetchOne(
                    db.cachedStatement(sql: PatientSummary.lineQuery), arguments: [row["survivor_id"] as String])
            }
            let same = Set(draft.name.searchWords)
            let summaries = try PatientSummary.all(lines, in: db)
            return Array(
                (summaries.filter { Set($0.name.searchWords) == same }
                    + summaries.filter { Set($0.name.searchWords) != same }).prefix(20))
        }
    }
}

extension PatientSummary {
    static let candidateQuery = """
        SELECT survivor_id, given, family, name_order FROM patient_token
        JOIN patient ON patient.serial = patient_token.serial
        JOIN patient_version ON patient_version.patient_id = patient.id AND patient_version.version = patient.version
        WHERE kind = ? AND token = ? AND survivor_id IS NOT ? LIMIT 1000
        """

    static let lineQuery = """
        SELECT \(columns) FROM patient
        JOIN patient_version ON patient_version.patient_id = patient.id AND patient_version.version = patient.version
        WHERE patient.id = ?
        """
}
