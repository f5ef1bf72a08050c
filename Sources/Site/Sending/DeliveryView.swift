import Clinic
import Foundation
import Rendering

/// What the words around sending need: the reader's language, the clinic's clock.
struct SendingLetters: Sendable {
    let words: PrescriptionWords
    let zone: TimeZone
    let now: Date

    init(_ site: Site, _ context: some SiteContext) {
        words = PrescriptionWords(site, context)
        zone = site.settings.timeZone
        now = site.now
    }
}

/// A message with what became of it.
struct DeliveryView: Sendable {
    let id: String
    /// "Lakeside Physical Therapy, front@lakeside.example".
    let recipient: String
    let channel: String
    /// ``DeliveryState``: also the name of the tag.
    let state: String
    let stateText: String
    let icon: String
    /// When it was queued by whom, when it was sent, how often it was tried, when it is tried next.
    let facts: [String]
    /// Why it failed; nil when it did not.
    let failure: String?
    /// The server's own; nil for none.
    let serverWords: String?
    let canRetry: Bool
    let canCancel: Bool
    let canSendElsewhere: Bool
    /// What sending elsewhere is called here: what cannot be tried again is sent anew, to the same recipient too.
    let elsewhere: String
    /// Why it is only sent anew; nil where it can be tried again, and where there is nothing to be done.
    let onlyAnew: String?
    /// Where its forms are sent.
    let url: String
    let prescriptionURL: String
    let elsewhereURL: String
    let text: String
    let subject: String?

    /// - Parameter isInForce: whether the prescription may still be sent.
    init(_ delivery: Delivery, isInForce: Bool, letters: SendingLetters) {
        let words = letters.words
        id = delivery.id.text
        recipient = [delivery.recipient.name, delivery.recipient.address.text].filter { !$0.isEmpty }
            .joined(separator: ", ")
        channel = words("sending.channel.\(delivery.channel.rawValue)")
        state = delivery.state.rawValue
        stateText = words("sending.state.\(delivery.state.rawValue)")
        icon = Self.icons[delivery.state] ?? "clock"
        var facts = [
            words("sending.queued-by", ["name": delivery.createdByName, "time": words.time(delivery.createdAt)])
        ]
        if let sentAt = delivery.sentAt { facts.append(words("sending.sent-at", ["time": words.time(sentAt)])) }
        if let deliveredAt = delivery.deliveredAt {
            facts.append(words("sending.delivered-at", ["time": words.time(deliveredAt)]))
        }
        if delivery.attempts > 0 { facts.append(words("sending.attempts", count: delivery.attempts)) }
        if let next = delivery.nextAttemptAt, delivery.attempts > 0 {
            facts.append(words("sending.next-attempt", ["time": words.time(next)]))
        }
        let isOnlyAnew = delivery.state == .failed && !delivery.canBeRetried
        let isAnew = isOnlyAnew || delivery.failure == .noPicture
        if delivery.replacedBy != nil { facts.append(words(isAnew ? "sending.replaced.anew" : "sending.replaced")) }
        self.facts = facts
        failure = delivery.failure.map { words("sending.failure.\($0.rawValue)") }
        serverWords = delivery.serverWords
        canRetry = isInForce && delivery.canBeRetried && delivery.replacedBy == nil
        canCancel = delivery.state.canBeCancelled
        canSendElsewhere =
            isInForce && delivery.replacedBy == nil && (delivery.state.canBeRetried || delivery.state == .queued)
        elsewhere = words(isAnew ? "sending.anew" : "sending.elsewhere")
        onlyAnew = isOnlyAnew && canSendElsewhere ? words("sending.anew.why") : nil
        prescriptionURL = delivery.prescription.page
        url = "\(delivery.prescription.path)/deliveries/\(delivery.id)"
        elsewhereURL = "\(delivery.prescription.path)/sending?instead=\(delivery.id)"
        text = delivery.content.text
        subject = delivery.content.subject.isEmpty ? nil : delivery.content.subject
    }

    private static let icons: [DeliveryState: String] = [
        .queued: "clock", .sending: "clock", .sent: "check", .delivered: "check", .failed: "notice-error",
        .uncertain: "notice-warning", .cancelled: "close",
    ]
}

/// What `sending/_deliveries.mustache` gets under the name `results`.
struct DeliveriesView: Sendable {
    let deliveries: [DeliveryView]
    /// Whether the page should be asked for again soon, in seconds; nil for not.
    let refresh: String?

    /// - Returns: nil when nothing was sent.
    init?(_ deliveries: [Delivery], isInForce: Bool, letters: SendingLetters) {
        guard !deliveries.isEmpty else { return nil }
        self.deliveries = deliveries.map { DeliveryView($0, isInForce: isInForce, letters: letters) }
        let soon = deliveries.contains { delivery in
            delivery.state == .sending || delivery.nextAttemptAt.map { $0 <= letters.now + 30 } ?? false
        }
        refresh = soon ? "4" : deliveries.contains { $0.state == .queued } ? "60" : nil
    }
}
