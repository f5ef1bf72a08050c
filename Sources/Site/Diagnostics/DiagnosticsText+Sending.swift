import Clinic
import Foundation
import Sending
import Store

extension Site {
    /// Whether messages can go out and how many wait; no server, address or secret.
    func sending() async throws -> [(name: String, value: String)] {
        let settings = database.sendingSettings.settings
        let counts = try await database.deliveryCounts()
        func state(_ channel: DeliveryChannel) -> String {
            guard settings.has(channel) else { return "not set up" }
            return outbox.hasSecret(for: channel) ? "set up" : "set up, secret missing"
        }
        let isPlain = settings.mail?.security == MailSettings.Security.none || settings.gateway?.scheme == "http"
        return [
            ("e-mail", state(.email)), ("text messages", state(.textMessage)),
            (
                "geocoder",
                database.geocoder.settings == nil
                    ? "not set up" : streets.hasSecret ? "set up" : "set up, secret missing"
            ),
            ("encryption", isPlain ? "off for a server in the house" : "required"),
            (
                "deliveries",
                counts.isEmpty
                    ? "none"
                    : DeliveryState.allCases.compactMap { state in counts[state].map { "\($0) \(state.rawValue)" } }
                        .joined(separator: ", ")
            ),
        ]
    }
}
