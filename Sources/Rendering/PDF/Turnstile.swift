import Synchronization

/// Lets a number of tasks through at once; the others wait in the order they came, up to a limit.
final class Turnstile: Sendable {
    /// Too many wait already.
    struct Crowded: Error {}

    private struct Queue {
        var free: Int
        var waiting: [(id: Int, continuation: CheckedContinuation<Void, any Error>)] = []
        var lastID = 0
    }

    private let queue: Mutex<Queue>
    private let longestQueue: Int

    init(atOnce: Int, longestQueue: Int) {
        queue = Mutex(Queue(free: atOnce))
        self.longestQueue = longestQueue
    }

    /// Runs `work` when it is its turn.
    /// - Throws: ``Crowded`` at once when the queue is full, `CancellationError` when cancelled while waiting.
    func pass<Value: Sendable>(_ work: () async throws -> Value) async throws -> Value {
        try await enter()
        defer { leave() }
        return try await work()
    }

    private func enter() async throws {
        let id = queue.withLock { queue in
            queue.lastID += 1
            return queue.lastID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome: Result<Void, any Error>? = queue.withLock { queue in
                    // Looked at under the lock: a cancellation from here on finds the continuation in the queue.
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if queue.free > 0 {
                        queue.free -= 1
                        return .success(())
                    }
                    guard queue.waiting.count < longestQueue else { return .failure(Crowded()) }
                    queue.waiting.append((id, continuation))
                    return nil
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            let cancelled = queue.withLock { queue in
                queue.waiting.firstIndex { $0.id == id }.map { queue.waiting.remove(at: $0).continuation }
            }
            cancelled?.resume(throwing: CancellationError())
        }
    }

    private func leave() {
        let next = queue.withLock { queue -> CheckedContinuation<Void, any Error>? in
            guard !queue.waiting.isEmpty else {
                queue.free += 1
                return nil
            }
            return queue.waiting.removeFirst().continuation
        }
        next?.resume()
    }
}
