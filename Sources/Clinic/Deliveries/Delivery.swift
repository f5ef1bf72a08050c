import Foundation

/// What is put into the outbox.
package struct NewDelivery: Hashable, Sendable {
    package let recipient: DeliveryRecipient
    package let content: DeliveryContent
    /// The delivery of the same prescription that this one takes the place of ("send elsewhere"): one that still waits is
    /// cancelled. Nil for none.
    package let replaces: Identifier<Delivery>?

    package init(recipient: DeliveryRecipient, content: DeliveryContent, replaces: Identifier<Delivery>? = nil) {
        self.recipient = recipient
        self.content = content
        self.replaces = replaces
    }
}

/// One message to one recipient: in the outbox, on its way, or with its result.
package struct Delivery: Hashable, Sendable {
    package let id: Identifier<Delivery>
    package let prescription: PrescriptionReference
    /// The patient's record at signing.
    package let patient: Identifier<Patient>
    package let recipient: DeliveryRecipient
    package let content: DeliveryContent
    package let state: DeliveryState
    /// How often a server was spoken to, or was tried to be, since it was queued or queued again by hand.
    package let attempts: Int
    /// When it is tried next; nil unless it is queued.
    package let nextAttemptAt: Date?
    /// Why the last attempt failed; nil when it did not, or when there was none.
    package let failure: DeliveryFailure?
    /// The server's last words, one line of at most 500 Unicode scalars; nil when it said none.
    package let serverWords: String?
    /// What the server calls the message, where it says so.
    package let serverReference: String?
    package let createdAt: Date
    package let createdBy: Identifier<Account>
    /// The name that the account has now.
    package let createdByName: String
    /// When the server accepted it; nil before. It stays when the message did not arrive after all.
    package let sentAt: Date?
    /// When it was known to have arrived; nil before, and where nobody says.
    package let deliveredAt: Date?
    /// See ``NewDelivery/replaces``.
    package let replaces: Identifier<Delivery>?
    /// The newest one that took this one's place; nil for none.
    package let replacedBy: Identifier<Delivery>?

    /// Whether it can be queued again by hand. What a gateway accepted and then could not deliver cannot: it would know the
    /// repetition by its key and send nothing. It is sent anew.
    package var canBeRetried: Bool { state.canBeRetried && sentAt == nil }

    package var channel: DeliveryChannel { recipient.address.channel }

    /// What receivers tell a repetition by: the part of the Message-ID before the `@`, and the idempotency key of a gateway.
    /// The same for every attempt.
    package var key: String { id.text }

    package init(
        id: Identifier<Delivery>, prescription: PrescriptionReference, patient: Identifier<Patient>,
        recipient: DeliveryRecipient, content: DeliveryContent, state: DeliveryState, attempts: Int,
        nextAttemptAt: Date?, failure: DeliveryFailure?, serverWords: String?, serverReference: String?,
        createdAt: Date, createdBy: Identifier<Account>, createdByName: String, sentAt: Date?,
        deliveredAt: Date?, replaces: Identifier<Delivery>?, replacedBy: Identifier<Delivery>?
    ) {
        self.id = id
        self.prescription = prescription
        self.patient = patient
        self.recipient = recipient
        self.content = content
        self.state = state
        self.attempts = attempts
        self.nextAttemptAt = nextAttemptAt
        self.failure = failure
        self.serverWords = serverWords
        self.serverReference = serverReference
        self.createdAt = createdAt
        self.createdBy = createdBy
        self.createdByName = createdByName
        self.sentAt = sentAt
        self.deliveredAt = deliveredAt
        self.replaces = replaces
        self.replacedBy = replacedBy
    }
}
