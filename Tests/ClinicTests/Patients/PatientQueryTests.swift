import Clinic
import Testing

@Suite("What is typed into the patient search box")
struct PatientQueryTests {
    private func terms(_ text: String) -> [[String]]? {
        PatientQuery(text, order: .monthFirst)?.terms.map { term in
            term.map { "\($0.token.kind):\($0.token.text)\($0.isPrefix ? "*" : "")" }.sorted()
        }
    }

    @Test("words are beginnings of names, accent-blind, umlauts in both spellings")
    func words() {
        #expect(terms("lop MARÍA") == [["name:lop*"], ["name:maria*"]])
        #expect(terms("Müller") == [["name:mueller*", "name:muller*"]])
        #expect(terms("O'Brien-Smith") == [["name:o*"], ["name:brien*"], ["name:smith*"]])
    }

    @Test("a date is a birth date; one that may be two days is both")
    func dates() {
        #expect(terms("12 Mar 1948") == [["born:1948-03-12"]])
        #expect(terms("12. März 1948 lopez") == [["born:1948-03-12"], ["name:lopez*"]])
        #expect(terms("lopez 1948-03-12")?.last?.contains("born:1948-03-12") == true)
        #expect(terms("03/12/1948")?.first?.filter { $0.hasPrefix("born") } == ["born:1948-03-12", "born:1948-12-03"])
    }

    @Test("digits are part of a phone number from four on, a patient number, or a year of birth")
    func digits() {
        #expect(terms("555") == [["number:555*"]])
        #expect(terms("1948") == [["born:1948-*", "number:1948*", "phone:1948*"]])
        #expect(terms("(312) 555-0142") == [["number:3125550142*", "phone:3125550142*"]])
        #expect(terms("+49 (0)30 1234") == [["number:49301234*", "phone:49301234*"]])
        #expect(terms("030 123456") == [["number:030123456*", "phone:030123456*", "phone:30123456*"]])
    }

    @Test("an address with @ is an e-mail address")
    func email() {
        #expect(terms("Maria.L@Ex") == [["email:maria.l@ex*"]])
    }

    @Test("nothing to search for is no query", arguments: ["", "   ", "-", "\u{0}", "'\"%_*"])
    func nothing(text: String) {
        #expect(PatientQuery(text, order: .monthFirst) == nil)
    }

    @Test("long text is cut and has at most eight terms")
    func long() {
        let query = PatientQuery(String(repeating: "ab ", count: 100_000), order: .dayFirst)
        #expect(query?.terms.count == 8)
    }
}
