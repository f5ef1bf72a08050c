import Clinic
import Foundation
import TestSupport
import Testing

@Suite("What a favourite prescription holds")
struct FavouriteContentTests {
    private let written = LocalDate(epochDay: 20_000)

    private func content(_ change: (inout TherapyChoice) -> Void = { _ in }) throws -> FavouriteContent {
        let spine = try TherapyTemplate.spine()
        var choice = TherapyChoice(template: spine)
        choice.items = ["conditioning"]
        change(&choice)
        return FavouriteContent(
            diagnoses: DiagnosisList(), practice: nil, therapies: (choice, spine), writtenOn: written)
    }

    @Test("a date to come is as far from the start as it was from the day it was written", arguments: [0, 1, 90, 731])
    func relative(days: Int) throws {
        let content = try content { $0.validUntil = written.adding(days: days) }
        #expect(!content.hasDroppedDates)
        let spine = try TherapyTemplate.spine()
        for later in [0, 1, 400] {
            let begun = content.therapies(on: written.adding(days: later)) { _ in spine }
            #expect(begun?.validUntil == written.adding(days: later + days))
            #expect(begun?.items == ["conditioning"])
        }
    }

    @Test("a date that has passed is left out, and said to be")
    func past() throws {
        let content = try content { $0.validUntil = written.adding(days: -1) }
        #expect(content.hasDroppedDates)
        #expect(content.therapies?.validUntil == nil)
        #expect(try !self.content().hasDroppedDates)
    }

    @Test("dates filled in move along; that of a surgery, and the answers for one patient, are left out")
    func filledIn() throws {
        var template = try TherapyTemplate.spine()
        func item(_ id: String, _ days: TherapyTemplate.Field.Days, also text: Bool = false) -> TherapyTemplate.Item {
            let words = Wording([.english: id, .german: id])
            var date = TherapyTemplate.Field(id: "day", title: words, kind: .date)
            date.days = days
            let note = TherapyTemplate.Field(id: "note", title: words, kind: .text)
            return TherapyTemplate.Item(id: id, title: words, fields: text ? [date, note] : [date])
        }
        template.precautions += [item("limit", .future, also: true), item("surgery", .past)]
        var choice = TherapyChoice(template: template)
        choice.precautions = ["limit", "surgery"]
        choice.values = [
            "limit": ["day": written.adding(days: 42).description, "note": "2026-01-01"],
            "surgery": ["day": written.adding(days: -14).description],
        ]
        choice.accepted = ["gait"]
        choice.reasons = ["heat": "Feels well"]
        let content = FavouriteContent(
            diagnoses: DiagnosisList(), practice: nil, therapies: (choice, template), writtenOn: written)
        #expect(content.hasDroppedDates)
        #expect(content.therapies?.accepted == [] && content.therapies?.reasons == [:])
        let begun = content.therapies(on: written.adding(days: 100)) { _ in template }
        #expect(
            begun?.values == ["limit": ["day": written.adding(days: 142).description, "note": "2026-01-01"]])
        #expect(begun?.precautions == ["limit", "surgery"])
    }

    @Test("words that name the patient are noticed, short ones are not")
    func names() throws {
        let maria = PersonName(given: "Maria Jo", family: "Okafor")
        for (goals, isNamed) in [
            ("Mrs. OKAFOR climbs stairs", true), ("maria’s stairs", true), ("jo climbs", false), ("Stairs", false),
            ("", false), ("Okaforia", false),
        ] {
            let content = try content { $0.goals = goals }
            #expect(content.names(maria) == isNamed, "\(goals)")
        }
        #expect(try content { $0.instructions = "Call Okafor" }.names(maria))
        #expect(try !content().names(PersonName(given: "", family: "")))
    }

    @Test("a name is one line of 1 to 80 characters, a key one of 1 to 9")
    func label() throws {
        #expect(try FavouriteLabel(name: "  Low \n back ", key: 9).name == "Low back")
        #expect(try FavouriteLabel(name: String(repeating: "ä", count: 80), key: nil).name.count == 80)
        for (name, key, fields) in [
            ("", nil, ["name"]), (" \n", 1, ["name"]), (String(repeating: "a", count: 81), 1, ["name"]),
            ("a\u{202E}b", nil, ["name"]), ("x", 0, ["key"]), ("x", 10, ["key"]), ("", -1, ["name", "key"]),
        ] as [(String, Int?, [String])] {
            do {
                _ = try FavouriteLabel(name: name, key: key)
                Issue.record("\(name) \(key as Any) was taken")
            } catch let failure as ValidationFailure {
                #expect(failure.problems.map(\.field) == fields)
            }
        }
    }
}
