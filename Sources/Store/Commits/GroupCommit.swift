import GRDB
import Synchronization

/// Lets writers that come at the same time share one transaction and so one flush to disk. Each has a savepoint of its
/// own: one that fails takes back its own changes only. A writer hears of success only after the shared commit.
final class GroupCommit: Sendable {
    private let pool: DatabasePool
    private let queue = Mutex(Queue())

    private struct Queue {
        var waiting: [any PendingWrite] = []
        var isDraining = false
    }

    init(pool: DatabasePool) { self.pool = pool }

    func write<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let mustDrain = queue.withLock { queue in
                queue.waiting.append(Write(body: body, continuation: continuation))
                defer { queue.isDraining = true }
                return !queue.isDraining
            }
            // A task of its own: a writer that is cancelled must not take the others' transaction with it.
            if mustDrain { Task.detached { await self.drain() } }
        }
    }

    private func drain() async {
        while let batch = nextBatch() { await commit(batch) }
    }

    private func nextBatch() -> [any PendingWrite]? {
        queue.withLock { queue in
            guard !queue.waiting.isEmpty else {
                queue.isDraining = false
                return nil
            }
            defer { queue.waiting = [] }
            return queue.waiting
        }
    }

    private func commit(_ batch: [any PendingWrite]) async {
        do {
            try await pool.writeWithoutTransaction { db in
                try db.inTransaction(.immediate) {
                    for write in batch { try write.perform(in: db) }
                    return .commit
                }
            }
            for write in batch { write.resolve(nil) }
        } catch {
            for write in batch { write.resolve(error) }
        }
    }
}

private protocol PendingWrite: Sendable {
    /// Runs in a savepoint and keeps the outcome. Throws only when the whole transaction is lost.
    func perform(in db: Database) throws
    /// Tells the waiting writer, after the commit or with the commit's error.
    func resolve(_ commitError: (any Error)?)
}

private final class Write<Value: Sendable>: PendingWrite {
    private let body: @Sendable (Database) throws -> Value
    private let continuation: CheckedContinuation<Value, any Error>
    private let outcome = Mutex<Result<Value, any Error>?>(nil)

    init(body: @escaping @Sendable (Database) throws -> Value, continuation: CheckedContinuation<Value, any Error>) {
        self.body = body
        self.continuation = continuation
    }

    func perform(in db: Database) throws {
        do {
            var value: Value?
            try db.inSavepoint {
                value = try body(db)
                return .commit
            }
            if let value { keep(.success(value)) }
        } catch {
            keep(.failure(error))
            // SQLite takes the whole transaction back on its own for a full disk and the like: nobody's writes stand.
            if !db.isInsideTransaction { throw error }
        }
    }

    private func keep(_ result: Result<Value, any Error>) {
        outcome.withLock { $0 = result }
    }

    func resolve(_ commitError: (any Error)?) {
        switch (outcome.withLock { $0 }, commitError) {
        case (.failure(let error)?, _): continuation.resume(throwing: error)
        case (_, let error?): continuation.resume(throwing: error)
        case (.success(let value)?, nil): continuation.resume(returning: value)
        case (nil, nil): continuation.resume(throwing: StoreError.unavailable("write not performed"))
        }
    }
}
