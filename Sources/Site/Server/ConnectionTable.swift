import NIOCore
import Synchronization

/// All connections of the server. When there is no room for one more, it takes the place of one that waits: of the client
/// that has most of them, the one that has waited longest. So connections that only lie there lock nobody out, however
/// many there are, and least of all somebody at another address.
package final class ConnectionTable: Sendable {
    /// How far a connection is.
    package enum Stage: Int, Sendable {
        /// Nothing of a request is there, or not all of its headers.
        case waiting
        /// The body of a request is on its way.
        case receiving
        /// The answer is being made or sent.
        case answering
    }

    private struct Entry {
        let client: [UInt8]
        var stage: Stage
        /// Counts up: smaller is longer ago.
        var since: UInt64
        let close: @Sendable () -> Void
    }

    private struct State {
        var entries: [ObjectIdentifier: Entry] = [:]
        var counts: [[UInt8]: Int] = [:]
        var steps: UInt64 = 0

        mutating func remove(_ id: ObjectIdentifier) -> Entry? {
            guard let entry = entries.removeValue(forKey: id) else { return nil }
            counts[entry.client] = counts[entry.client].flatMap { $0 > 1 ? $0 - 1 : nil }
            return entry
        }

        /// Whom a newcomer replaces; nil when all are being answered.
        var leastUseful: ObjectIdentifier? {
            let rank = { (entry: Entry) in
                (-(counts[entry.client] ?? 0), entry.stage.rawValue, entry.since)
            }
            return entries.filter { $0.value.stage != .answering }.min { rank($0.value) < rank($1.value) }?.key
        }
    }

    private let limit: Int
    private let state = Mutex(State())

    /// - Parameter limit: how many there may be.
    package init(limit: Int) { self.limit = limit }

    /// How many there are at a stage.
    package func count(_ stage: Stage) -> Int {
        state.withLock { $0.entries.values.count { $0.stage == stage } }
    }

    /// Lets a connection in, if need be for another one.
    /// - Parameters:
    ///   - client: what counts as one client.
    ///   - close: ends the connection at once; may be called on any thread.
    /// - Returns: false when there is no room, because all others are being answered.
    func admit(_ id: ObjectIdentifier, client: [UInt8], close: @escaping @Sendable () -> Void) -> Bool {
        let (isAdmitted, replaced) = state.withLock { state -> (Bool, Entry?) in
            var replaced: Entry?
            if state.entries.count >= limit {
                guard let id = state.leastUseful else { return (false, nil) }
                replaced = state.remove(id)
            }
            state.steps += 1
            state.entries[id] = Entry(client: client, stage: .waiting, since: state.steps, close: close)
            state.counts[client, default: 0] += 1
            return (true, replaced)
        }
        replaced?.close()
        return isAdmitted
    }

    /// Notes how far a connection has come.
    func note(_ stage: Stage, _ id: ObjectIdentifier) {
        state.withLock { state in
            state.steps += 1
            state.entries[id]?.stage = stage
            state.entries[id]?.since = state.steps
        }
    }

    func remove(_ id: ObjectIdentifier) { state.withLock { _ = $0.remove(id) } }

    /// Ends all.
    func closeAll() {
        let entries = state.withLock { $0.entries }
        for entry in entries.values { entry.close() }
    }
}
