import Clinic
import GRDB

extension SearchText {
    /// Makes `folded(text)` callable from SQL.
    static func register(in db: Database) {
        db.add(
            function: DatabaseFunction("folded", argumentCount: 1, pure: true) { values in
                String.fromDatabaseValue(values[0]).map(folded)
            })
    }
}

extension Practice {
    /// Makes `practice_likeness(practice)` callable from SQL: ``likeness`` of a practice in JSON.
    static func register(in db: Database) {
        db.add(
            function: DatabaseFunction("practice_likeness", argumentCount: 1, pure: true) { values in
                let practice: Practice? = try StoredJSON.value(String.fromDatabaseValue(values[0]))
                return practice?.likeness ?? ""
            })
    }
}
