import Clinic
import Foundation
import Rendering

/// What is written to somebody about a signed prescription. With the patient's consent it is the whole prescription in words;
/// without it only who is to be called. A subject never says whose or what.
package struct PrescriptionMessage: Sendable {
    private let provider: SheetProvider
    /// "Physical therapy prescription PT-2026-00412-7 for Maria Okafor, Nov 21, 2026".
    private let title: String
    /// Everything that was ordered, in the order of the sheet.
    private let lines: [MessageLine]
    /// In the language of whoever gets it.
    private let words: Words

    /// - Parameter words: in the recipient's language. What was signed stays in the sheet's own words.
    package init(_ signed: SignedTherapySheet, words: Words) {
        let zone = TimeZone(identifier: signed.timeZone) ?? .gmt
        self.words = words
        provider = signed.sheet.provider
        title = Self.title(
            "deliveries.title", signed.number, signed.sheet.patient,
            Dates(words.language).date(signed.signedAt, in: zone),
            words)
        lines = Self.lines(signed.sheet, on: LocalDate(signed.signedAt, in: zone), words)
    }

    /// - Parameter words: in the recipient's language. What was signed stays in the sheet's own words.
    package init(_ signed: SignedMedicationSheet, words: Words) {
        let zone = TimeZone(identifier: signed.timeZone) ?? .gmt
        self.words = words
        provider = signed.sheet.provider
        title = Self.title(
            "deliveries.title.medication", signed.number, signed.sheet.patient,
            Dates(words.language).date(signed.signedAt, in: zone), words)
        lines = Self.lines(signed.sheet, words)
    }

    private static func title(
        _ key: String, _ number: PrescriptionNumber, _ patient: SheetPatient, _ date: String, _ words: Words
    ) -> String {
        words(key, ["number": number.description, "patient": oneLine(patient.name), "date": date])
    }

    /// - Parameters:
    ///   - isAllowed: whether the patient allows health data on this channel.
    ///   - paper: of the PDF that goes with an e-mail.
    ///   - takesPicture: whether the gateway takes the sheet as a picture beside a text.
    ///   - templates: for the HTML of an e-mail.
    package func content(
        _ channel: DeliveryChannel, isAllowed: Bool, paper: Paper, takesPicture: Bool = false, templates: Templates
    ) throws -> DeliveryContent {
        switch channel {
        case .textMessage:
            let picture = isAllowed && takesPicture
            return DeliveryContent(
                language: words.language, subject: "", text: text(isAllowed: isAllowed), sheet: picture ? paper : nil,
                picture: picture, needsConsent: isAllowed)
        case .email:
            let page = EmailPage(
                language: words.language.rawValue, subject: subject, paragraphs: opening(isAllowed: isAllowed),
                lines: isAllowed ? lines : [], closing: isAllowed ? closing : [])
            return DeliveryContent(
                language: words.language, subject: subject, text: page.text,
                html: try templates.html(page, language: words.language), sheet: isAllowed ? paper : nil,
                needsConsent: isAllowed)
        }
    }

    /// The words of a text message, and of the device's own messages.
    package func text(isAllowed: Bool) -> String {
        guard isAllowed else { return opening(isAllowed: false).joined(separator: "\n") }
        return ([title] + lines.map(\.text) + [prescriber]).joined(separator: "\n")
    }

    private var subject: String {
        let line = words("deliveries.subject", ["practice": Self.oneLine(provider.practiceName)])
        return String(String.UnicodeScalarView(line.unicodeScalars.prefix(DeliveryContent.longestSubject)))
    }

    private func opening(isAllowed: Bool) -> [String] {
        let values = [
            "provider": Self.oneLine(provider.name), "practice": Self.oneLine(provider.practiceName),
            "phone": Self.oneLine(provider.phone),
        ]
        if isAllowed { return [words("deliveries.opening", values), title] }
        return [words(provider.phone.isEmpty ? "deliveries.call.no-phone" : "deliveries.call", values)]
    }

    private var closing: [String] {
        let values = ["practice": Self.oneLine(provider.practiceName), "phone": Self.oneLine(provider.phone)]
        return [
            prescriber, words(provider.phone.isEmpty ? "deliveries.closing.no-phone" : "deliveries.closing", values),
        ]
    }

    private var prescriber: String {
        [provider.name, provider.practiceName, provider.phone].filter { !$0.isEmpty }.map(Self.oneLine)
            .joined(separator: ", ")
    }

    /// For a header or a name: line ends and other control characters become spaces.
    package static func oneLine(_ text: String) -> String {
        var line = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let isControl = scalar.properties.generalCategory == .control || ["\u{2028}", "\u{2029}"].contains(scalar)
            line.append(isControl ? " " : scalar)
        }
        return String(line).split(separator: " ").joined(separator: " ")
    }
}

/// A line of a message: what it is about and what is said of it.
struct MessageLine: Sendable {
    let label: String
    /// May have several lines where somebody typed them.
    let value: String

    init(_ label: String, _ value: String) {
        self.label = label
        self.value = PlainText.cleaned(value)
    }

    var text: String { "\(label): \(value)" }
}

/// The HTML of an e-mail: a document of its own without pictures, links or anything to load.
struct EmailPage: Page {
    static let template = "deliveries/email"
    let language: String
    let subject: String
    let paragraphs: [String]
    let lines: [MessageLine]
    let closing: [String]

    /// The same words without markup.
    var text: String {
        let blocks = paragraphs + [lines.map(\.text).joined(separator: "\n")] + closing
        return blocks.filter { !$0.isEmpty }.joined(separator: "\n\n")
    }
}
