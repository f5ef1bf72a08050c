import Clinic
import Foundation
import Rendering
import TestSupport
import Testing

@Suite("The words of dosages")
struct DosageWordsTests {
    @Test("every unit has a singular and a plural", arguments: Language.allCases, DoseUnit.allCases)
    func units(language: Language, unit: DoseUnit) throws {
        let said = try ["1", "2", "1/2", "3/2", "1/3", "2/5"].map { number in
            try writer(language).sentence([Dosage(dose(number, unit), Timing(.calendar(daily(2))))], .take).full
        }
        #expect(Set(said).count == said.count)
        #expect(!said.contains { $0.contains("[") || $0.contains("{") })
    }

    @Test("a half is a fraction of what is counted, a decimal of what is measured")
    func halves() throws {
        #expect(try said(dose("1/2", .tablet)) == ["half a tablet", "½ Tablette"])
        #expect(try said(dose("1/2", .ampoule)) == ["half an ampule", "½ Ampulle"])
        #expect(try said(dose("3/4", .tablet)) == ["three quarters of a tablet", "¾ Tablette"])
        #expect(try said(dose("1/3", .tablet)) == ["a third of a tablet", "⅓ Tablette"])
        #expect(try said(dose("5/2", .tablet)) == ["2½ tablets", "2½ Tabletten"])
        #expect(try said(dose("1/2", .millilitre)) == ["0.5 milliliters", "0,5 Milliliter"])
        #expect(try said(dose("5/2", .milligram)) == ["2.5 milligrams", "2,5 Milligramm"])
        #expect(try said(dose("1/4", .unit)) == ["0.25 units", "0,25 Einheiten"])
        #expect(try said(dose("3/10", .puff)) == ["0.3 of a puff", "0,3 Hub"])
        #expect(try said(dose("1500", .milligram)) == ["1500 milligrams", "1500 Milligramm"])
        #expect(try said(doses("1/2", "1", .tablet)) == ["half a tablet to 1 tablet", "½ bis 1 Tablette"])
        #expect(try said(doses("5/2", "5", .millilitre)) == ["2.5 to 5 milliliters", "2,5 bis 5 Milliliter"])
    }

    private func said(_ dose: Dose) throws -> [String] {
        try Language.allCases.map { try writer($0).sentence([Dosage(dose, nil)], .take).short }
            .map {
                $0.replacing("Half", with: "half").replacing("A third", with: "a third").replacing(
                    "Three", with: "three")
            }
    }

    @Test(
        "every verb has its sentence, its limit and its pause", arguments: Language.allCases,
        AdministrationVerb.allCases)
    func verbs(language: Language, verb: AdministrationVerb) throws {
        let limits = Dosage.Limits(perPeriod: [DoseLimit(value("3"), .dose, per: span(24, .hour))])
        let dosage = Dosage(dose("1", .dose), Timing(.calendar(pill), count: 3...3), limits: limits)
        let full = try writer(language).sentence([dosage], verb).full
        #expect(!full.contains("[") && !full.contains("{"))
        #expect(full.contains(language == .english ? "in 24 hours" : "in 24 Stunden"))
    }

    @Test("every moment of the day is said, and apart from every other", arguments: Language.allCases)
    func events(language: Language) throws {
        let writer = try writer(language)
        var said: [String] = []
        for event in EventTiming.allCases {
            said.append(writer.sentence([each(1, .tablet, when(event))], .take).full)
            guard event.offsetSide != nil else { continue }
            said.append(writer.sentence([each(1, .tablet, when(event, offset: 45))], .take).full)
        }
        #expect(Set(said).count == said.count)
        #expect(!said.contains { $0.contains("[") || $0.contains("{") })
    }

    @Test("every unit of time is said in every place", arguments: Language.allCases, TimeUnit.allCases)
    func timeUnits(language: Language, unit: TimeUnit) throws {
        let writer = try writer(language)
        let rhythms: [Rhythm] = [1, 2, 3].flatMap { number -> [Rhythm] in
            let period = span(number, unit)
            return unit.isElapsed
                ? [1...1, 2...2, 1...2].map { .elapsed(ElapsedRhythm(frequency: $0, every: period)) }
                : [1...1, 2...2, 1...2, 11...11].map { .calendar(CalendarRhythm(frequency: $0, per: period)) }
        }
        var said = rhythms.map { writer.sentence([Dosage(dose("1", .tablet), Timing($0))], .take).full }
        for number in 1...2 {
            let limits = Dosage.Limits(perPeriod: [DoseLimit(value("3"), .tablet, per: span(number, unit))])
            said.append(writer.sentence([Dosage(dose("1", .tablet), nil, limits: limits)], .take).full)
            let timing = Timing(.calendar(daily(2)), bounds: .span(span(number, unit)), duration: span(number, unit))
            said.append(writer.sentence([Dosage(dose("1", .tablet), timing)], .take).full)
        }
        #expect(Set(said).count == said.count)
        #expect(!said.contains { $0.contains("[") || $0.contains("{") })
    }

    @Test("every weekday is said, alone and beside others", arguments: Language.allCases)
    func weekdays(language: Language) throws {
        let writer = try writer(language)
        let alone = Weekday.allCases.map { writer.sentence([each(1, .tablet, on([$0]))], .take).full }
        #expect(Set(alone).count == 7)
        let all = writer.sentence([each(1, .tablet, on(Set(Weekday.allCases)))], .take).full
        let expected =
            language == .english
            ? "Take 1 tablet on Mondays, Tuesdays, Wednesdays, Thursdays, Fridays, Saturdays and Sundays."
            : "Montags, dienstags, mittwochs, donnerstags, freitags, samstags und sonntags je 1 Tablette einnehmen."
        #expect(all == expected)
    }

    @Test("every reason has a clause of its own; any other is quoted", arguments: Language.allCases)
    func reasons(language: Language) throws {
        let writer = try writer(language)
        let said = (NeedReason.allCases.map(\.rawValue) + ["before exercise"]).map { reason in
            let need = Dosage.AsNeeded(reason: reason.replacing("-", with: " "))
            return writer.sentence([Dosage(dose("1", .tablet), nil, asNeeded: need)], .take).full
        }
        #expect(Set(said).count == said.count)
        #expect(!said.contains { $0.contains("[") || $0.contains("{") })
        #expect(said.last?.contains("before exercise") == true)
    }

    @Test("times are on the 24-hour clock unless the reader chose otherwise; noon and midnight are words")
    func clocks() throws {
        let dosage = each(1, .tablet, at(0, 8, 12, 20))
        #expect(
            try writer(.english, .hours24).sentence([dosage], .take).full
                == "Every day take 1 tablet at midnight, at 08:00, at noon and at 20:00.")
        #expect(
            try writer(.english, .hours12).sentence([dosage], .take).full
                == "Every day take 1 tablet at midnight, at 8:00 am, at noon and at 8:00 pm.")
        #expect(
            try writer(.german, .hours12).sentence([dosage], .take).full
                == "Täglich um Mitternacht, um 8:00 Uhr, um 12:00 Uhr und um 20:00 Uhr je 1 Tablette einnehmen.")
        let halfPastMidnight = CalendarRhythm(at: .times([LocalTime(minuteOfDay: 30), LocalTime(minuteOfDay: 750)]))
        #expect(
            try writer(.english, .hours12).sentence([each(1, .tablet, halfPastMidnight)], .take).full
                == "Every day take 1 tablet at 12:30 am and 1 tablet at 12:30 pm.")
    }

    @Test("every problem of quick entry has its words", arguments: Language.allCases)
    func problems(language: Language) throws {
        let words = try MessageCatalogue(folder: Project.folder("Views/locales")).words(in: language)
        let entries = [
            "", "1 tab qd", "1 tab u", "5 µg", "1 cc", "1 tab biw", "1 tab tiw", "1 tab qpm", "1 tab qn",
            "1 tab midnight",
            "ss", "1 tab po", "1 tab am", ".5", "1.500", "x", "1 tab bid x5", "1 tab 12 am", "1 tab 1 h", "0 tab",
            "1/9 tab",
            "1-0-1-0-1", "1 tab", "bid", "1 tab bid tid", "1 tab q8h mon", "1 tab bid 08:00", "2-1 tab", "1 tab 99:00",
            "1 tab until x", "1 tab 2026-01-01", "1 tab 3x", "1 tab bid max 3", "1 tab q3m", "\u{0}", "1.5x daily",
            "1 tab bid from 2026-02-02 until 2026-02-01", "1-0-2 #20", "1 tab at", "1 foo",
        ]
        for entry in entries {
            let problem = #expect(throws: Problem.self) { try DosageShorthand(language, field: "entry").dosages(entry) }
            let said = problem.map { words($0) } ?? "["
            #expect(!said.contains("[") && !said.contains("{"), "\(entry): \(said)")
        }
    }
}
