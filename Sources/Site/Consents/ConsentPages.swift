import Clinic
import Foundation
import Rendering

/// One channel: what is asked, and what holds now. Also what `consents/_question.mustache` gets.
struct ConsentQuestion: Sendable {
    let id: String
    let channel: String
    let title: String
    let question: String
    /// What was said last, by whom and when; nil when the patient was not asked.
    let state: String?
    let isGiven: Bool
    /// Whether a "yes" can be said, and a "no".
    let offersYes: Bool
    let offersNo: Bool
    /// How it was said; nil where the patient says it here.
    let manner: ChoiceFieldView?
    let noLabel: String
    /// Where the answer is sent.
    let action: String
    /// The prescription to go back to, and the name of its field; empty for none.
    let prescription: String
    let prescriptionField: String

    /// The id of a channel's control.
    static func field(_ channel: DeliveryChannel) -> String { "manner-\(channel.rawValue)" }

    /// - Parameter prescription: which is about to be sent; nil for none.
    init(
        _ channel: DeliveryChannel, _ consents: MessageConsents, of patient: Identifier<Patient>, fields: FieldBuilder,
        zone: TimeZone, prescription: PrescriptionReference? = nil
    ) {
        self.init(
            channel, consents, words: fields.words, zone: zone, action: "/patients/\(patient)/consents",
            manner: Self.manner(channel, fields), prescription: prescription)
    }

    /// The patient's own.
    init(_ channel: DeliveryChannel, own consents: MessageConsents, words: Words, zone: TimeZone) {
        self.init(
            channel, consents, words: words, zone: zone, action: "/my/consents", manner: nil, prescription: nil)
    }

    private init(
        _ channel: DeliveryChannel, _ consents: MessageConsents, words: Words, zone: TimeZone, action: String,
        manner: ChoiceFieldView?, prescription: PrescriptionReference?
    ) {
        let last = consents.last(channel)
        id = "consent-\(channel.rawValue)"
        self.channel = channel.rawValue
        title = words("consents.channel.\(channel.rawValue)")
        question = words(ConsentWording.key(channel))
        state = last.map { ConsentLine($0, words: words, zone: zone).text }
        isGiven = consents.allows(channel)
        // Written after spoken is another answer; the patient's own "yes" is one only where none is given.
        offersYes = manner != nil || !isGiven
        offersNo = manner != nil || last?.decision != .refused && last?.decision != .withdrawn
        self.manner = manner
        noLabel =
            manner == nil
            ? words(isGiven ? "consents.mine.withdraw" : "consents.mine.no")
            : words(isGiven ? "consents.withdraw" : "consents.no")
        self.action = action
        self.prescription = prescription?.id ?? ""
        prescriptionField = (prescription?.kind ?? .therapy).rawValue
    }

    private static func manner(_ channel: DeliveryChannel, _ fields: FieldBuilder) -> ChoiceFieldView {
        let id = field(channel)
        let options = [MessageConsent.Manner.spoken, .written].enumerated().map { index, manner in
            ChoiceFieldView.Option(
                id: index == 0 ? id : "\(id)-\(manner.rawValue)", value: manner.rawValue,
                label: fields.words("consents.manner.\(manner.rawValue)"), hint: nil, selected: index == 0,
                checked: index == 0)
        }
        return ChoiceFieldView(
            id: id, name: "manner", label: fields.label("manner"), hint: nil, error: fields.error(id), options: options)
    }
}

/// One answer in words.
struct ConsentLine: Sendable {
    let channel: String
    /// "Agreed, spoken. Recorded by Dana Reyes, Nov 21, 2026, 09:30".
    let text: String
    let wording: String
    let version: String

    init(_ consent: MessageConsent, words: Words, zone: TimeZone) {
        channel = words("consents.channel.\(consent.channel.rawValue)")
        text = words(
            "consents.state",
            [
                "decision": words("consents.decision.\(consent.decision.rawValue)"),
                "manner": words("consents.manner.\(consent.manner.rawValue)"), "name": consent.by,
                "time": Dates(words.language).dateAndTime(consent.at, in: zone),
            ])
        wording = consent.wording.text
        version = "\(consent.wording.version)"
    }
}

/// What a patient's page says of it.
struct ConsentSummaryView: Sendable {
    struct Line: Sendable {
        let channel: String
        let state: String
    }

    let url: String
    let lines: [Line]

    init(_ consents: MessageConsents, of patient: Identifier<Patient>, words: Words, zone: TimeZone) {
        url = "/patients/\(patient)/consents"
        lines = DeliveryChannel.allCases.map { channel in
            Line(
                channel: words("consents.channel.\(channel.rawValue)"),
                state: consents.last(channel).map { ConsentLine($0, words: words, zone: zone).text }
                    ?? words("consents.not-asked"))
        }
    }
}

/// A patient's consents with all that was said before.
struct ConsentsPage: Page {
    static let template = "consents/show"
    let banner: PatientBanner
    let problems: [ProblemLine]
    let url: String
    let questions: [ConsentQuestion]
    let history: [ConsentLine]
    let hasHistory: Bool

    init(
        _ consents: MessageConsents, of patient: Patient, banner: PatientBanner, fields: FieldBuilder, zone: TimeZone
    ) {
        self.banner = banner
        problems = fields.summary
        url = "/patients/\(patient.id)"
        questions = DeliveryChannel.allCases.map {
            ConsentQuestion($0, consents, of: patient.id, fields: fields, zone: zone)
        }
        history = consents.history.map { ConsentLine($0, words: fields.words, zone: zone) }
        hasHistory = !history.isEmpty
    }
}

/// The same for the patient.
struct MyConsentsPage: Page {
    static let template = "consents/mine"
    let questions: [ConsentQuestion]
    let history: [ConsentLine]
    let hasHistory: Bool

    init(_ consents: MessageConsents, words: Words, zone: TimeZone) {
        questions = DeliveryChannel.allCases.map {
            ConsentQuestion($0, own: consents, words: words, zone: zone)
        }
        history = consents.history.map { ConsentLine($0, words: words, zone: zone) }
        hasHistory = !history.isEmpty
    }
}
