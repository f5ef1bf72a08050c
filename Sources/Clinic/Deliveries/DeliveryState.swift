/// How far a delivery is. Never ``sent`` before a server accepted it.
package enum DeliveryState: String, Sendable, CaseIterable, Codable {
    /// Waits for its turn, or for its next attempt.
    case queued
    /// A server is being spoken to.
    case sending
    /// The server accepted it.
    case sent
    /// It is known to have arrived.
    case delivered
    /// Refused for good, given up, or accepted and then not delivered.
    case failed
    /// Nobody knows whether the server accepted it: the connection broke after all was said, and sending it again could double
    /// it. Somebody looks, and sends it again or not.
    case uncertain
    /// Taken back before it was sent.
    case cancelled

    /// Whether it can be queued again by hand.
    package var canBeRetried: Bool { self == .failed || self == .uncertain || self == .cancelled }

    /// Whether it can be taken back.
    package var canBeCancelled: Bool { self == .queued }
}

/// Why an attempt failed, where that can be told. What the server said of it is in ``Delivery/serverWords``.
package enum DeliveryFailure: String, Sendable, CaseIterable, Codable {
    /// Sending is not set up, or a secret that it needs is not there.
    case notConfigured = "not-configured"
    /// It was previewed with a picture, and the gateway gets none any more. Trying again changes nothing until it does.
    case noPicture = "no-picture"
    /// No connection: no network, no such host, refused.
    case unreachable
    /// The server, or somebody on the way, was too slow or broke off.
    case timeout
    case brokenOff = "broken-off"
    /// The server offers no encryption.
    case notEncrypted = "not-encrypted"
    /// The server's certificate is not trusted, is out of date or bears another name.
    case certificate
    /// The server does not accept who we say we are.
    case signIn = "sign-in"
    /// The server does not take mail for this recipient: there is no such address or number.
    case recipient
    /// The number receives no text messages: a landline.
    case landline
    /// Refused for now.
    case busy
    /// Refused for good, for what the server's words say.
    case refused
    /// It was accepted and then did not arrive.
    case undelivered
    /// The prescription was corrected, cancelled or discontinued before it was sent.
    case notInForce = "not-in-force"
    /// The patient does not, or no longer, allow health data on this channel.
    case noConsent = "no-consent"
    /// The program's own fault; its log says more.
    case internalError = "internal"
}

/// When a delivery that failed for now is tried again. Waits grow so that a server which is down for a night is not pestered
/// and mail is still not late when it comes back soon; after a day somebody must know.
package enum DeliveryRetries {
    /// Seconds after the first, second … failed attempt: 1, 5, 15 and 30 minutes, 1, 2, 4, 8 and 8 hours.
    package static let waits: [Double] = [60, 300, 900, 1800, 3600, 7200, 14_400, 28_800, 28_800]

    /// Attempts after which it is given up: ten, a little less than a day after the first.
    package static var mostAttempts: Int { waits.count + 1 }

    /// Seconds until the next attempt; nil when no more is made.
    /// - Parameters:
    ///   - attempts: how many failed, 1 or more.
    ///   - asked: seconds that the server asked to wait; heeded when longer, up to a day.
    package static func wait(afterAttempts attempts: Int, asked: Double? = nil) -> Double? {
        guard waits.indices.contains(attempts - 1) else { return nil }
        return max(waits[attempts - 1], min(asked ?? 0, 86_400))
    }
}
