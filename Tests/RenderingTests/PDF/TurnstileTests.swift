import Synchronization
import Testing

@testable import Rendering

@Suite("A turnstile")
struct TurnstileTests {
    private final class Room: Sendable {
        private let counts = Mutex((now: 0, most: 0, total: 0))
        var people: (now: Int, most: Int, total: Int) { counts.withLock { $0 } }

        func enter() { counts.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1), $0.total + 1) } }
        func leave() { counts.withLock { $0.now -= 1 } }
    }

    @Test("lets so many through at once and no more, and everybody in the end")
    func limit() async throws {
        let turnstile = Turnstile(atOnce: 2, longestQueue: 100)
        let room = Room()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<40 {
                group.addTask {
                    try await turnstile.pass {
                        room.enter()
                        try await Task.sleep(for: .milliseconds(1))
                        room.leave()
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(room.people.most == 2)
        #expect(room.people.total == 40)
    }

    @Test("turns away who comes to a full queue, and lets a cancelled one go")
    func crowd() async throws {
        let turnstile = Turnstile(atOnce: 1, longestQueue: 1)
        let (inside, enter) = AsyncStream.makeStream(of: Void.self)
        let first = Task {
            try await turnstile.pass {
                enter.yield()
                try await Task.sleep(for: .seconds(60))
            }
        }
        _ = await inside.first { _ in true }
        // Of two more one waits, whichever came first, and the other is turned away.
        let (away, turn) = AsyncStream.makeStream(of: Int.self)
        let others = (0..<2).map { number in
            Task<Void, any Error> {
                do {
                    try await turnstile.pass {}
                } catch is Turnstile.Crowded {
                    turn.yield(number)
                }
            }
        }
        let turnedAway = try #require(await away.first { _ in true })
        let waiting = others[1 - turnedAway]
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        try await turnstile.pass {}
    }
}
