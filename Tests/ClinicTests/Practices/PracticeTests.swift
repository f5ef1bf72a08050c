import Foundation
import Testing

@testable import Clinic

@Suite struct PracticeTests {
    private var typed: TypedPractice {
        var typed = TypedPractice()
        typed.name = "Lakeside  Physical Therapy"
        typed.address = TypedAddress(
            street: "5 Shore Rd.", city: "Evanston", state: "il", postcode: "60201", country: "US")
        typed.phone = "(847) 555-0110 x4"
        return typed
    }

    @Test func isReadInTheShapesOfItsCountry() throws {
        let practice = try typed.practice()
        #expect(practice.name == "Lakeside Physical Therapy")
        #expect(practice.address.state == "IL")
        #expect(practice.phone?.stored == "+18475550110;ext=4")
    }

    @Test func needsANameAndAWayToBeReached() {
        var nameless = typed
        nameless.name = " "
        #expect(throws: ValidationFailure([Problem("name", "problems.required")])) { try nameless.practice() }
        var unreachable = TypedPractice()
        unreachable.name = "Lakeside"
        unreachable.address.country = "US"
        #expect(throws: ValidationFailure([Problem("phone", "practices.problem.reach")])) {
            try unreachable.practice()
        }
        unreachable.email = "a@lakeside.example"
        #expect(throws: Never.self) { try unreachable.practice() }
    }

    @Test func isTheSameByNameAndAddressWhateverTheSpelling() throws {
        let practice = try typed.practice()
        var other = practice
        other.name = "LAKESIDE physical-thérapy"
        other.address.street = "5 Shore Rd"
        other.phone = nil
        #expect(practice.isLike(other))
        other.address.street = "6 Shore Rd"
        #expect(!practice.isLike(other))
        other = practice
        other.name = "Lakeside Hand Therapy"
        #expect(!practice.isLike(other))
    }

    @Test func nameAndStreetDoNotRunTogether() {
        var one = Practice()
        one.name = "Lake 5"
        one.address.street = "Shore"
        var other = Practice()
        other.name = "Lake"
        other.address.street = "5 Shore"
        #expect(!one.isLike(other))
    }

    @Test func whatTheFormShowsIsReadBackAsTheSame() throws {
        var practice = try typed.practice()
        practice.notes = "Ring twice\n\nParking behind the house"
        #expect(try TypedPractice(practice, country: .germany).practice() == practice)
        let data = try JSONEncoder().encode(practice)
        #expect(try JSONDecoder().decode(Practice.self, from: data) == practice)
    }

    @Test func hostileTextIsRefusedAtItsField() {
        var typed = typed
        typed.name = "Lake\u{202E}side"
        typed.contact = String(repeating: "c", count: 100_000)
        typed.notes = "a\u{0}"
        typed.specialties = "\u{1B}[31m"
        typed.email = "a@b.de\r\nTo: x@y.de"
        typed.npi = "'; DROP TABLE practice; --"
        let failure = #expect(throws: ValidationFailure.self) { try typed.practice() }
        #expect(
            Set(failure?.problems.map(\.field) ?? []) == ["name", "contact", "notes", "specialties", "email", "npi"])
    }
}
