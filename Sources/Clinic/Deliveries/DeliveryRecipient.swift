/// The way a prescription goes out by itself. Print, download and the device's own messages are no deliveries.
package enum DeliveryChannel: String, Sendable, CaseIterable, Codable {
    case email
    case textMessage = "text-message"
}

/// Where something is sent, in a shape that can stand in a message's header or a gateway's field as it is.
package enum DeliveryAddress: Hashable, Sendable {
    case email(EmailAddress)
    /// Without an extension: a text message reaches none.
    case textMessage(PhoneNumber)

    package var channel: DeliveryChannel {
        switch self {
        case .email: .email
        case .textMessage: .textMessage
        }
    }

    /// The address as it is kept: `lee@example.org`, `+15552013344`.
    package var text: String {
        switch self {
        case .email(let address): address.text
        case .textMessage(let number): number.e164
        }
    }

    /// Reads ``text``; nil for what is no address of the channel.
    package init?(_ channel: DeliveryChannel, stored text: String) {
        switch channel {
        case .email:
            guard let address = EmailAddress(text) else { return nil }
            self = .email(address)
        case .textMessage:
            guard let number = PhoneNumber(e164: text) else { return nil }
            self = .textMessage(number)
        }
    }
}

/// Who gets a delivery.
package struct DeliveryRecipient: Hashable, Sendable {
    package enum Kind: String, Sendable, CaseIterable, Codable {
        case practice, patient
        /// The sender.
        case own
        case other
    }

    package let kind: Kind
    /// One line, at most 200 Unicode scalars; empty where only the address is known.
    package let name: String
    package let address: DeliveryAddress

    package init(kind: Kind, name: String, address: DeliveryAddress) {
        self.kind = kind
        self.name = name
        self.address = address
    }
}
