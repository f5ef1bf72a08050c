import Foundation
import Synchronization

/// Answers with a status of 500 or more since the program was started: how many, and the last of them.
package final class ServerErrors: Sendable {
    /// One of them. The route is a pattern, such as `/patients/{id}`: it names nobody.
    package struct Entry: Hashable, Sendable {
        package let at: Date
        package let status: Int
        package let route: String
        /// As it stands in the log and on the page that was shown.
        package let request: String
    }

    private static let most = 20
    private let state = Mutex<(count: Int, last: [Entry])>((0, []))

    func note(_ entry: Entry) {
        state.withLock { state in
            state.count += 1
            state.last = Array((state.last + [entry]).suffix(Self.most))
        }
    }

    /// How many there were.
    package var count: Int { state.withLock { $0.count } }

    /// At most twenty, the latest last.
    package var last: [Entry] { state.withLock { $0.last } }
}
