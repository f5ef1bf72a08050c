import Clinic
import Foundation
import Testing

@Suite("Quick entry of dosages")
struct DosageShorthandTests {
    private static let englishEntries = [
        ("1 tab bid x7d", #"1 tablet | freq 2 per 1 d | for 7 d"#),
        ("1 TAB BID X7D", #"1 tablet | freq 2 per 1 d | for 7 d"#),
        ("1-0-1-0", "1 tablet | at MORN EVE"), ("1-0-1", "1 tablet | at MORN EVE"),
        ("½-0-½", "1/2 tablet | at MORN EVE"), ("1/2-0-0-1/2", "1/2 tablet | at MORN NIGHT"),
        ("1-0-2-0", "1 tablet | at MORN + 2 tablet | at EVE"),
        ("0-0-0-2½ caps", "5/2 capsule | at NIGHT"),
        (
            "2 puffs q4-6h prn wheeze max 8/24h",
            "2 puff | freq 1 every 4-6 h | needed wheeze | max 8 puff per 24 h"
        ),
        ("1 tab q8h", "1 tablet | freq 1 every 8 h"), ("1 tab tid", "1 tablet | freq 3 per 1 d"),
        ("1 tab tid pc", "1 tablet | freq 3 per 1 d at PC"),
        ("10 ml tid x5d", "10 millilitre | freq 3 per 1 d | for 5 d"),
        ("10ml tid x 5 d", "10 millilitre | freq 3 per 1 d | for 5 d"),
        ("1 patch q72h", "1 patch | freq 1 every 72 h"),
        ("1 tab mon wed fri", "1 tablet | on mon wed fri"), ("1 tab mon-fri", "1 tablet | on mon tue wed thu fri"),
        ("1 tab mon/wed/fri", "1 tablet | on mon wed fri"),
        ("1 tab every Monday 08:00", "1 tablet | on mon at 08:00"),
        ("1 tab 08:00 20:00", "1 tablet | at 08:00 20:00"), ("1 tab 8am, 8 pm", "1 tablet | at 08:00 20:00"),
        ("1 tab at 8:30 pm", "1 tablet | at 20:30"),
        ("1 cap qam", "1 capsule | freq 1 per 1 d at MORN"),
        ("1 tab qhs prn insomnia", "1 tablet | freq 1 per 1 d at HS | needed insomnia"),
        ("5 ml 4x daily", "5 millilitre | freq 4 per 1 d"), ("5 ml 4 x/d", "5 millilitre | freq 4 per 1 d"),
        ("1 tab every other day", "1 tablet | freq 1 per 2 d"),
        ("1 tab every other day morning", "1 tablet | per 2 d at MORN"),
        ("1 tab 21d on 7d off", "1 tablet | cycle 21/7"),
        ("1 tab daily 21 days on, 7 days off", "1 tablet | freq 1 per 1 d cycle 21/7"),
        ("1 tab bid for 2 weeks", "1 tablet | freq 2 per 1 d | for 2 wk"),
        ("1 tab bid for 7 to 10 days", "1 tablet | freq 2 per 1 d | for 7-10 d"),
        ("1 tab daily until 2026-12-31", "1 tablet | freq 1 per 1 d | … 2026-12-31"),
        ("1 tab daily from 2026-06-01 for 7 days", "1 tablet | freq 1 per 1 d | 2026-06-01 … 2026-06-07"),
        ("1 tab bid #20", "1 tablet | freq 2 per 1 d | count 20-20"),
        ("1 tab bid 20 doses", "1 tablet | freq 2 per 1 d | count 20-20"),
        ("1-2 tab q8h", "1-2 tablet | freq 1 every 8 h"),
        ("½ to 1 tab nightly", "1/2-1 tablet | freq 1 per 1 d at NIGHT"),
        ("1 1/2 tab b.i.d.", "3/2 tablet | freq 2 per 1 d"), ("2½ tab daily", "5/2 tablet | freq 1 per 1 d"),
        ("1 tab 30 min before breakfast", "1 tablet | at ACM offset 30"),
        ("1 tab 1 h pc", "1 tablet | at PC offset 60"),
        ("1 spray q5min for 1-3 times", "1 spray | freq 1 every 5 min | count 1-3"),
        ("1 tab prn", "1 tablet | needed"),
        ("Take one tablet three times a day for two weeks", "1 tablet | freq 3 per 1 d | for 2 wk"),
        ("1 tab four times daily", "1 tablet | freq 4 per 1 d"),
        ("1 tab three times a week for one week", "1 tablet | freq 3 per 1 wk | for 1 wk"),
        ("1 tab q6h prn pain or fever", "1 tablet | freq 1 every 6 h | needed pain or fever"),
        ("1 tab q8h prn for pain", "1 tablet | freq 1 every 8 h | needed pain"),
        ("1 tab q8h 08:00", "1 tablet | freq 1 every 8 h first 08:00"),
        ("2 tab stat", "2 tablet | at IMD"), ("10 units qam", "10 unit | freq 1 per 1 d at MORN"),
        ("2.5 mg daily max 5 at a time", "5/2 milligram | freq 1 per 1 d | max 5 milligram at once"),
        ("Take 1 tablet twice a day with meals.", "1 tablet | freq 2 per 1 d at C"),
        ("1 tab weekly on Wednesday", "1 tablet | freq 1 per 1 wk on wed"),
        ("1 tab 2x every 3 days", "1 tablet | freq 2 per 3 d"),
    ]

    private static let germanEntries = [
        ("1 Tbl. 2x tgl. für 7 Tage", "1 tablet | freq 2 per 1 d | for 7 d"),
        ("1 Tablette 3-mal täglich zu den Mahlzeiten", "1 tablet | freq 3 per 1 d at C"),
        ("1 Tbl. bei Bedarf", "1 tablet | needed"), ("Eine Tablette 2x tägl.", "1 tablet | freq 2 per 1 d"),
        (
            "1 Tbl. alle 8 Std. bei Schmerzen max. 3 pro Tag",
            "1 tablet | freq 1 every 8 h | needed Schmerzen | max 3 tablet per 1 d"
        ),
        ("1 Kps. morgens", "1 capsule | at MORN"), ("2 Hübe morgens und abends", "2 puff | at MORN EVE"),
        ("1 Tbl. mo mi fr", "1 tablet | on mon wed fri"), ("1 Tbl. montags um 8 Uhr", "1 tablet | on mon at 08:00"),
        ("1,5 Tbl. täglich bis 31.12.2026", "3/2 tablet | freq 1 per 1 d | … 2026-12-31"),
        ("1 Tbl. jeden 2. Tag", "1 tablet | freq 1 per 2 d"),
        ("1 Tbl. jeden zweiten Tag", "1 tablet | freq 1 per 2 d"),
        ("1 Tbl. 21 Tage, dann 7 Tage Pause", "1 tablet | cycle 21/7"),
        ("1 Beutel 1x pro Woche am Mittwoch", "1 sachet | freq 1 per 1 wk on wed"),
        ("1 Tbl. 30 Minuten vor dem Frühstück", "1 tablet | at ACM offset 30"),
        ("10 Einheiten vor dem Schlafengehen", "10 unit | at HS"),
        ("20 Tropfen 1x im Monat", "20 drop | freq 1 per 1 mo"),
        ("1 Tbl. ab dem 01.06.2026 täglich", "1 tablet | freq 1 per 1 d | 2026-06-01 …"),
    ]

    @Test("reads the usual notations", arguments: englishEntries)
    func english(entry: String, expected: String) throws {
        #expect(try described(read(entry)) == expected)
    }

    @Test("reads the German ones", arguments: germanEntries)
    func german(entry: String, expected: String) throws {
        #expect(try described(read(entry, .german)) == expected)
    }

    @Test(
        "reads what may be signed, but for days that are still to be named", arguments: englishEntries + germanEntries)
    func signable(entry: String, _: String) throws {
        let language: Language = Self.germanEntries.contains { $0.0 == entry } ? .german : .english
        let rules = DosageRules(start: try #require(LocalDate(iso: "2026-01-01")))
        let open = [
            "dosages.problem.weekday-required", "dosages.problem.weekdays-required", "dosages.problem.frequency-spread",
        ]
        #expect(rules.problems(in: try read(entry, language)).map(\.message).filter { !open.contains($0) } == [])
    }

    @Test("offers presets that may be signed", arguments: DosagePreset.allCases)
    func presets(preset: DosagePreset) throws {
        let rules = DosageRules(start: try #require(LocalDate(iso: "2026-01-01")))
        #expect(rules.problems(in: [preset.dosage(Dose(.one, .tablet))]) == [])
    }

    @Test("reads the steps of a taper, and what follows “note:” as it stands")
    func steps() throws {
        let dosages = try read("3 tab qam x5d then 2 tab qam x5d then 1 tab qam x5d Note: With food, please")
        #expect(dosages.map(\.step) == [1, 2, 3])
        #expect(dosages.map { $0.dose?.low.description } == ["3", "2", "1"])
        #expect(dosages.allSatisfy { $0.instruction == "With food, please" })
        #expect(dosages.allSatisfy { $0.timing?.bounds == TimeSpan(5, .day).map { .span($0) } })
    }

    @Test("keeps every 8 hours and three times a day apart")
    func apart() throws {
        #expect(try read("1 tab q8h") != read("1 tab tid"))
        #expect(try read("1 tab every 8 hours") == read("1 tab q8h"))
        #expect(try read("1 tab three times a day") == read("1 tab tid"))
    }

    @Test(
        "refuses what cannot be read, and names it",
        arguments: [
            ("", "empty", nil), ("1 tab twice every 3 days", "not-understood", "twice"), ("   ", "empty", nil),
            ("1 tab wibble", "not-understood", "wibble"),
            ("1 tab bid wibble x7d", "not-understood", "wibble"), ("1 tab", "rhythm-missing", nil),
            ("1 tab x7d prn", "rhythm-missing", nil), ("bid", "dose-missing", nil), ("0-0-0-0", "dose-missing", nil),
            ("1 tab bid tid", "said-twice", "tid"), ("1 tab 2 tab bid", "said-twice", "2"),
            ("1 tab qd", "daily-or-other-day", "qd"), ("1 tab Q.O.D.", "daily-or-other-day", "Q.O.D."),
            ("1 tab OD", "daily-or-other-day", "OD"), ("10 U daily", "write-units", "U"),
            ("10 IU daily", "write-units", "IU"), ("10 I.E. täglich", "write-units", "I.E."),
            ("50 µg daily", "write-micrograms", "µg"), ("50 ug daily", "write-micrograms", "ug"),
            (".5 tab bid", "write-instead", ".5"), ("1.0 tab bid", "write-instead", "1.0"),
            ("1.500 units daily", "ambiguous-separator", "1.500"),
            ("1,500 units daily", "ambiguous-separator", "1,500"),
            ("1 tab biw", "twice-or-every-two-weeks", "biw"), ("1 tab qpm", "afternoon-or-evening", "qpm"),
            ("1 tab bid x5", "days-or-doses", "x5"), ("1 tab bid x3m", "minutes-or-months", "m"),
            ("1 tab 12 am", "noon-or-midnight", "12 am"), ("1 tab 25:00", "no-such-time", "25:00"),
            ("1 tab bid until 03/04/2026", "date-unreadable", "03/04/2026"),
            ("1 tab bid until 2026-02-30", "date-unreadable", "2026-02-30"),
            ("2-1 tab bid", "range-backwards", "2-1"), ("1-0-1-0-1", "grid-too-long", "1-0-1-0-1"),
            ("1 tab bid max 8", "limit-period", nil), ("1 tab 3x", "frequency-period", "3"),
            ("1 tab q8h mon", "contradiction", nil), ("1 tab bid 08:00", "count-of-times", nil),
            ("1 tab po bid", "route-apart", "po"), ("1 tsp bid", "write-milliliters", "tsp"),
            ("99999999999999999999 tab bid", "number-too-large", "99999999999999999999"),
            ("0 tab bid", "number-zero", "0"), ("one half tab bid", "not-understood", "half"),
            ("1 tab bid 🙂", "not-understood", "🙂"), ("1 tab\u{0} bid", "hidden-character", nil),
            ("1 tab \u{202E}bid", "hidden-character", nil), ("1 tab at", "not-understood", "at"),
            ("1 tab qpm then", "afternoon-or-evening", "qpm"), ("1 tab bid then", "dose-missing", nil),
            ("1 tab on prn", "bedtime-or-night", "on"), ("1 tab midnight", "write-clock-time", "midnight"),
        ] as [(String, String, String?)])
    func refused(entry: String, name: String, word: String?) throws {
        let problem = #expect(throws: Problem.self) { try read(entry) }
        #expect(problem?.message == "dosages.entry.\(name)")
        #expect(problem?.field == "entry")
        if let word { #expect(problem?.values["word"] == word) }
    }

    @Test("asks for the unit when neither entry nor form names one")
    func unitless() {
        let shorthand = DosageShorthand(.english, field: "entry")
        for entry in ["1-0-1", "1 bid"] {
            let problem = #expect(throws: Problem.self) { try shorthand.dosages(entry) }
            #expect(["dosages.entry.unit-missing", "dosages.entry.unit-unknown"].contains(problem?.message))
        }
    }

    @Test("bears any text at all")
    func hostile() {
        let long = String(repeating: "1 tab bid ", count: 1000)
        let odd = [
            "-", "--", "1-", "-1", "x", "q", "max", "for", "#", "1/0 tab", "1/", "½½", "1..5", "....", "then then",
            "1-0-", "1 tab qh", "every", "21d on", "max /", "note:", "1 tab bid prn bei",
            "e\u{301}\u{301}\u{301}", "<script>", "1 tab bid x99999999999d", "q99999h 1 tab",
            "1 tab 9999d on 9999d off", "1 tab q1/3h", "1 to", "1 tab at 8", "8:99", "1 tab from until",
        ]
        for entry in [long] + odd {
            #expect(throws: (any Error).self, "\(entry.prefix(20))") { try read(entry) }
        }
        var generator = SeededGenerator(seed: 7)
        let pieces = [
            "1", "½", "tab", "bid", "-", "/", "x", "q", "8", "h", "d", "prn", "max", "mon", "08:00", ".", ",", "for",
            "then", "on", "off", "until", "2026-12-31", "#", "\u{200D}", "ß",
        ]
        for _ in 0..<1000 {
            let entry = (0..<Int.random(in: 1...9, using: &generator)).compactMap { _ in
                pieces.randomElement(using: &generator)
            }
            .joined(separator: Bool.random(using: &generator) ? " " : "")
            _ = try? read(entry)
        }
    }

    private func read(_ entry: String, _ language: Language = .english) throws -> [Dosage] {
        try DosageShorthand(language, field: "entry", unit: .tablet).dosages(entry)
    }
}

/// Random numbers that are the same in every run.
private struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state
    }
}

// MARK: What was read, in a line

private func described(_ dosages: [Dosage]) -> String { dosages.map(described).joined(separator: " + ") }

private func described(_ dosage: Dosage) -> String {
    var parts: [String] = []
    if let dose = dosage.dose { parts.append(described(dose)) }
    if let timing = dosage.timing {
        parts.append(described(timing.rhythm))
        switch timing.bounds {
        case .span(let span): parts.append("for \(described(span))")
        case .period(let from, let through):
            parts.append([from?.description, "…", through?.description].compactMap { $0 }.joined(separator: " "))
        case nil: break
        }
        if let count = timing.count { parts.append("count \(count.lowerBound)-\(count.upperBound)") }
    }
    if let need = dosage.asNeeded { parts.append(need.reason.isEmpty ? "needed" : "needed \(need.reason)") }
    parts += dosage.limits.perPeriod.map { "max \($0.most) \($0.unit) per \(described($0.period))" }
    if let once = dosage.limits.perAdministration { parts.append("max \(described(once)) at once") }
    return parts.joined(separator: " | ")
}

private func described(_ dose: Dose) -> String {
    (dose.isRange ? "\(dose.low)-\(dose.high)" : "\(dose.low)") + " \(dose.unit)"
}

private func described(_ span: TimeSpan) -> String {
    (span.isRange ? "\(span.low)-\(span.high)" : "\(span.low)") + " \(span.unit.rawValue)"
}

private func described(_ rhythm: Rhythm) -> String {
    switch rhythm {
    case .instants(let instants): return "\(instants)"
    case .elapsed(let elapsed):
        let first = elapsed.first.map { " first \($0)" } ?? ""
        return "freq \(described(elapsed.frequency)) every \(described(elapsed.period))\(first)"
    case .calendar(let calendar):
        var parts: [String] = []
        if let frequency = calendar.frequency { parts.append("freq \(described(frequency))") }
        if let period = calendar.period { parts.append("per \(described(period))") }
        if !calendar.weekdays.isEmpty {
            parts.append("on " + calendar.weekdays.sorted().map(\.rawValue).joined(separator: " "))
        }
        switch calendar.moments {
        case .unsaid: break
        case .times(let times): parts.append("at " + times.map(\.description).joined(separator: " "))
        case .events(let events, let offset):
            parts.append(
                "at " + events.map(\.rawValue).joined(separator: " ") + (offset == 0 ? "" : " offset \(offset)"))
        }
        if let cycle = calendar.cycle { parts.append("cycle \(cycle.activeDays)/\(cycle.pauseDays)") }
        return parts.joined(separator: " ")
    }
}

private func described(_ range: ClosedRange<Int>) -> String {
    range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound)-\(range.upperBound)"
}
