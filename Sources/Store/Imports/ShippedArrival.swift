import Clinic
import Foundation
import GRDB

/// How a list that comes with the program is to be imported.
package enum ShippedArrival: Hashable, Sendable {
    /// It takes the place of what is in use.
    case used
    /// Somebody chose what is in use: the new list waits beside it until somebody switches to it.
    case offered
    /// Somebody removed it and wants it back: it waits beside what is in use, however old it is.
    case wanted
}

extension ClinicDatabase {
    /// Whether and how to import a list that comes with the program. What somebody imported or switched back to stays in
    /// use, whatever a newer program brings; what somebody removed stays away.
    /// - Parameter digest: SHA-256 of the file.
    /// - Returns: nil when somebody removed the list, and when the database has it. Then it is put to use if no other of its
    ///   kind is: its import ended before that.
    package func arrival(
        ofShipped kind: CatalogKind, digest: Data, by actor: Actor
    ) async throws -> ShippedArrival? {
        try await write(by: actor) { tx -> ShippedArrival? in
            let known = try KnownRelease.all(of: kind, in: tx.db)
            let current = known.first(where: \.isCurrent)
            if let same = known.last(where: { $0.digest == digest }) {
                if current == nil { try tx.makeCurrent(kind, release: same.number) }
                return nil
            }
            guard let current else { return .used }
            let removed = try RemovedRelease.all(of: kind, in: tx.db)
            if let same = removed.first(where: { $0.digest == digest }) { return same.state == .wanted ? .wanted : nil }
            // The program only ever goes on to the latest: with a later one that was in use, somebody went back. That stands
            // when the later one is removed.
            let isChosen =
                !current.isShipped || known.contains { $0.number > current.number && $0.wasUsed }
                || removed.contains { $0.number > current.number }
            return isChosen ? .offered : .used
        }
    }
}

/// A complete release that came with the program, or was in use.
private struct KnownRelease {
    let number: Int64
    let digest: Data
    let isCurrent: Bool
    let isShipped: Bool
    let wasUsed: Bool

    /// In the order in which they came.
    static func all(of kind: CatalogKind, in db: Database) throws -> [KnownRelease] {
        let (table, column) = kind.releaseTable
        let isShipped = LoadedCatalog.isShipped(kind)
        return try Row.fetchAll(
            db,
            sql: """
                SELECT r.id, r.digest, r.state = 'current', \(isShipped), r.current_since IS NOT NULL FROM \(table) r
                WHERE r.\(column) = ? AND r.state <> 'staged' AND (r.current_since IS NOT NULL OR \(isShipped))
                ORDER BY r.id
                """, arguments: [kind.rawValue]
        ).map { row in
            KnownRelease(
                number: row[0], digest: row[1], isCurrent: row[2], isShipped: row[3], wasUsed: row[4])
        }
    }
}
