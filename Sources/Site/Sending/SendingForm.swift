import Clinic
import Foundation
import Rendering

/// Who is to get a prescription, as it was chosen and typed.
struct SendingForm: Sendable {
    /// Most recipients of one sending.
    static let mostRecipients = 20
    private static let longestOthers = 4000

    /// The ids of ``SendingWay``s.
    let chosen: [String]
    /// Addresses and numbers, one a line.
    let others: String
    /// The delivery that this one takes the place of; nil for none.
    let instead: Identifier<Delivery>?
    /// What ``SendingChoices/fingerprint`` was when the page was made.
    let shown: String

    init(instead: Identifier<Delivery>? = nil) {
        (chosen, others, shown) = ([], "", "")
        self.instead = instead
    }

    init(_ form: Form) {
        chosen = Array(form.all("to").prefix(SendingForm.mostRecipients + 1))
        others = form.text("others")
        instead = Identifier<Delivery>(untrusted: form.text("instead"))
        shown = form.text("shown")
    }

    /// The messages to put into the outbox, and whether somebody was named twice.
    /// - Throws: ``ValidationFailure``.
    func deliveries(_ choices: SendingChoices) throws -> (deliveries: [NewDelivery], merged: Bool) {
        var checks = FieldChecks()
        var found: [(DeliveryRecipient, DeliveryContent)] = []
        for id in chosen {
            guard let way = choices.way(id), way.obstacle == nil, let recipient = way.recipient else {
                checks.note(Problem("to", "sending.problem.not-possible"))
                continue
            }
            found.append((recipient, way.content))
        }
        for address in checks.value(try addresses(choices)) ?? [] {
            guard let content = choices.others[address.channel] else { continue }
            found.append((DeliveryRecipient(kind: .other, name: "", address: address), content))
        }
        var seen: Set<DeliveryAddress> = []
        let kept = found.filter { seen.insert($0.0.address).inserted }
        if checks.problems.isEmpty, kept.isEmpty { checks.note(Problem("to", "sending.problem.nobody")) }
        if kept.count > Self.mostRecipients {
            checks.note(Problem("others", "sending.problem.too-many", ["max": "\(Self.mostRecipients)"]))
        }
        guard checks.problems.isEmpty else { throw ValidationFailure(checks.problems) }
        let deliveries = kept.map { NewDelivery(recipient: $0.0, content: $0.1, replaces: instead) }
        return (deliveries, kept.count < found.count)
    }

    /// What was typed, line by line.
    private func addresses(_ choices: SendingChoices) throws(Problem) -> [DeliveryAddress] {
        let typed = try TypedText.block(others, field: "others", longest: Self.longestOthers)
        let lines = typed.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
        guard lines.count <= Self.mostRecipients else {
            throw Problem("others", "sending.problem.too-many", ["max": "\(Self.mostRecipients)"])
        }
        var addresses: [DeliveryAddress] = []
        for line in lines { addresses.append(try Self.address(line, choices)) }
        return addresses
    }

    private static func address(_ line: String, _ choices: SendingChoices) throws(Problem) -> DeliveryAddress {
        let values = ["address": String(line.prefix(80))]
        let address: DeliveryAddress
        if line.contains("@") {
            guard let email = EmailAddress(line) else { throw Problem("others", "sending.problem.email", values) }
            address = .email(email)
        } else {
            guard let number = (try? PhoneNumber.read(line, in: choices.home)) ?? nil, number.extension == nil else {
                throw Problem("others", "sending.problem.number", values)
            }
            address = .textMessage(number)
        }
        guard choices.channels.contains(address.channel) else {
            throw Problem("others", "sending.problem.not-set-up.\(address.channel.rawValue)", values)
        }
        return address
    }
}
