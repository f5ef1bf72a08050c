import Clinic
import Sending
import Store

extension Site {
    /// Whether an admin has set up what a channel needs.
    func canSend(on channel: DeliveryChannel) -> Bool { database.sendingSettings.settings.has(channel) }

    /// Whether the gateway takes pictures in a way that can be had: it fetches them only where the site has a public address.
    var canSendPictures: Bool {
        switch database.sendingSettings.settings.gateway?.pictures?.manner {
        case nil: false
        case .content?: true
        case .address?: settings.publicAddress != nil
        }
    }
}
