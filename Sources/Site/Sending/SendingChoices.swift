import Clinic
import Crypto
import Documents
import Foundation
import Rendering
import Store

/// One way to somebody: where it goes and what it says, or why there is none.
struct SendingWay: Sendable {
    /// Why a way is closed.
    enum Obstacle: String, Sendable {
        /// There is no address or number.
        case missing
        /// The clinician's information has no mobile number.
        case noOwnNumber = "no-own-number"
        /// A number with an extension belongs to a switchboard.
        case `extension`
        /// The last text message to this number was refused because it is a landline.
        case landline
        /// An admin has not set the channel up.
        case notSetUp = "not-set-up"
    }

    /// Names it in the form: `practice-email`.
    let id: String
    let channel: DeliveryChannel
    /// The address as people write it; empty for none.
    let shown: String
    let recipient: DeliveryRecipient?
    let content: DeliveryContent
    let obstacle: Obstacle?
}

/// Whom a prescription can be sent to, and what each would get.
struct SendingChoices: Sendable {
    struct Person: Sendable {
        let kind: DeliveryRecipient.Kind
        let name: String
        let ways: [SendingWay]
    }

    let prescription: SignedPrescription
    let patient: Patient
    let consents: MessageConsents
    /// The channels that an admin has set up.
    let channels: Set<DeliveryChannel>
    let people: [Person]
    /// What everybody else gets.
    let others: [DeliveryChannel: DeliveryContent]
    let paper: Paper
    /// The country whose numbers are national.
    let home: Country

    /// Names all that was shown, so that what is sent is what was previewed.
    var fingerprint: String {
        var hash = SHA256()
        func add(_ content: DeliveryContent, _ address: String) {
            let picture = content.picture ? "picture" : ""
            for part in [content.subject, content.text, content.sheet?.rawValue ?? "", picture, address] {
                hash.update(data: Data("\(part.utf8.count):\(part)".utf8))
            }
        }
        for way in people.flatMap(\.ways) { add(way.content, way.recipient?.address.text ?? "") }
        for channel in DeliveryChannel.allCases { if let content = others[channel] { add(content, "") } }
        return hash.finalize().map { String(format: "%02x", $0) }.joined()
    }

    func way(_ id: String) -> SendingWay? { people.lazy.flatMap(\.ways).first { $0.id == id } }
}

extension Site {
    /// Everything that the page for sending shows.
    func sendingChoices(
        _ signed: SignedPrescription, _ context: ClinicianContext
    ) async throws -> SendingChoices {
        let patient = try await database.patient(signed.patient)
        let consents = try await database.messageConsents(of: signed.patient)
        let channels = Set(DeliveryChannel.allCases.filter { canSend(on: $0) })
        let home = Country(code: signed.provider.country) ?? .unitedStates
        let contacts = try await contacts(signed, patient, home, context)
        let landlines = try await database.landlines(among: contacts.compactMap { $0.3?.e164 })
        let maker = ContentMaker(site: self, signed: signed, consents: consents)
        let people = try contacts.map { kind, name, email, phone, language in
            let name = PrescriptionMessage.oneLine(name)
            let ways = try DeliveryChannel.allCases.map { channel in
                let address: DeliveryAddress? =
                    switch channel {
                    case .email: email.map { .email($0) }
                    case .textMessage: phone.flatMap { DeliveryAddress(.textMessage, stored: $0.e164) }
                    }
                let shown = channel == .email ? email?.text : phone?.formatted(in: home)
                let obstacle: SendingWay.Obstacle? =
                    switch address {
                    case nil: kind == .own && channel == .textMessage ? .noOwnNumber : .missing
                    case .textMessage? where phone?.extension != nil: .extension
                    case let address? where landlines.contains(address.text): .landline
                    default: channels.contains(channel) ? nil : .notSetUp
                    }
                return SendingWay(
                    id: "\(kind.rawValue)-\(channel.rawValue)", channel: channel, shown: shown ?? "",
                    recipient: address.map { DeliveryRecipient(kind: kind, name: name, address: $0) },
                    content: try maker.content(channel, language), obstacle: obstacle)
            }
            return SendingChoices.Person(kind: kind, name: name, ways: ways)
        }
        var others: [DeliveryChannel: DeliveryContent] = [:]
        for channel in channels { others[channel] = try maker.content(channel, signed.language) }
        return SendingChoices(
            prescription: signed, patient: patient, consents: consents, channels: channels, people: people,
            others: others, paper: signed.provider.usualPaper, home: home)
    }

    /// Who is known: name, address, number and the language that they are written to in.
    private func contacts(
        _ signed: SignedPrescription, _ patient: Patient, _ home: Country, _ context: ClinicianContext
    ) async throws -> [(DeliveryRecipient.Kind, String, EmailAddress?, PhoneNumber?, Language)] {
        let spoken = clinic.offered(patient.language.flatMap(Language.init(spoken:))) ?? signed.language
        let provider = try await database.provider(of: context.account.id)?.provider
        let number = { (typed: String) in (try? PhoneNumber.read(typed, in: home)) ?? nil }
        let practice = signed.practice.map { practice in
            (
                DeliveryRecipient.Kind.practice, practice.name, EmailAddress(practice.email), number(practice.phone),
                signed.language
            )
        }
        return [practice].compactMap(\.self) + [
            (.patient, patient.name.full, patient.email, patient.phone, spoken),
            (
                .own, context.account.name, provider?.email ?? EmailAddress(context.account.email), provider?.mobile,
                signed.language
            ),
        ]
    }
}

/// Writes what goes out of one prescription.
private struct ContentMaker {
    let site: Site
    let signed: SignedPrescription
    let consents: MessageConsents

    func content(_ channel: DeliveryChannel, _ language: Language) throws -> DeliveryContent {
        try signed.message(site.templates.words(in: language)).content(
            channel, isAllowed: consents.allows(channel), paper: signed.provider.usualPaper,
            takesPicture: site.canSendPictures, templates: site.templates)
    }
}
