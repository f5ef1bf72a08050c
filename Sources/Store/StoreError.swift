import Clinic
import GRDB

/// Why the store did not do what it was asked. Cases and values only; words come from the message catalogue.
package enum StoreError: Error, Hashable, Sendable {
    /// There is no such record, or it is not the asker's to see.
    case notFound
    /// The record changed since the asker read it; holds its version now.
    case stale(currentVersion: Int)
    /// A constraint of the schema refused it; holds SQLite's constraint text for the log, never for a page.
    case conflict(String)
    /// Disk full, file unreadable, locked for too long: nothing was saved.
    case unavailable(String)
    /// The database was written by a newer Theralog; holds the migrations this one does not know.
    case newerSchema([String])

    /// SQLite's own error as one of ours, or nil when it is a mistake of the program's.
    init?(_ error: DatabaseError) {
        switch error.resultCode.primaryResultCode {
        case .SQLITE_CONSTRAINT: self = .conflict(error.message ?? "constraint")
        case .SQLITE_FULL, .SQLITE_IOERR, .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_CANTOPEN, .SQLITE_READONLY,
            .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_NOMEM:
            self = .unavailable(error.resultCode.description)
        default: return nil
        }
    }
}

/// Runs a piece of database work with SQLite's errors turned into ours.
func translatingErrors<Value>(_ work: () async throws -> Value) async throws -> Value {
    do {
        return try await work()
    } catch let error as DatabaseError {
        throw StoreError(error) ?? error
    }
}
