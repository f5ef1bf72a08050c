import Foundation

/// What a rule may need from outside and a test wants to fix: the present instant and fresh identities.
package struct Surroundings: Sendable {
    /// The present instant.
    package let now: @Sendable () -> Date
    /// Text for a new ``Identifier``: a UUID never given out before.
    package let makeIdentifier: @Sendable () -> String

    package init(now: @escaping @Sendable () -> Date, makeIdentifier: @escaping @Sendable () -> String) {
        self.now = now
        self.makeIdentifier = makeIdentifier
    }
}
