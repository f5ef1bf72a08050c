import Clinic
import Sending
import Store

extension Site {
    /// Whether an admin has set up what a channel needs.
    func canSend(on channel: DeliveryChannel) -> Bool { database.sendingSettings.settings.has(channel) }
}
