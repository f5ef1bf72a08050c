import Foundation
import Testing

@testable import Clinic

@Suite struct ProviderTests {
    private var typed: TypedProvider {
        var typed = TypedProvider()
        typed.firstName = "Dana"
        typed.lastName = " Reyes "
        typed.degree = "PA-C"
        typed.phone = "1(312)555-0142"
        typed.practiceName = "Harbor Spine Clinic"
        typed.address = TypedAddress(
            street: "12 Harbor St", city: "Chicago", state: "illinois", postcode: "60614", country: "US")
        return typed
    }

    @Test func isCompleteWithWhatTheOriginalAskedForButTheMiddleName() throws {
        let provider = try typed.provider(keeping: Provider())
        #expect(provider.isComplete)
        #expect(provider.lastName == "Reyes")
        #expect(provider.address.state == "IL")
        #expect(provider.phone?.e164 == "+13125550142")
        #expect(provider.signedName == "Dana Reyes, PA-C")
    }

    @Test func nothingEnteredMeansEverythingIsMissing() {
        #expect(Provider().missingFields == ProviderField.allCases)
        #expect(!Provider().isComplete)
    }

    @Test(arguments: ProviderField.allCases) func eachNeededFieldIsMissedByItself(_ field: ProviderField) throws {
        var provider = try typed.provider(keeping: Provider())
        switch field {
        case .firstName: provider.firstName = ""
        case .lastName: provider.lastName = ""
        case .degree: provider.degree = ""
        case .phone: provider.phone = nil
        case .practiceName: provider.practiceName = ""
        case .country: provider.address.country = nil
        case .street: provider.address.street = ""
        case .city: provider.address.city = ""
        case .state: provider.address.state = ""
        case .postcode: provider.address.postcode = ""
        }
        #expect(provider.missingFields == [field])
    }

    @Test func aCountryWithoutStatesDoesNotMissOne() throws {
        var german = typed
        german.phone = "030 901820"
        german.address = TypedAddress(street: "Turmstr. 21", city: "Berlin", postcode: "10559", country: "DE")
        #expect(try german.provider(keeping: Provider()).isComplete)
    }

    @Test func everyMissingFieldIsSaidAtItsPlace() {
        var typed = TypedProvider()
        typed.address.country = "US"
        let failure = #expect(throws: ValidationFailure.self) { try typed.provider(keeping: Provider()) }
        let fields = Set(failure?.problems.filter { $0.message == "problems.required" }.map(\.field) ?? [])
        #expect(fields == Set(ProviderField.allCases.map(\.rawValue)).subtracting(["country"]))
    }

    @Test func whatIsWrongIsSaidAtItsPlace() {
        var typed = typed
        typed.firstName = "Da\u{0}na"
        typed.middleName = String(repeating: "x", count: 5000)
        typed.phone = "call me"
        typed.fax = "12"
        typed.mobile = "(312) 555-0142 x7"
        typed.email = "a@b.de\nBcc: c@d.de"
        typed.npi = "1234567890"
        typed.licence = "<b>"
        let failure = #expect(throws: ValidationFailure.self) { try typed.provider(keeping: Provider()) }
        #expect(
            Set(failure?.problems.map(\.field) ?? []) == [
                "first-name", "middle-name", "phone", "fax", "mobile", "email", "npi", "licence",
            ])
    }

    @Test func theFormKeepsIconAndSignature() throws {
        var known = Provider()
        known.icon = PictureHash(hex: String(repeating: "a", count: 64))
        known.signature = .typed(name: "Dana Reyes")
        let provider = try typed.provider(keeping: known)
        #expect(provider.icon == known.icon)
        #expect(provider.signature == known.signature)
    }

    @Test func whatTheFormShowsIsReadBackAsTheSame() throws {
        let provider = try typed.provider(keeping: Provider())
        #expect(try TypedProvider(provider, country: .germany).provider(keeping: Provider()) == provider)
        #expect(TypedProvider(Provider(), country: .germany).address.country == "DE")
    }

    @Test func aCopyOutlivesTheProgram() throws {
        var provider = try typed.provider(keeping: Provider())
        provider.signature = .typed(name: "Dana Reyes")
        provider.npi = NationalProviderIdentifier("1234567893")
        provider.email = EmailAddress("dana@example.org")
        provider.icon = PictureHash(hex: String(repeating: "a", count: 64))
        let data = try JSONEncoder().encode(provider)
        #expect(try JSONDecoder().decode(Provider.self, from: data) == provider)
        #expect(String(decoding: data, as: UTF8.self).contains(#""phone":"+13125550142""#))
    }

    @Test(arguments: ["", "abc", String(repeating: "A", count: 64), String(repeating: "g", count: 64)])
    func textThatIsNoHashNamesNoPicture(_ text: String) {
        #expect(PictureHash(hex: text) == nil)
    }
}
