import Clinic
import Foundation
import Testing

@Suite("What may be filled in for an item")
struct TherapyFieldTests {
    private typealias Field = TherapyTemplate.Field
    private let today = LocalDate(iso: "2026-11-21")

    private func field(_ kind: Field.ValueKind, _ change: (inout Field) -> Void = { _ in }) -> Field {
        var field = Field(id: "it", title: Wording([.english: "It", .german: "Es"]), kind: kind)
        change(&field)
        return field
    }

    private func problem(_ typed: String, _ field: Field) throws -> String? {
        let (value, problem) = field.reading(typed, name: "value.x.it", order: .monthFirst)
        if let problem { return problem.message }
        return try value.flatMap { field.problem($0, name: "value.x.it", today: try #require(today))?.message }
    }

    @Test("a number keeps one spelling, and is held against its range and its decimals")
    func number() throws {
        let degrees = field(.number) { ($0.min, $0.max, $0.places) = (10, 180, 1) }
        #expect(degrees.reading(" 2,50 ", name: "n", order: .dayFirst).value == "2.5")
        for (typed, isRight) in [
            ("10", true), ("180", true), ("30.5", true), ("9", false), ("181", false), ("30.55", false),
        ] {
            #expect(try (problem(typed, degrees) == nil) == isRight, "\(typed)")
        }
        for typed in ["thirty", "1e3", "-3", "99999999999999999999", "30°"] {
            #expect(try problem(typed, degrees) == "therapies.problem.number", "\(typed)")
        }
        #expect(try problem("\u{202E}3", degrees) != nil)
        #expect(try problem("", degrees) == nil)
    }

    @Test(
        "a limit ends after today, something begins today or later, a surgery is over; none is a slip of the keyboard"
    )
    func date() throws {
        let cases: [(Field.Days?, String, String?)] = [
            (.later, "2026-11-22", nil), (.later, "2026-11-21", "therapies.problem.until-past"),
            (.later, "2026-11-20", "therapies.problem.until-past"),
            (.later, "2126-11-21", "therapies.problem.date-far"),
            (.future, "2026-11-21", nil), (.future, "2026-11-20", "therapies.problem.date-past"),
            (.future, "2028-11-20", nil), (.future, "2126-11-21", "therapies.problem.date-far"),
            (.past, "2026-11-21", nil), (.past, "2026-11-22", "therapies.problem.date-future"),
            (.past, "1826-11-21", "therapies.problem.date-long-ago"), (nil, "2027-01-05", nil),
            (nil, "2026-01-05", nil), (.future, "31 February 2027", "dates.problem.no-such-day"),
            (.future, "<b>", "dates.problem.unreadable"),
        ]
        for (days, typed, expected) in cases {
            #expect(try problem(typed, field(.date) { $0.days = days }) == expected, "\(typed)")
        }
    }

    @Test("a choice is one of its options, a text is not endless and holds nothing that misleads")
    func others() throws {
        let wording = Wording([.english: "A", .german: "A"])
        let choice = field(.choice) { $0.options = [TherapyTemplate.Kind(id: "a", title: wording)] }
        #expect(try problem("a", choice) == nil)
        #expect(try problem("<script>", choice) == "therapies.problem.unknown")
        #expect(try problem(String(repeating: "x", count: 201), field(.text)) == "therapies.problem.too-long")
        #expect(try problem("safe\u{202E}efas", field(.text)) == "problems.characters")
        #expect(try problem("Ménière <b>", field(.text)) == nil)
    }

    @Test("is written with its unit, as the language writes numbers and days")
    func printed() {
        let unit = field(.number) {
            $0.unit = Wording([.english: "weeks", .german: "Wochen"])
            $0.unitOfOne = Wording([.english: "week", .german: "Woche"])
        }
        #expect(unit.printed("6", in: .english) { $0.description } == "6\u{A0}weeks")
        #expect(unit.printed("1", in: .german) { $0.description } == "1\u{A0}Woche")
        #expect(unit.printed("1.5", in: .german) { $0.description } == "1,5\u{A0}Wochen")
        let degrees = field(.number) { $0.unit = Wording([.english: "°", .german: "°"]) }
        #expect(degrees.printed("30", in: .english) { $0.description } == "30°")
        #expect(field(.date).printed("2027-03-01", in: .english) { _ in "Mar 1, 2027" } == "Mar 1, 2027")
    }
}

@Suite("How an item with values reads")
struct TherapyPhraseTests {
    @Test(
        "leaves out what is in brackets while something in it is empty",
        arguments: [
            ([:], "No rotation"), (["degrees": "30°"], "No rotation beyond 30°"),
            (["until": "Mar 1"], "No rotation until Mar 1"),
            (["degrees": "30°", "until": "Mar 1"], "No rotation beyond 30° until Mar 1"),
        ] as [([String: String], String)])
    func filled(values: [String: String], text: String) {
        #expect(TherapyPhrase.filled("No rotation[ beyond {degrees}][ until {until}]", values) == text)
    }

    @Test("says … for what is empty outside of brackets, and never reads what was typed as a phrase")
    func edges() {
        #expect(
            TherapyPhrase.filled("{joint}: at most {degrees}", ["joint": "[knee] {degrees}"])
                == "[knee] {degrees}: at most …")
        #expect(TherapyPhrase.filled("[{procedure}, ]surgery {date}", ["date": "today"]) == "surgery today")
        #expect(TherapyPhrase.filled("", [:]).isEmpty)
    }

    @Test(
        "names its fields, and is refused with brackets that do not match",
        arguments: ["[{a}", "{a", "a}", "[[a]]", "{a{b}}"])
    func fields(broken: String) {
        #expect(TherapyPhrase.fields(in: broken) == nil)
        #expect(TherapyPhrase.fields(in: "x[ {a}] {b}") == ["a", "b"])
    }
}
