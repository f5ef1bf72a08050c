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
