import Clinic
import Foundation
import GRDB
import Synchronization

/// The clinic's one SQLite file. Features add their queries in extensions, one folder each; nothing outside this target
/// sees the connection.
package final class ClinicDatabase: Sendable {
    let pool: DatabasePool
    /// Connections of their own for ``readBriefly(_:)``. Whoever waits for one keeps a thread of Swift's own pool meanwhile;
    /// a connection whose holder is asynchronous needs such a thread to be given back, so the two must never share.
    private let brief: DatabasePool
    private let commits: GroupCommit
    /// What ``clinicSettings`` says.
    let latestSettings: Mutex<StoredClinicSettings>
    /// What ``sendingSettings`` says.
    let latestSendingSettings: Mutex<StoredSendingSettings>
    /// What ``geocoder`` says.
    let latestGeocoder: Mutex<StoredGeocoder>
    /// Who is told that something was queued; see ``whenDeliveriesAreQueued(_:)``.
    let deliveryListener = Mutex<(@Sendable () -> Void)?>(nil)
    package let surroundings: Surroundings

    private init(pool: DatabasePool, brief: DatabasePool, surroundings: Surroundings) throws {
        self.pool = pool
        self.brief = brief
        self.surroundings = surroundings
        commits = GroupCommit(pool: pool)
        latestSettings = Mutex(try brief.read { try StoredClinicSettings(in: $0) })
        latestSendingSettings = Mutex(try brief.read { try StoredSendingSettings(in: $0) })
        latestGeocoder = Mutex(try brief.read { try StoredGeocoder(in: $0) })
    }

    /// Opens (or makes) the database and brings its schema up to date. An existing file is copied aside before a
    /// migration changes it, as `NAME.before-MIGRATION`.
    /// - Throws: ``StoreError/newerSchema(_:)`` when a newer Theralog wrote it, ``StoreError/unavailable(_:)``.
    package static func open(at file: URL, surroundings: Surroundings) async throws -> ClinicDatabase {
        try await translatingErrors {
            let pool = try DatabasePool(path: file.path, configuration: configuration())
            try Schema.migrate(pool, file: file)
            let brief = try DatabasePool(path: file.path, configuration: configuration())
            return try ClinicDatabase(pool: pool, brief: brief, surroundings: surroundings)
        }
    }

    /// Ends all work and closes the file. What is still in the write-ahead log goes into the file first: the pool closes
    /// its writer before its readers, so SQLite would not do it by itself. The log is emptied too, unless another process
    /// works with the file: nobody waits for somebody who leaves.
    package func close() throws {
        try brief.close()
        try pool.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA busy_timeout = 0")
            do {
                _ = try db.checkpoint(.passive)
                _ = try db.checkpoint(.truncate)
            } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
                // The last one to leave does it.
            }
        }
        try pool.close()
    }

    /// Lets go of what the connections keep in memory for their next questions; it fills again as they are asked. For after
    /// work that went once through much of the file. Returns at once: a connection in use lets go when it is done.
    package func releaseMemory() {
        pool.releaseMemoryEventually()
        brief.releaseMemoryEventually()
    }

    private static func configuration() -> Configuration {
        var configuration = Configuration()
        configuration.label = "clinic"
        configuration.foreignKeysEnabled = true
        configuration.busyMode = .callback(waitForOtherProcess)
        configuration.maximumReaderCount = max(8, 2 * ProcessInfo.processInfo.activeProcessorCount)
        configuration.prepareDatabase { db in
            // Durable before the answer: WAL alone would lose the last commits on power loss.
            try db.execute(sql: "PRAGMA synchronous = FULL")
            // Without it INSERT OR REPLACE takes a row out past the triggers that say it stays.
            try db.execute(sql: "PRAGMA recursive_triggers = ON")
            try db.execute(sql: "PRAGMA temp_store = MEMORY")
            try db.execute(sql: "PRAGMA cache_size = -16000")
            try db.execute(sql: "PRAGMA mmap_size = 268435456")
            SearchText.register(in: db)
            Practice.registerLikeness(in: db)
        }
        return configuration
    }

    /// How to wait while another process writes: looking again every millisecond, for about five seconds. SQLite's own way of
    /// waiting sleeps up to a tenth of a second between two looks and so misses the gaps that an import leaves.
    private static func waitForOtherProcess(tries: Int) -> Bool {
        guard tries < 4500 else { return false }
        Thread.sleep(forTimeInterval: 0.001)
        return true
    }

    /// Reads from one consistent snapshot.
    func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        try await translatingErrors { try await pool.read(body) }
    }

    /// Reads on the caller's own thread: for questions that SQLite answers in far less than a millisecond, since going to
    /// another thread and back takes longer than such an answer.
    func readBriefly<Value>(_ body: (Database) throws -> Value) throws -> Value {
        do {
            return try brief.read(body)
        } catch let error as DatabaseError {
            throw StoreError(error) ?? error
        }
    }

    /// Changes records: all of `body` or none of it. Returns after the flush that covers it; writers that come at once
    /// share one. Every change of clinical state writes its audit row through ``Transaction/audit(_:_:_:patient:)``.
    func write<Value: Sendable>(
        by actor: Actor, _ body: @escaping @Sendable (Transaction) throws -> Value
    ) async throws -> Value {
        let surroundings = surroundings
        return try await translatingErrors {
            try await commits.write { db in
                try body(Transaction(db: db, actor: actor, surroundings: surroundings))
            }
        }
    }
}

/// One change in progress: the connection, who makes it, when, and where its audit rows go.
struct Transaction {
    let db: Database
    let actor: Actor
    let now: Date
    private let makeIdentifier: @Sendable () -> String

    init(db: Database, actor: Actor, surroundings: Surroundings) {
        self.db = db
        self.actor = actor
        now = surroundings.now()
        makeIdentifier = surroundings.makeIdentifier
    }

    func newIdentifier<Entity>(_: Entity.Type = Entity.self) -> Identifier<Entity> { Identifier(makeIdentifier()) }

    /// Throws ``StoreError/stale(currentVersion:)`` unless the last statement changed exactly one row. For updates
    /// guarded by `WHERE id = ? AND version = ?`.
    func requireOneChange(else currentVersion: () throws -> Int?) throws {
        guard db.changesCount == 1 else {
            guard let version = try currentVersion() else { throw StoreError.notFound }
            throw StoreError.stale(currentVersion: version)
        }
    }
}
