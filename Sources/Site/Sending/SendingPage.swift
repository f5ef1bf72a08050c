import Clinic
import Foundation
import Rendering

/// What somebody gets, as they get it.
struct PreviewView: Sendable {
    let title: String
    let subject: String?
    let text: String
    /// "The signed sheet as PDF (Letter)"; nil for none.
    let attachment: String?
    /// "3 messages (GSM-7, 412 characters)"; nil for an e-mail.
    let length: String?
    /// Why it may be refused for its length; nil for nothing.
    let warning: String?

    init(_ content: DeliveryContent, _ channel: DeliveryChannel, title: String, words: Words) {
        self.title = title
        subject = content.subject.isEmpty ? nil : content.subject
        text = content.text
        attachment =
            content.picture
            ? words("sending.attachment.picture") : content.sheet.map { words("sending.attachment.\($0.rawValue)") }
        let length = TextMessageLength(content.text)
        let isText = channel == .textMessage
        self.length =
            isText
            ? words(
                "sending.length", count: length.segments,
                ["units": "\(length.units)", "encoding": words("sending.encoding.\(length.encoding.rawValue)")])
            : nil
        let isLong = isText && content.text.utf16.count > TextMessageLength.usualLimit
        warning = isLong ? words("sending.length.long", ["max": "\(TextMessageLength.usualLimit)"]) : nil
    }
}

/// Where a signed prescription is sent, printed and shared.
struct SendingPage: Page {
    static let template = "sending/show"

    struct Way: Sendable {
        let id: String
        let label: String
        let isChecked: Bool
        /// Why it cannot be chosen; nil when it can.
        let obstacle: String?
        let preview: PreviewView?
    }

    struct Person: Sendable {
        let title: String
        let name: String
        let ways: [Way]
    }

    /// A link that opens the device's own messages, and what it writes there.
    struct DeviceMessage: Sendable {
        let url: String
        let label: String
        let preview: PreviewView
    }

    let banner: PatientBanner
    let problems: [ProblemLine]
    let url: String
    /// The prescription's page.
    let pageURL: String
    let number: String
    /// Why it cannot be sent; nil when it is in force.
    let notInForce: String?
    let results: DeliveriesView?
    /// What was not asked yet.
    let questions: [ConsentQuestion]
    let consentsURL: String
    /// Said where the patient does not allow a channel.
    let restricted: [String]
    /// Whether nothing is set up: then what needs no server comes first.
    let isByHandFirst: Bool
    /// Whether something can be sent from here at all.
    let canSend: Bool
    /// What an admin has to set up.
    let missing: [String]
    let people: [Person]
    let toError: String?
    let others: FieldView
    let otherPreviews: [PreviewView]
    let byHand: ByHandView
    /// For which message this is sent instead; nil for none.
    let instead: String?
    let insteadID: String
    let formKey: String
    let shown: String

    init(
        _ choices: SendingChoices, _ typed: SendingForm, deliveries: [Delivery], banner: PatientBanner,
        fields: FieldBuilder, letters: SendingLetters
    ) {
        let (words, signed) = (fields.words, choices.prescription)
        let isInForce = signed.isInForce
        self.banner = banner
        problems = fields.summary
        url = signed.reference.path
        pageURL = signed.reference.page
        number = signed.number.description
        notInForce = isInForce ? nil : words("sending.not-in-force.\(signed.status)")
        results = DeliveriesView(deliveries, isInForce: isInForce, letters: letters)
        // Also where a channel is not set up: the device's own messages need the answer too.
        questions = DeliveryChannel.allCases.filter { channel in
            isInForce && choices.consents.last(channel) == nil
                && (choices.channels.contains(channel) || channel == .textMessage)
        }.map {
            ConsentQuestion(
                $0, choices.consents, of: choices.patient.id,
                fields: FieldBuilder(words: words, problems: [], prefix: "consents"), zone: letters.zone,
                prescription: signed.reference)
        }
        consentsURL = "/patients/\(choices.patient.id)/consents"
        restricted = DeliveryChannel.allCases.filter { !choices.consents.allows($0) && choices.channels.contains($0) }
            .map { words("sending.restricted.\($0.rawValue)") }
        isByHandFirst = choices.channels.isEmpty
        canSend = isInForce && !choices.channels.isEmpty
        missing = DeliveryChannel.allCases.filter { !choices.channels.contains($0) }
            .map { words("sending.missing.\($0.rawValue)") }
        people = choices.people.map { Self.person($0, typed, words) }
        toError = fields.error("to")
        others = fields.field("others", typed.others) {
            $0.multiline = true
            $0.rows = 3
            $0.optional = true
            $0.required = false
            $0.maxLength = 4000
        }
        otherPreviews = DeliveryChannel.allCases.compactMap { channel in
            choices.others[channel].map {
                PreviewView($0, channel, title: words("sending.preview.\(channel.rawValue)"), words: words)
            }
        }
        byHand = ByHandView(choices, words: words)
        let replaced = typed.instead.flatMap { id in deliveries.first { $0.id == id } }
        instead = replaced.map { words("sending.instead", ["address": $0.recipient.address.text]) }
        insteadID = replaced?.id.text ?? ""
        formKey = SecretToken.make()
        shown = choices.fingerprint
    }

    private static func person(_ person: SendingChoices.Person, _ typed: SendingForm, _ words: Words) -> Person {
        Person(
            title: words("sending.person.\(person.kind.rawValue)"), name: person.name,
            ways: person.ways.map { way in
                let channel = words("sending.channel.\(way.channel.rawValue)")
                return Way(
                    id: way.id, label: way.shown.isEmpty ? channel : "\(channel): \(way.shown)",
                    isChecked: typed.chosen.contains(way.id),
                    obstacle: way.obstacle.map { obstacle in
                        words("sending.obstacle.\(obstacle.rawValue).\(way.channel.rawValue)")
                    },
                    preview: way.obstacle == nil
                        ? PreviewView(way.content, way.channel, title: words("sending.preview"), words: words) : nil)
            })
    }
}

/// What needs no server and no network: paper, a file, the device's own share sheet and messages.
struct ByHandView: Sendable {
    let printURL: String
    let pdfURL: String
    let fileName: String
    let messages: [SendingPage.DeviceMessage]

    init(_ choices: SendingChoices, words: Words) {
        let path = choices.prescription.reference.path
        printURL = "\(path)/printing"
        pdfURL = "\(path)/sheet.pdf"
        fileName = "prescription-\(choices.prescription.number).pdf"
        let ways =
            choices.prescription.isInForce ? choices.people.flatMap { person in person.ways.map { (person, $0) } } : []
        messages = ways.compactMap { person, way in
            guard person.kind != .own, way.channel == .textMessage, way.obstacle == nil || way.obstacle == .notSetUp,
                case .textMessage(let number)? = way.recipient?.address
            else { return nil }
            return SendingPage.DeviceMessage(
                url: TextMessageLink.url(to: number, text: way.content.text),
                label: words("sending.device-message", ["name": person.name, "number": way.shown]),
                // A picture goes through the gateway alone.
                preview: PreviewView(
                    way.content.withoutPicture, .textMessage,
                    title: words("sending.preview.device", ["name": person.name]), words: words))
        }
    }
}
