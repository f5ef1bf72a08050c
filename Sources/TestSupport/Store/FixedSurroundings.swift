import Clinic
import Foundation
import Synchronization

/// A clock that stands still until a test moves it, and ids that count from one.
package final class FixedSurroundings: Sendable {
    private let state: Mutex<(now: Date, count: Int)>

    /// Starts at a given instant; by default 2026-11-21 09:30:00 UTC.
    package init(now: Date = Date(timeIntervalSince1970: 1_795_253_400)) {
        state = Mutex((now, 0))
    }

    /// The instant the clock shows.
    package var now: Date { state.withLock { $0.now } }

    /// Moves the clock on.
    package func advance(by seconds: TimeInterval) {
        state.withLock { $0.now += seconds }
    }

    /// What the program under test gets.
    package var surroundings: Surroundings {
        Surroundings(
            now: { self.now },
            makeIdentifier: {
                self.state.withLock { state in
                    state.count += 1
                    return String(format: "01920000-0000-7000-8000-%012d", state.count)
                }
            })
    }
}
