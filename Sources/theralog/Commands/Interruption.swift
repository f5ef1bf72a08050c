import ArgumentParser
import UnixSignals

/// What happens when somebody stops the program before its server runs.
enum Interruption {
    /// Does some work unless SIGINT or SIGTERM comes first; then it is cancelled, so that what it made can be cleared away.
    /// - Throws: `ExitCode` 128 and the signal's number, as shells have it; what `work` throws.
    static func stops<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
        return try await withThrowingTaskGroup(of: Value.self) { group in
            group.addTask(operation: work)
            group.addTask {
                for await signal in signals { throw ExitCode(128 + signal.rawValue) }
                throw CancellationError()
            }
            guard let value = try await group.next() else { throw CancellationError() }
            group.cancelAll()
            return value
        }
    }
}
