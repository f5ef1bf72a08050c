/// What is sent, as it was previewed. It is kept with the delivery: what goes out later is this and nothing made anew.
package struct DeliveryContent: Hashable, Sendable, Codable {
    /// Longest subject, plain text and HTML, in Unicode scalars.
    package static let longestSubject = 200
    package static let longestText = 100_000

    /// Of the text.
    package let language: Language
    /// One line; empty for a text message.
    package let subject: String
    /// Plain text; lines end with `\n`. Never empty.
    package let text: String
    /// A whole HTML document of ours with the same words; nil for text alone.
    package let html: String?
    /// The paper of the signed sheet's PDF that is attached to an e-mail or drawn for a text message; nil for none.
    package let sheet: Paper?
    /// Whether the sheet goes along as a picture, where the gateway takes one. Text messages only.
    package let picture: Bool
    /// Whether it says what only goes out with the patient's consent for the channel; see ``MessageConsent``.
    package let needsConsent: Bool

    package init(
        language: Language, subject: String, text: String, html: String? = nil, sheet: Paper? = nil,
        picture: Bool = false, needsConsent: Bool = false
    ) {
        self.language = language
        self.subject = subject
        self.text = text
        self.html = html
        self.sheet = sheet
        self.picture = picture
        self.needsConsent = needsConsent
    }

    /// The same words alone, as the device's own messages take them.
    package var withoutPicture: DeliveryContent {
        DeliveryContent(language: language, subject: subject, text: text, html: html, needsConsent: needsConsent)
    }
}
