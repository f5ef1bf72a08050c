import Clinic

extension Site {
    /// Whether an admin has set up what a channel needs.
    func canSend(on channel: DeliveryChannel) -> Bool { settings.channels.contains(channel) }
}
