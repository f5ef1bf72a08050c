import Foundation

/// What a patient said once about messages that nobody encrypts from end to end: e-mail or text messages (FHIR Consent).
/// Without the patient's consent nothing with health data goes out on that channel, whoever gets it: not to the practice and
/// not to the prescriber either, since the way there is just as open.
package struct MessageConsent: Hashable, Sendable {
    package enum Decision: String, Sendable, CaseIterable {
        case given, refused
        /// Taken back after it was given.
        case withdrawn
    }

    /// How the patient said it.
    package enum Manner: String, Sendable, CaseIterable {
        case spoken, written
        /// By the patient, signed in to the own account.
        case account
    }

    package let id: Identifier<MessageConsent>
    package let channel: DeliveryChannel
    package let decision: Decision
    package let manner: Manner
    package let at: Date
    /// The name of the account that wrote it down.
    package let by: String
    package let wording: ConsentWording

    package init(
        id: Identifier<MessageConsent>, channel: DeliveryChannel, decision: Decision, manner: Manner, at: Date,
        by: String, wording: ConsentWording
    ) {
        self.id = id
        self.channel = channel
        self.decision = decision
        self.manner = manner
        self.at = at
        self.by = by
        self.wording = wording
    }
}

/// What the patient was asked, as it was shown.
package struct ConsentWording: Hashable, Sendable {
    /// Counts up whenever the question's words change: an answer belongs to the question that was asked.
    package static let current = 1
    /// Longest text, in Unicode scalars.
    package static let longest = 2000

    package let version: Int
    package let language: Language
    package let text: String

    package init(version: Int = Self.current, language: Language, text: String) {
        self.version = version
        self.language = language
        self.text = text
    }
}

/// An answer on its way into the record.
package struct ConsentAnswer: Hashable, Sendable {
    package let channel: DeliveryChannel
    package let allows: Bool
    package let manner: MessageConsent.Manner
    package let wording: ConsentWording

    package init(channel: DeliveryChannel, allows: Bool, manner: MessageConsent.Manner, wording: ConsentWording) {
        self.channel = channel
        self.allows = allows
        self.manner = manner
        self.wording = wording
    }

    /// What is written down after what was said before. A "no" after a "yes" takes the "yes" back.
    /// - Returns: nil when it says again what is written down already.
    package func decision(after last: MessageConsent?) -> MessageConsent.Decision? {
        let isRepeated = last.map { ($0.decision == .given) == allows && $0.manner == manner } ?? false
        if isRepeated { return nil }
        if allows { return .given }
        return last?.decision == .refused || last == nil ? .refused : .withdrawn
    }
}

/// Everything a patient said about it, the latest first.
package struct MessageConsents: Hashable, Sendable {
    package let history: [MessageConsent]

    package init(_ history: [MessageConsent]) { self.history = history }

    /// What holds for a channel; nil when the patient was not asked.
    package func last(_ channel: DeliveryChannel) -> MessageConsent? { history.first { $0.channel == channel } }

    /// Whether health data may go out on a channel.
    package func allows(_ channel: DeliveryChannel) -> Bool { last(channel)?.decision == .given }
}
