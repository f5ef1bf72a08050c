import Clinic

extension DosageWriter {
    /// One clause without capital and full stop: "if you have pain, take 1 tablet every 8 hours for 7 days".
    /// - Parameter verb: nil for the short form.
    func clause(_ clause: DosageClause, _ verb: AdministrationVerb?) -> String {
        let core = grammar.core(clause)
        var text = core.text
        if let duration = clause.duration {
            let hasDose = clause.entries.contains { $0.dose != nil }
            let key = hasDose ? "dosages.lasting" : "dosages.lasting.alone"
            text = words(key, ["rest": text, "span": words.span(duration)])
        }
        if let verb, clause.cycle == nil || grammar.namesVerb(verb, in: .cycle) {
            text = words("dosages.core", ["verb": name(verb), "what": text])
        }
        if let lead = core.lead { text = words("dosages.lead", ["lead": lead, "rest": text]) }
        if let need = clause.asNeeded { text = needed(text, need) }
        if let cycle = clause.cycle { text = cycled(text, cycle, verb ?? .take) }
        if let bounds = clause.bounds { text = framed(text, bounds, clause) }
        if let count = clause.count { text = counted(text, count, verb ?? .take) }
        return text.split(separator: " ").joined(separator: " ")
    }

    /// What stands before all steps of a taper: "every morning", "twice a day".
    func lead(_ rhythm: DosageClause) -> String {
        var rhythm = rhythm
        if case .events = rhythm.entries[0].moments { rhythm.rhythm = .calendar(frequency: 1...1, period: nil) }
        return grammar.core(rhythm).text
    }

    func name(_ verb: AdministrationVerb) -> String { words("dosages.verb.\(verb.rawValue)") }

    private func needed(_ text: String, _ need: Dosage.AsNeeded) -> String {
        let typed = oneLine(need.reason)
        if typed.isEmpty { return words("dosages.need", ["rest": text]) }
        guard let reasons = NeedReason.reasons(typed: typed) else {
            return words("dosages.need.other", ["rest": text, "reason": typed])
        }
        let clauses = reasons.map { words("dosages.reason.\($0.rawValue)") }
        return words("dosages.need.reason", ["rest": text, "reason": words.alternatives(clauses)])
    }

    private func cycled(_ text: String, _ cycle: CalendarRhythm.Cycle, _ verb: AdministrationVerb) -> String {
        let spans = [cycle.activeDays, cycle.pauseDays].map { TimeSpan($0, .day).map(words.span) ?? "" }
        let none = words("dosages.none.\(verb.rawValue)")
        return words("dosages.cycle", ["rest": text, "active": spans[0], "pause": spans[1], "none": none])
    }

    private func framed(_ text: String, _ bounds: Bounds, _ clause: DosageClause) -> String {
        switch bounds {
        case .span(let span):
            let key =
                clause.cycle != nil
                ? "dosages.frame.span.cycle"
                : clause.duration != nil ? "dosages.frame.span.after-comma" : "dosages.frame.span"
            return words(key, ["rest": text, "span": words.span(span)])
        case .period(let from?, let through?) where from == through:
            return words("dosages.frame.on", ["rest": text, "date": words.date(from)])
        case .period(let from?, let through?):
            let values = ["rest": text, "from": words.date(from), "through": words.date(through)]
            return words("dosages.frame.from-through", values)
        case .period(let from?, nil): return words("dosages.frame.from", ["rest": text, "from": words.date(from)])
        case .period(nil, let through?):
            return words("dosages.frame.through", ["rest": text, "through": words.date(through)])
        case .period(nil, nil): return text
        }
    }

    private func counted(_ text: String, _ count: ClosedRange<Int>, _ verb: AdministrationVerb) -> String {
        guard count.count == 1 else {
            return words("dosages.count.range", ["rest": text, "times": words.times(count)])
        }
        let key = verb == .take ? "dosages.count.doses" : "dosages.count.times"
        return words(key, ["rest": text, "count": "\(count.lowerBound)"])
    }

    /// With a capital letter first.
    func sentenceCased(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }

    /// With a full stop, unless it has an end of its own.
    func ended(_ text: String) -> String {
        guard let last = text.last else { return "" }
        return ".!?…".contains(last) ? text : text + "."
    }

    /// Typed text as part of a line.
    func oneLine(_ text: String) -> String { text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
