import Clinic
import Testing

@Suite("Typed doses")
struct DoseReadingTests {
    @Test(
        "are read exactly",
        arguments: [
            ("1", "1"), ("10", "10"), ("½", "1/2"), ("2½", "5/2"), ("2 ½", "5/2"), ("1/2", "1/2"), ("3/4", "3/4"),
            ("1 1/2", "3/2"), ("⅓", "1/3"), ("0.25", "1/4"), ("2.5", "5/2"), ("2,5", "5/2"), ("0.125", "1/8"),
            ("12.000001", "12000001/1000000"), ("  1  ", "1"), ("٣", "3"),
        ])
    func read(text: String, expected: String) throws {
        #expect(try DoseReading(.english, field: "dose").value(text).description == expected)
    }

    @Test("have a decimal comma in German, and a point that cannot be a thousand's")
    func german() throws {
        let reading = DoseReading(.german, field: "dose")
        #expect(try reading.value("2,125").description == "17/8")
        #expect(try reading.value("2.5").description == "5/2")
        #expect(throws: Problem.self) { try reading.value("2.125") }
    }

    @Test(
        "that can be misread are refused with what to write",
        arguments: [
            (Language.english, ".5", "0.5"), (.german, ",5", "0,5"), (.english, "1.0", "1"), (.english, "2.50", "2.5"),
            (.german, "1,0", "1"), (.german, "2,50", "2,5"),
        ])
    func misread(language: Language, text: String, better: String) {
        let problem = #expect(throws: Problem.self) { try DoseReading(language, field: "dose").value(text) }
        #expect(problem == Problem("dose", "dosages.entry.write-instead", ["word": text, "better": better]))
    }

    @Test(
        "with a separator of thousands or decimals are refused",
        arguments: [
            (Language.english, "1,500", "1500", "1.5"), (.english, "1.500", "1500", "1.5"),
            (.german, "1.500", "1500", "1,5"),
            (.german, "1,500", "1500", "1,5"), (.english, "10.000", "10000", "10"),
            (.english, "1,125", "1125", "1.125"),
        ])
    func thousands(language: Language, text: String, one: String, other: String) {
        let problem = #expect(throws: Problem.self) { try DoseReading(language, field: "dose").value(text) }
        #expect(
            problem == Problem("dose", "dosages.entry.ambiguous-separator", ["word": text, "one": one, "other": other]))
    }

    @Test(
        "are nothing else",
        arguments: [
            "", " ", "0", "-1", "+1", "1e3", "1/0", "0/2", "1/9", "1//2", "1 2", "1.", "1.2.3", "1,2,3", "½½", "½1",
            "½ 1",
            "1 3/2", "1000000000", "0.0000001", "one", "NaN", "1\u{0}", "\u{202E}1", "🙂", "²", "Ⅶ",
            "99999999999999999999999999", "1/99999999999999999999", "0½",
        ])
    func refused(text: String) {
        #expect(throws: Problem.self) { try DoseReading(.english, field: "dose").value(text) }
    }
}
