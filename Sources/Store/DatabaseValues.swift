import Clinic
import GRDB

extension Identifier: DatabaseValueConvertible {
    package var databaseValue: DatabaseValue { text.databaseValue }

    package static func fromDatabaseValue(_ value: DatabaseValue) -> Identifier<Entity>? {
        String.fromDatabaseValue(value).map { Identifier($0) }
    }
}

extension LocalDate: DatabaseValueConvertible {
    package var databaseValue: DatabaseValue { description.databaseValue }

    package static func fromDatabaseValue(_ value: DatabaseValue) -> LocalDate? {
        String.fromDatabaseValue(value).flatMap { LocalDate(iso: $0) }
    }
}
