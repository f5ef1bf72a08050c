import GRDB
import Synchronization

/// How many rows one transaction of an import holds: as many as keep others from writing for about six milliseconds, learnt
/// from the transactions before. Whoever logs a dose meanwhile waits for one of them at most, or for a few in another process,
/// since SQLite has no queue for writers.
package final class StagingPace: Sendable {
    private static let target = Duration.milliseconds(6)
    private static let sizes = 20...4000

    private let size = Mutex(100)
    /// How long to leave the file to others between two transactions.
    private let pause: Duration
    /// Whether another process serves from the same file.
    let isShared: Bool

    /// - Parameter isShared: whether another process serves from the same file: it is then left alone between transactions,
    ///   because SQLite has no queue for writers.
    package init(isShared: Bool) {
        self.isShared = isShared
        pause = isShared ? .milliseconds(4) : .zero
    }

    var rows: Int { size.withLock { $0 } }

    /// Does a step inside a transaction and learns from how long it took.
    func measure<Value>(in db: Database, _ work: () throws -> Value) throws -> Value {
        let clock = ContinuousClock()
        let start = clock.now
        let value = try work()
        // A full-text table writes what it has gathered when a savepoint begins; else it would do so at the commit, when the
        // clock no longer runs.
        try db.inSavepoint { .commit }
        let time = clock.now - start
        size.withLock { size in
            if time > Self.target { size = max(Self.sizes.lowerBound, size * 2 / 3) }
            if time < Self.target / 2 { size = min(Self.sizes.upperBound, size * 3 / 2) }
        }
        return value
    }

    /// To be called between two transactions.
    func rest() async throws {
        if pause > .zero { try await Task.sleep(for: pause) } else { try Task.checkCancellation() }
    }
}

extension StagingPace? {
    /// Nil does the work alone.
    func measure<Value>(in db: Database, _ work: () throws -> Value) throws -> Value {
        guard let self else { return try work() }
        return try self.measure(in: db, work)
    }
}
