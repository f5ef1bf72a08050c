import Testing

@testable import Clinic

@Suite struct TypedTextTests {
    @Test(arguments: [
        ("  Harbor   Spine\tClinic ", "Harbor Spine Clinic"), ("a\r\nb", "a b"), ("e\u{301}", "é"),
        ("\u{FEFF}Ada", "Ada"),
        ("", ""), (" \n ", ""), ("محمد\u{200C}علی", "محمد\u{200C}علی"), ("<script>\"'&", "<script>\"'&"), ("👩‍⚕️", "👩‍⚕️"),
    ]) func aLineIsTidied(_ typed: String, _ text: String) throws {
        #expect(try TypedText.line(typed, field: "name") == text)
    }

    @Test(arguments: [
        "a\u{0}b", "a\u{8}b", "a\u{202E}b", "a\u{2066}b", "a\u{7F}", "\u{9B}1m", "a\u{E0041}", "\u{FFFF}",
    ])
    func whatCannotBeSeenIsRefused(_ typed: String) {
        let problem = #expect(throws: Problem.self) { try TypedText.line(typed, field: "name") }
        #expect(problem == Problem("name", "problems.characters"))
        #expect(throws: Problem.self) { try TypedText.block(typed, field: "name") }
    }

    @Test func aTextMayBeAsLongAsItMayAndNoLonger() throws {
        #expect(try TypedText.line(String(repeating: "ä", count: 50), field: "name", longest: 50).count == 50)
        let problem = #expect(throws: Problem.self) {
            try TypedText.line(String(repeating: "ä", count: 51), field: "name", longest: 50)
        }
        #expect(problem == Problem("name", "problems.too-long", ["max": "50"]))
    }

    @Test func oneLetterWithThousandsOfMarksIsTooLong() {
        let typed = "a" + String(repeating: "\u{0336}", count: 3000)
        #expect(throws: Problem("name", "problems.too-long", ["max": "200"])) {
            try TypedText.line(typed, field: "name")
        }
    }

    @Test func anEmptyFieldIsAProblemOnlyWhereItIsNeeded() throws {
        #expect(throws: Problem("city", "problems.required")) { try TypedText.line(" ", field: "city", required: true) }
        #expect(try TypedText.line(" ", field: "city") == "")
    }

    @Test func aBlockKeepsItsLines() throws {
        #expect(try TypedText.block(" one  \r\ntwo\r\n\r\nthree \n", field: "notes") == "one\ntwo\n\nthree")
    }

    @Test(arguments: [
        ("Ada.Lovelace@Example.ORG", "Ada.Lovelace@example.org"), ("a+b@sub.example.co", "a+b@sub.example.co"),
        (" info@praxis-müller.de ", "info@praxis-müller.de"),
    ]) func anEmailAddressKeepsItsDomainInLowerCase(_ typed: String, _ text: String) throws {
        #expect(try EmailAddress.read(typed)?.text == text)
    }

    @Test(arguments: [
        "a", "a@", "@b.de", "a@b", "a@b@c.de", "a b@c.de", "a@c.de\nBcc: x@y.de", "a@c.de\r\n", "a@c.de\u{0}",
        "a..b@c.de",
        ".a@c.de", "a@-c.de", "a@c..de", "<a@c.de>", "a@c.de,b@c.de", "\"a b\"@c.de", "a@127.0.0.1", "ä@c.de",
        "a@c.de;",
        "a@\u{202E}ed.c", String(repeating: "a", count: 65) + "@c.de",
        "a@" + String(repeating: "b.", count: 130) + "de",
    ]) func whatIsNotOneMailboxIsRefused(_ typed: String) {
        #expect(throws: Problem("email", "problems.email")) { try EmailAddress.read(typed) }
    }

    @Test func aProviderNumberIsCheckedByItsLastDigit() throws {
        #expect(try NationalProviderIdentifier.read("1234567893")?.digits == "1234567893")
        #expect(try NationalProviderIdentifier.read("123-456 7893")?.digits == "1234567893")
        #expect(try NationalProviderIdentifier.read("") == nil)
        #expect(throws: Problem("npi", "problems.npi-check")) { try NationalProviderIdentifier.read("1234567894") }
        #expect(throws: Problem("npi", "problems.npi-check")) { try NationalProviderIdentifier.read("0000000000") }
        for typed in ["123456789", "12345678933", "١٢٣٤٥٦٧٨٩٣", "12345678X3"] {
            #expect(throws: Problem("npi", "problems.npi-length")) { try NationalProviderIdentifier.read(typed) }
        }
    }

    @Test func aLicenceNumberIsTextOfLettersAndDigits() throws {
        #expect(try LicenceNumber.read(" pt-12.345/b ") == "PT-12.345/B")
        #expect(throws: Problem("licence", "problems.licence")) { try LicenceNumber.read("<b>") }
        #expect(throws: Problem("licence", "problems.licence")) { try LicenceNumber.read("---") }
    }
}
