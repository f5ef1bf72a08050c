import Clinic
import Foundation
import Testing

@Suite("Consent to messages without encryption")
struct MessageConsentTests {
    private static func consent(
        _ decision: MessageConsent.Decision, _ manner: MessageConsent.Manner = .spoken,
        _ channel: DeliveryChannel = .email
    ) -> MessageConsent {
        MessageConsent(
            id: Identifier("x"), channel: channel, decision: decision, manner: manner, at: .distantPast, by: "Lee",
            wording: ConsentWording(language: .english, text: "May we?"))
    }

    private static func answer(_ allows: Bool, _ manner: MessageConsent.Manner = .spoken) -> ConsentAnswer {
        ConsentAnswer(
            channel: .email, allows: allows, manner: manner,
            wording: ConsentWording(language: .english, text: "May we?"))
    }

    @Test("a no is a refusal, after a yes it is a withdrawal; what says the same again is not written twice")
    func decisions() {
        #expect(Self.answer(true).decision(after: nil) == .given)
        #expect(Self.answer(false).decision(after: nil) == .refused)
        #expect(Self.answer(false).decision(after: Self.consent(.given)) == .withdrawn)
        #expect(Self.answer(false, .account).decision(after: Self.consent(.given)) == .withdrawn)
        #expect(Self.answer(true).decision(after: Self.consent(.withdrawn)) == .given)
        #expect(Self.answer(true).decision(after: Self.consent(.given)) == nil)
        #expect(Self.answer(true, .written).decision(after: Self.consent(.given)) == .given)
        #expect(Self.answer(false).decision(after: Self.consent(.withdrawn)) == nil)
        #expect(Self.answer(false).decision(after: Self.consent(.refused)) == nil)
    }

    @Test("only the latest answer for the very channel allows anything")
    func latest() {
        let consents = MessageConsents([
            Self.consent(.withdrawn), Self.consent(.given, .written, .textMessage), Self.consent(.given),
        ])
        #expect(!consents.allows(.email))
        #expect(consents.allows(.textMessage))
        #expect(!MessageConsents([]).allows(.email))
        #expect(!MessageConsents([Self.consent(.given, .spoken, .email)]).allows(.textMessage))
    }
}
