import Clinic
import GRDB

extension ClinicDatabase {
    /// Who a typed query finds: records that meet every term, by whole words first, then by what the account used last,
    /// then by name. A merged record is found by its own name and stands in the list as its survivor.
    /// - Parameter limit: at most 100.
    package func patients(
        matching query: PatientQuery, for account: Identifier<Account>, limit: Int = 20
    ) async throws -> ListPage<PatientSummary> {
        let size = min(limit, 100)
        let (sql, arguments) = PatientSummary.search(query, account: account, limit: size + 1)
        return try await read { db in
            let rows = try Row.fetchAll(db.cachedStatement(sql: sql), arguments: arguments)
            return ListPage(rows: try PatientSummary.all(rows, in: db), size: size)
        }
    }
}

extension PatientSummary {
    /// The statement of a search. Its text depends on the number of terms and their kinds only, so that it is prepared
    /// once; what was typed is bound.
    static func search(
        _ query: PatientQuery, account: Identifier<Account>, limit: Int
    ) -> (sql: String, arguments: StatementArguments) {
        var arguments = StatementArguments()
        let conditions = query.terms.map { term in
            let parts = term.map { match in
                arguments += Self.arguments(match)
                return found(match.isPrefix ? "token >= ? AND token < ?" : "token = ?")
            }
            return "patient.id IN (\(parts.joined(separator: " UNION ALL ")))"
        }
        let whole = query.terms.flatMap(\.self).filter { $0.token.kind == .name || $0.token.kind == .number }.map {
            match in
            arguments += [match.token.kind.rawValue, match.token.text]
            return "(patient.id IN (\(found("token = ?"))))"
        }
        arguments += [account, limit]
        let sql = """
            SELECT \(columns) FROM patient
            JOIN patient_version ON patient_version.patient_id = patient.id AND patient_version.version = patient.version
            WHERE \(conditions.joined(separator: " AND "))
            ORDER BY \(whole.isEmpty ? "" : whole.joined(separator: " + ") + " DESC,") (
                SELECT max(used_at) FROM patient AS same JOIN patient_use ON patient_use.patient_id = same.id
                WHERE same.survivor_id = patient.id AND patient_use.account_id = ?) DESC NULLS LAST,
                folded(family), folded(given), patient.serial
            LIMIT ?
            """
        return (sql, arguments)
    }

    private static func found(_ condition: String) -> String {
        """
        SELECT found.survivor_id FROM patient_token JOIN patient AS found ON found.serial = patient_token.serial
        WHERE kind = ? AND \(condition)
        """
    }

    /// A prefix is a range of the index: everything from the text on and below the text with the last code point behind.
    private static func arguments(_ match: PatientQuery.Match) -> StatementArguments {
        let text = match.token.text
        return match.isPrefix
            ? [match.token.kind.rawValue, text, text + "\u{10FFFF}"] : [match.token.kind.rawValue, text]
    }
}
