import Testing

@testable import Clinic

@Suite struct PostalAddressTests {
    private func read(_ typed: TypedAddress, isNeeded: Bool = true) -> (PostalAddress, [String: String]) {
        var checks = FieldChecks()
        let address = PostalAddress.read(typed, isNeeded: isNeeded, checks: &checks)
        return (address, Dictionary(checks.problems.map { ($0.field, $0.message) }) { first, _ in first })
    }

    @Test(arguments: [("ca", "CA"), ("California", "CA"), (" n.y. ", "NY"), ("new york", "NY"), ("puerto rico", "PR")])
    func anAmericanStateBecomesItsTwoCapitals(_ typed: String, _ state: String) throws {
        #expect(try Country.unitedStates.region(typed) == state)
    }

    @Test(arguments: [
        ("CA", "quebec", "QC"), ("CA", "on", "ON"), ("AU", "new south wales", "NSW"), ("AU", "Vic", "VIC"),
    ])
    func provincesAndTerritoriesToo(_ code: String, _ typed: String, _ state: String) throws {
        #expect(try #require(Country(code: code)).region(typed) == state)
    }

    @Test(arguments: ["XX", "C", "Bavaria", "<b>"]) func aStateThatDoesNotExistIsRefused(_ typed: String) {
        let problem = #expect(throws: Problem.self) { try Country.unitedStates.region(typed) }
        #expect(problem?.message == "problems.state")
    }

    @Test func aCountryWithoutStatesKeepsNone() throws {
        #expect(try Country.germany.region("Bayern") == "")
    }

    @Test(arguments: [
        ("US", "60614", "60614"), ("US", "606141234", "60614-1234"), ("US", "60614-1234", "60614-1234"),
        ("CA", "m5v2t6", "M5V 2T6"), ("GB", "sw1a2aa", "SW1A 2AA"), ("GB", "m1 1ae", "M1 1AE"),
        ("GB", "B338TH", "B33 8TH"),
        ("GB", "DN551PT", "DN55 1PT"), ("GB", "W1A0AX", "W1A 0AX"), ("DE", "10115", "10115"), ("AT", "1010", "1010"),
        ("CH", "8001", "8001"), ("NL", "1012js", "1012 JS"), ("PL", "00950", "00-950"), ("IE", "d02x285", "D02 X285"),
        ("IE", "D6W F2H4", "D6W F2H4"), ("IN", "110001", "110001"), ("LB", "20383054", "2038 3054"), ("SY", "", ""),
        ("JP", "100-0001", "100-0001"),
    ]) func aPostcodeIsWrittenInItsCountrysShape(_ code: String, _ typed: String, _ written: String) throws {
        #expect(try #require(Country(code: code)).postcode(typed) == written)
    }

    @Test(arguments: [
        ("US", "6061"), ("US", "6061A"), ("US", "00000"), ("US", "60614-12"), ("CA", "W1V 2T6"), ("CA", "12345"),
        ("DE", "1011"), ("DE", "00999"), ("DE", "٠١١١٥"), ("GB", "12345"), ("NL", "0123 AB"), ("JP", "<script>"),
        ("US", "60614<"), ("AT", "0999"),
    ]) func anImpossiblePostcodeIsRefusedWithAnExample(_ code: String, _ typed: String) throws {
        let country = try #require(Country(code: code))
        let problem = #expect(throws: Problem.self) { try country.postcode(typed, field: "postcode") }
        #expect(problem?.message == "problems.postcode")
        #expect(problem?.values["example"] == country.rules.postcode.example)
    }

    @Test func everyExampleFitsItsOwnRule() throws {
        for country in Country.all where !country.rules.postcode.example.isEmpty {
            #expect(try country.postcode(country.rules.postcode.example) == country.rules.postcode.example)
        }
    }

    @Test func allThatIsMissingIsSaidAtOnce() {
        let (_, problems) = read(TypedAddress(country: "US"))
        #expect(
            problems == [
                "street": "problems.required", "city": "problems.required", "state": "problems.required",
                "postcode": "problems.required",
            ])
    }

    @Test func theCountryDecidesWhatIsNeeded() {
        #expect(read(TypedAddress(country: "DE")).1.keys.sorted() == ["city", "postcode", "street"])
        #expect(read(TypedAddress(country: "SY")).1.keys.sorted() == ["city", "street"])
        #expect(read(TypedAddress(country: "US"), isNeeded: false).1.isEmpty)
    }

    @Test(arguments: ["", "XX", "U", "usa", "<b>", "U\u{0}S"]) func aCountryThatIsNoneIsRefused(_ code: String) {
        #expect(read(TypedAddress(country: code)).1.keys.sorted() == ["country"])
    }

    @Test(arguments: [
        (
            PostalAddress(
                street: "12 Harbor St", city: "Chicago", state: "IL", postcode: "60614", country: Country(code: "US")),
            ["12 Harbor St", "Chicago, IL 60614"]
        ),
        (
            PostalAddress(street: "Turmstraße 21", city: "Berlin", postcode: "10559", country: .germany),
            ["Turmstraße 21", "10559 Berlin", "(DE)"]
        ),
        (
            PostalAddress(street: "10 Downing St", city: "London", postcode: "SW1A 2AA", country: Country(code: "GB")),
            ["10 Downing St", "London", "SW1A 2AA", "(GB)"]
        ),
        (
            PostalAddress(street: "", city: "Chicago", postcode: "60614", country: Country(code: "US")),
            ["Chicago 60614"]
        ),
        (
            PostalAddress(
                street: "Via Roma 1", city: "Roma", state: "RM", postcode: "00186", country: Country(code: "IT")),
            ["Via Roma 1", "00186 Roma, RM", "(IT)"]
        ),
    ]) func standsOnAnEnvelopeAsItsCountryWritesIt(_ address: PostalAddress, _ lines: [String]) {
        #expect(address.lines(in: .unitedStates) { "(\($0.code))" } == lines)
    }

    @Test func everyCountryHasRulesThatCanBeUsed() throws {
        #expect(Country.all.count == 250)
        for country in Country.all {
            #expect(country.rules.layout.flatMap(\.self).contains(.street))
            #expect(country.rules.neededParts.isSubset(of: Set(country.rules.layout.flatMap(\.self))))
        }
    }
}
