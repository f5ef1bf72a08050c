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

    @Test("several reasons are each said; with one that is not known, all as typed")
    func severalReasons() throws {
        func said(_ reason: String) throws -> [String] {
            let dosage = Dosage(dose("1", .tablet), nil, asNeeded: Dosage.AsNeeded(reason: reason))
            return try Language.allCases.map { try writer($0).sentence([dosage], .take).full }
        }
        let expected = [
            "If you have pain or if you have a fever, take 1 tablet.",
            "Bei Schmerzen oder bei Fieber 1 Tablette einnehmen.",
        ]
        #expect(try said("pain, fever") == expected)
        #expect(try said("Schmerzen oder Fieber") == expected)
        #expect(try said("pain or stage fright").first == "If needed for pain or stage fright, take 1 tablet.")
        #expect(try said("Schmerzen, Ziehen").last == "Bei Bedarf (Schmerzen, Ziehen) 1 Tablette einnehmen.")
    }

    @Test("an order's sentence has the verb of its form and route")
    func orders() throws {
        func said(_ unit: DoseUnit, _ form: String, _ route: String) throws -> String {
            let medicine = PrescribedMedicine(name: "X")
            let start = LocalDate(iso: "2026-06-01") ?? LocalDate(.distantPast, in: .gmt)
            var order = MedicationOrder(medicine, [Dosage(dose("2", unit), Timing(.calendar(daily(2))))], from: start)
            (order.form, order.route) = (form, route)
            return try writer(.english).sentence(order).full
        }
        #expect(try said(.puff, "aerosol, metered", "respiratory (inhalation)") == "Inhale 2 puffs twice a day.")
        #expect(try said(.unit, "injection, solution", "subcutaneous") == "Inject 2 units twice a day.")
        #expect(try said(.drop, "solution/ drops", "ophthalmic") == "Use 2 drops twice a day.")
        #expect(try said(.tablet, "", "") == "Take 2 tablets twice a day.")
    }

    @Test("the list of medicines names a route with one verb, whatever the words")
    func routes() throws {
        let rows = try String(contentsOf: Project.folder("data/catalogs/medications/routes.tsv"), encoding: .utf8)
            .split(separator: "\n").dropFirst().map { $0.split(separator: "\t").map(String.init) }
        #expect(rows.count > 20)
        for row in rows {
            let verbs = row.map { AdministrationVerb(form: "solution", route: $0, unit: .millilitre) }
            #expect(Set(verbs).count == 1, "\(row[0]): \(verbs)")
        }
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

    @Test("days of the week with several doses are said once")
    func slotsOnSomeDays() throws {
        let days: Set<Weekday> = [.monday, .friday]
        let order = [
            each(1, .tablet, on(days, when: [.morning])), each(2, .tablet, on(days, when: [.evening])),
            each(1, over: 2, .tablet, on([.sunday], when: [.noon])),
        ]
        #expect(
            try writer(.english).sentence(order, .take).full
                == "Take 1 tablet in the morning and 2 in the evening on Mondays and Fridays, "
                + "and half a tablet at noon on Sundays.")
        #expect(
            try writer(.german).sentence(order, .take).full
                == "Montags und freitags morgens je 1 Tablette und abends je 2 Tabletten, "
                + "sonntags mittags ½ Tablette einnehmen.")
        let clock = [each(1, .tablet, on(days, at: [8])), each(2, .tablet, on(days, at: [20]))]
        #expect(
            try writer(.english).sentence(clock, .take).full
                == "Take 1 tablet at 8:00 am and 2 at 8:00 pm on Mondays and Fridays.")
        #expect(
            try writer(.german).sentence(clock, .take).full
                == "Montags und freitags um 8:00 Uhr je 1 Tablette und um 20:00 Uhr je 2 Tabletten einnehmen.")
    }

    @Test("the prescriber's own words make the whole order as written, with all that is structured beside them")
    func asWritten() throws {
        let order = [
            each(1, .tablet, daily(2)),
            Dosage(step: 2, nil, nil, instruction: "with water", asWritten: "by the plan\nof the clinic"),
        ]
        let sentence = try writer(.english).sentence(order, .take)
        #expect(sentence.origin == .asWritten)
        #expect(sentence.full == "Take 1 tablet twice a day. by the plan of the clinic. Note: with water.")
        #expect(sentence.short == sentence.full)
    }

    @Test(
        "what has no meaning sends the reader to ask",
        arguments: [
            [], [Dosage(nil, nil, instruction: "with water")], [each(1, .tablet, when(.meal, offset: 30))],
            [each(1, .tablet, when(.immediately, offset: 30))], [Dosage(dose("1", .tablet), Timing(.instants([])))],
            [each(1, .tablet, daily(1)), Dosage(nil, nil)],
        ])
    func unclear(order: [Dosage]) throws {
        for language in Language.allCases {
            let sentence = try writer(language).sentence(order, .take)
            #expect(sentence.origin == .unclear)
            #expect(sentence.full.contains(language == .english ? "Ask" : "Fragen"))
        }
    }

    @Test("steps follow one another and end when the last one does")
    func steps() throws {
        let order = try DosageShorthand(.english, field: "entry")
            .dosages("3 tab qam x5d then 2 tab qam x5d then 1 tab qam x5d note: with food")
        #expect(
            try writer(.english).sentence(order, .take).full
                == "Take 3 tablets every morning for 5 days; then take 2 tablets every morning for 5 days; "
                + "then take 1 tablet every morning for 5 days; then stop. Note: with food.")
        #expect(
            try writer(.german).sentence(order, .take).full
                == "5 Tage lang jeden Morgen 3 Tabletten einnehmen; dann 5 Tage lang jeden Morgen 2 Tabletten einnehmen; "
                + "dann 5 Tage lang jeden Morgen 1 Tablette einnehmen; danach absetzen. Hinweis: with food.")
    }

    @Test("steps with limits or notes of their own have sentences of their own")
    func stepsApart() throws {
        let limits = Dosage.Limits(perPeriod: [DoseLimit(value("3"), .tablet, per: span(1, .day))])
        let order = [
            Dosage(
                dose("1", .tablet), Timing(.elapsed(elapsed(8)), bounds: .span(span(3, .day))),
                asNeeded: Dosage.AsNeeded(reason: "pain"), limits: limits),
            Dosage(step: 2, dose("1", .tablet), Timing(.calendar(daily(1)), bounds: .span(span(1, .week)))),
        ]
        #expect(
            try writer(.english).sentence(order, .take).full
                == "If you have pain, take 1 tablet every 8 hours for 3 days. Do not take more than 3 tablets a day. "
                + "Then take 1 tablet once a day for 1 week. Then stop.")
    }

    @Test("every preset is said, each in its own way", arguments: Language.allCases)
    func presets(language: Language) throws {
        let writer = try writer(language)
        let said = DosagePreset.allCases.map { writer.sentence([$0.dosage(dose("1", .tablet))], .take) }
        #expect(Set(said.map(\.short)).count == said.count)
        #expect(said.allSatisfy { $0.origin == .composed })
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
