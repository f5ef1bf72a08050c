import Clinic
import FHIR
import Foundation
import Rendering
import TestSupport
import Testing

@testable import Site

@Suite("The places of the form that a dosage is typed in")
struct DosageEntryTests {
    private static let file = "domain/dosage-timing-examples.json"
    private static let berlin = TimeZone(identifier: "Europe/Berlin") ?? .gmt

    private static func reading(
        _ language: Language = .english, unit: DoseUnit? = nil
    ) throws -> MedicationOrderForm.Reading {
        MedicationOrderForm.Reading(
            language: language, order: language == .german ? .dayFirst : .monthFirst,
            today: LocalDate(iso: "2026-11-21") ?? LocalDate(epochDay: 0), zone: berlin,
            words: try MessageCatalogue(folder: Project.folder("Views/locales")).words(in: language), unit: unit)
    }

    // MARK: Round trips

    private static func expectSame(_ dosages: [Dosage], _ reading: MedicationOrderForm.Reading, _ name: String) {
        var fields: [String: [String]] = [:]
        for row in DosageRowWriting(reading).rows(dosages, instruction: "") { fields.merge(row.fields) { $1 } }
        let form = MedicationOrderForm(fields)
        let outcome = DosageEntry(form, reading).outcome()
        #expect(outcome.problems == [], "\(name): \(fields)")
        #expect(outcome.dosages == dosages, "\(name): \(fields)")
        #expect(form.settled(reading).fields == fields, "\(name)")
    }

    @Test(
        "show every shared example whole, and give it back as it was", arguments: Language.allCases)
    func examples(language: Language) throws {
        guard let file = Project.shared(Self.file) else {
            print("Skipped: the collection of worked examples is not on this machine.")
            return
        }
        guard case .array(let examples) = try JSONValue(Data(contentsOf: file)) else { return }
        #expect(examples.count == 44)
        let reading = try Self.reading(language)
        for case .object(let example) in examples {
            let read = try ReadDosages(try #require(example["dosage"]), in: Self.berlin)
            Self.expectSame(read.dosages, reading, "\(String(describing: example["n"]))")
        }
    }

    @Test("show any dosage whole, and give it back as it was", arguments: Language.allCases, 0..<10)
    func generated(language: Language, seed: Int) throws {
        let reading = try Self.reading(language)
        var random = DosageGenerator(seed: UInt64(seed) * 6151 + 3)
        for round in 0..<40 { Self.expectSame(random.dosages(), reading, "\(seed)/\(round)") }
    }

    @Test("name every unit, length and moment in words that can be read again", arguments: Language.allCases)
    func words(language: Language) throws {
        let reading = try Self.reading(language)
        let writing = DosageRowWriting(reading)
        let element = DosageElementReading(language, field: "f")
        for unit in DoseUnit.allCases {
            for count in [1, 2] {
                let dose = Dose(try #require(DoseValue(count)), unit)
                #expect(try element.dose(writing.dose(dose)) == dose)
            }
        }
        for event in EventTiming.allCases { #expect(try element.events(writing.event(event)) == [event]) }
    }

    @Test("a preset's words are read as the preset", arguments: Language.allCases, DosagePreset.allCases)
    func presets(language: Language, preset: DosagePreset) throws {
        let reading = try Self.reading(language, unit: .tablet)
        let dose = Dose(.one, .tablet)
        let chosen = MedicationOrderForm([:]).choosing(preset, reading)
        #expect(try chosen.dosages(reading) == [preset.dosage(dose)])
        // The dose that was typed stays, whatever else was.
        let typed = MedicationOrderForm(["dosage": [language == .german ? "2½ Kapseln tgl" : "2½ caps daily"]])
        let two = try typed.choosing(preset, reading).dosages(reading)
        #expect(two == [preset.dosage(Dose(try #require(DoseValue(5, over: 2)), .capsule))])
    }

    // MARK: Which place holds

    /// The form as it would be sent after some fields were changed in the one that shows these.
    private static func sent(
        _ fields: [String: String], over shown: [String: String] = [:], _ reading: MedicationOrderForm.Reading
    ) throws -> MedicationOrderForm {
        let form = MedicationOrderForm(shown.mapValues { [$0] })
        let outcome = DosageEntry(form, reading).outcome()
        var sent = form.fields
        sent["dosage-base"] = [DosageBase.text(outcome, reading)]
        for row in DosageRowWriting(reading).rows(outcome.dosages, instruction: form["instruction"]) {
            sent.merge(row.fields) { $1 }
        }
        if let grid = DosageGrid(outcome.dosages) {
            for (name, amount) in zip(MedicationOrderForm.gridNames, grid.amounts(reading)) { sent[name] = [amount] }
            sent["grid-unit"] = [grid.unit.rawValue]
        }
        return MedicationOrderForm(sent.merging(fields.mapValues { [$0] }) { $1 })
    }

    @Test(
        "the grid writes the line, and keeps what the line says besides",
        arguments: [
            (["grid-morning": "1", "grid-evening": "½"], "", "1-0-½-0 tablets"),
            (["grid-night": "1/2", "grid-unit": "drop"], "", "0-0-0-½ drops"),
            (["grid-noon": "2.5", "grid-unit": "millilitre"], "", "0-2.5-0-0 milliliters"),
            (["grid-noon": "1"], "1-0-1-0 tablets x7d", "1-1-1-0 tablets x7d"),
            (["grid-evening": "0"], "1-0-1-0 tab prn pain", "1-0-0-0 tablets prn pain"),
        ] as [([String: String], String, String)])
    func grid(fields: [String: String], line: String, expected: String) throws {
        let reading = try Self.reading(unit: .tablet)
        let form = try Self.sent(fields, over: line.isEmpty ? [:] : ["dosage": line], reading).settled(reading)
        #expect(form["dosage"] == expected)
        #expect(form["grid-morning"].isEmpty && form.rows.isEmpty, "only the line is kept")
    }

    @Test("a changed line holds against what only repeated the old one")
    func line() throws {
        let reading = try Self.reading()
        for old in ["1-0-1-0 tablets x7d", "1 tab bid", "3 tab qam x5d then 2 tab qam x5d"] {
            let form = try Self.sent(["dosage": "2 tab daily"], over: ["dosage": old], reading).settled(reading)
            #expect(form.fields == ["dosage": ["2 tab daily"]])
        }
        let cleared = try Self.sent(["dosage": ""], over: ["dosage": "1 tab bid"], reading)
        #expect(DosageEntry(cleared, reading).outcome().problems.map(\.message) == ["problems.required"])
    }

    @Test("changed details hold, and the line is empty then")
    func details() throws {
        let reading = try Self.reading()
        let form = try Self.sent(["d1-duration": "10 to 15 minutes"], over: ["dosage": "1 dose bid"], reading)
            .settled(reading)
        #expect(form["dosage"].isEmpty)
        let dosage = try #require(try form.dosages(reading).first)
        #expect(dosage.timing?.duration != nil && dosage.dose == Dose(.one, .dose))
        // A line typed afterwards takes their place.
        let line = try Self.sent(["dosage": "1 tab bid"], over: form.fields.mapValues { $0[0] }, reading)
        #expect(line.settled(reading).fields == ["dosage": ["1 tab bid"]])
    }

    @Test("a row that was asked for stays until another line is typed")
    func addedRow() throws {
        let reading = try Self.reading()
        let added = try Self.sent(["note-patient": "x"], over: ["dosage": "1 tab bid"], reading).addingRow(reading)
        #expect(added["rows"] == "2" && added.settled(reading)["rows"] == "2")
        let line = try Self.sent(["dosage": "2 tab bid", "rows": "2"], over: ["dosage": "1 tab bid"], reading)
        #expect(line.settled(reading).fields == ["dosage": ["2 tab bid"]])
    }

    @Test("two places that disagree are both kept until one is chosen")
    func conflict() throws {
        let reading = try Self.reading(unit: .tablet)
        let both = try Self.sent(
            ["dosage": "2 tab bid", "d1-duration": "5 minutes"], over: ["dosage": "1 tab bid"], reading)
        #expect(both.settled(reading).fields == both.fields)
        #expect(throws: Problem.self) { try both.dosages(reading) }
        #expect(both.settled(reading, choosing: .line).fields == ["dosage": ["2 tab bid"]])
        #expect(both.settled(reading, choosing: .details)["d1-duration"] == "5 minutes")
        // A grid does not take the place of another kind of line by itself.
        let grid = try Self.sent(["grid-morning": "1"], over: ["dosage": "1 tab bid x7d"], reading)
        #expect(grid.settled(reading)["dosage"] == "1 tab bid x7d")
        #expect(grid.settled(reading, choosing: .grid).fields == ["dosage": ["1-0-0-0 tablets"]])
    }

    @Test("an unreadable grid or detail loses nothing and is said at its field")
    func unreadable() throws {
        let reading = try Self.reading(unit: .tablet)
        for (field, value) in [
            ("grid-noon", "x"), ("grid-noon", ".5"), ("d1-period", "8 m"), ("d1-dose", "1 tsp"), ("d1-step", "½"),
            ("d1-times", "25:00"), ("d1-events", "sometimes"), ("d1-cycle-on", "21"), ("d1-offset", "30"),
            ("d1-max-period", "8 tablets"), ("d1-from", "31 Feb 2026"),
            ("d1-count", "1.5"), ("d1-need-reason", "a\u{0}b"), ("d1-instruction", String(repeating: "x", count: 501)),
        ] {
            let form = try Self.sent([field: value], over: ["dosage": "1 tablet 2x daily"], reading)
            let outcome = DosageEntry(form, reading).outcome()
            let expected = field == "d1-cycle-on" ? "d1-cycle-off" : field
            #expect(outcome.problems.map(\.field) == [expected], "\(field)")
            #expect(form.settled(reading).fields == form.fields, "\(field)")
        }
    }
}
