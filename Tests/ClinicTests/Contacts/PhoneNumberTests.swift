import Testing

@testable import Clinic

@Suite struct PhoneNumberTests {
    @Test(arguments: [
        ("US", "1(555)201-3344", "+15552013344"), ("US", "(555) 201-3344", "+15552013344"),
        ("US", "555.201.3344", "+15552013344"), ("US", "+1 555 201 3344", "+15552013344"),
        ("US", "011 49 30 901820", "+4930901820"), ("CA", "416 555 0134", "+14165550134"),
        ("DE", "030 901820", "+4930901820"), ("DE", "+49 (0)30 / 90 18 20", "+4930901820"),
        ("DE", "0049 30 901820", "+4930901820"), ("DE", "0151 23456789", "+4915123456789"),
        ("AT", "01/5880000", "+4315880000"), ("CH", "044 668 18 00", "+41446681800"),
        ("GB", "020 7946 0018", "+442079460018"), ("GB", "+44 020 7946 0018", "+442079460018"),
        ("IE", "01 679 2222", "+35316792222"), ("FR", "01 42 68 53 00", "+33142685300"),
        ("ES", "912 345 678", "+34912345678"), ("IT", "06 69883333", "+390669883333"),
        ("NL", "020-6241111", "+31206241111"), ("BE", "02 513 89 40", "+3225138940"),
        ("PL", "22 123 45 67", "+48221234567"), ("TR", "0212 293 33 63", "+902122933363"),
        ("TR", "532 123 45 67", "+905321234567"), ("MX", "55 1234 5678", "+525512345678"),
        ("MX", "+52 1 55 1234 5678", "+525512345678"), ("AU", "02 9374 4000", "+61293744000"),
        ("AU", "1300 655 506", "+611300655506"), ("NZ", "09 379 8000", "+6493798000"),
        ("IN", "98765 43210", "+919876543210"), ("IN", "011 2345 6789", "+911123456789"),
        ("SY", "٠٩٣٣ ١٢٣ ٤٥٦", "+963933123456"), ("LB", "01 345 678", "+9611345678"),
        ("LB", "70 123 456", "+96170123456"), ("JO", "079 012 3456", "+962790123456"),
        ("UA", "044 234 56 78", "+380442345678"), ("VN", "091 234 5678", "+84912345678"),
        ("DK", "32 12 34 56", "+4532123456"), ("JM", "876 922 1234", "+18769221234"),
        ("US", "+45 32123456", "+4532123456"),
    ]) func isStoredInOneShapeWhateverWayItIsTyped(_ code: String, _ typed: String, _ stored: String) throws {
        let country = try #require(Country(code: code))
        #expect(try PhoneNumber.read(typed, in: country)?.e164 == stored)
    }

    @Test(arguments: [
        ("US", "555-FLOWERS", "problems.phone-letters"), ("US", "201-3344", "problems.phone-short"),
        ("US", "1 555 201 3344 9", "problems.phone-long"), ("US", "(155) 201-3344", "problems.phone-short"),
        ("US", "055 201 3344", "problems.phone-area"), ("US", "555 101 3344", "problems.phone-area"),
        ("US", "call me", "problems.phone-letters"), ("US", "+999 12345678", "problems.phone-country"),
        ("US", "+", "problems.phone"), ("US", "5+55 201 3344", "problems.phone"),
        ("US", "++15552013344", "problems.phone"),
        ("US", "555 201 3344 x", "problems.phone-extension"),
        ("US", "555 201 3344 x12345678", "problems.phone-extension"),
        ("US", "<script>", "problems.phone"), ("US", "555;201;3344", "problems.phone"),
        ("DE", "901820", "problems.phone-trunk"), ("DE", "030 1", "problems.phone-short"),
        ("DE", "030 12345678901234", "problems.phone-long"), ("FR", "01 42 68 53", "problems.phone-short"),
        ("AQ", "²³⁴⁵⁶⁷⁸⁹", "problems.phone"), ("DE", "030\u{0}901820", "problems.characters"),
        ("DE", "\u{202E}030 901820", "problems.characters"), ("US", "½55 201 3344", "problems.phone"),
    ]) func isRefusedWithAReasonWhenItCannotBeDialled(_ code: String, _ typed: String, _ key: String) throws {
        let country = try #require(Country(code: code))
        let problem = #expect(throws: Problem.self) { try PhoneNumber.read(typed, in: country, field: "office") }
        #expect(problem?.message == key)
        #expect(problem?.field == "office")
    }

    @Test func aHugeTextIsRefusedAsTooLong() {
        let typed = String(repeating: "1", count: 100_000)
        let problem = #expect(throws: Problem.self) { try PhoneNumber.read(typed, in: .unitedStates) }
        #expect(problem?.message == "problems.too-long")
    }

    @Test func anEmptyFieldIsNoNumber() throws {
        #expect(try PhoneNumber.read(" ", in: .germany) == nil)
    }

    @Test(arguments: ["555 201 3344 x12", "555 201 3344 ext. 12", "555-201-3344 Extension 12", "5552013344#12"])
    func anExtensionIsKeptApart(_ typed: String) throws {
        let number = try #require(try PhoneNumber.read(typed, in: .unitedStates))
        #expect(number.e164 == "+15552013344")
        #expect(number.extension == "12")
        #expect(number.stored == "+15552013344;ext=12")
        #expect(PhoneNumber(stored: number.stored) == number)
        #expect(number.formatted(in: .unitedStates) == "(555) 201-3344 x12")
    }

    @Test(arguments: [
        ("+15552013344", "US", "(555) 201-3344"), ("+15552013344", "DE", "+1 555-201-3344"),
        ("+4930901820", "DE", "030 901820"), ("+4930901820", "US", "+49 30 901820"),
        ("+4915123456789", "DE", "0151 23456789"), ("+4922112345", "DE", "0221 12345"),
        ("+493301123456", "DE", "03301 123456"), ("+4933200123456", "DE", "033200 123456"),
        ("+4961961234", "DE", "06196 1234"), ("+442079460018", "GB", "020 7946 0018"),
        ("+33142685300", "FR", "01 42 68 53 00"), ("+390669883333", "IT", "06 69883333"),
        ("+611300655506", "AU", "1300 655 506"), ("+61293744000", "AU", "02 9374 4000"),
        ("+96170123456", "LB", "70 123 456"), ("+9611345678", "LB", "01 345 678"),
        ("+48221234567", "PL", "221 234 567"), ("+525512345678", "MX", "55 1234 5678"),
        ("+919876543210", "IN", "98765 43210"), ("+4532123456", "DK", "32123456"),
    ]) func readsTheWayTheReadersCountryWritesIt(_ stored: String, _ code: String, _ shown: String) throws {
        let country = try #require(Country(code: code))
        #expect(try #require(PhoneNumber(e164: stored)).formatted(in: country) == shown)
    }

    @Test func aFieldShowsAnAmericanNumberInTheShapeItGetsWhileTyping() throws {
        let number = try #require(PhoneNumber(e164: "+15552013344"))
        #expect(number.typed(in: .unitedStates) == "1(555)201-3344")
    }

    @Test(arguments: Country.all.map(\.code)) func whatAFieldShowsIsReadBackAsTheSameNumber(_ code: String) throws {
        let country = try #require(Country(code: code))
        let example = country.rules.phone.example.isEmpty ? "+4930901820" : country.rules.phone.example
        let number = try #require(try PhoneNumber.read(example, in: country))
        #expect(try PhoneNumber.read(number.typed(in: country), in: country) == number)
        #expect(try PhoneNumber.read(number.formatted(in: country), in: country) == number)
    }

    @Test(arguments: [
        "", "+", "15552013344", "+1555201334a", "+1234567890123456", "+0301234567", "+15552013344;ext=",
        "+1 5552013344",
    ])
    func textThatIsNoE164IsNoNumber(_ text: String) {
        #expect(PhoneNumber(stored: text) == nil)
    }
}
