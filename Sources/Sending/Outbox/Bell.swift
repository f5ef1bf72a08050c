import Synchronization

/// Wakes who waits for work.
final class Bell: Sendable {
    private struct State {
        var count = 0
        var isClosed = false
        var waiting: CheckedContinuation<Void, Never>?
        var timer: Task<Void, Never>?
    }

    private let state = Mutex(State())

    /// How often it rang.
    var count: Int { state.withLock { $0.count } }

    /// Whether there is no more work to come.
    var isClosed: Bool { state.withLock { $0.isClosed } }

    func ring() { wake { $0.count += 1 } }

    func close() { wake { $0.isClosed = true } }

    /// Returns once it rang more often than `heard`, was closed, or the time is over. One may wait at a time.
    func wait(after heard: Int, seconds: Double) async {
        await withCheckedContinuation { continuation in
            let isDue = state.withLock { state in
                guard state.count == heard, !state.isClosed else { return true }
                state.waiting = continuation
                state.timer = Task {
                    try? await Task.sleep(for: .seconds(seconds))
                    if !Task.isCancelled { self.wake { _ in } }
                }
                return false
            }
            if isDue { continuation.resume() }
        }
    }

    private func wake(_ change: @Sendable (inout State) -> Void) {
        let waiting = state.withLock { state in
            change(&state)
            state.timer?.cancel()
            defer { (state.waiting, state.timer) = (nil, nil) }
            return state.waiting
        }
        waiting?.resume()
    }
}
