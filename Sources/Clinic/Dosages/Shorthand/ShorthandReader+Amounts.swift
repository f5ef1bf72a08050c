// Numbers, and what they are numbers of.
extension ShorthandReader {
    /// A number begins a clock time, a grid, a dose, a frequency, an offset, a cycle, a length or a count.
    mutating func numberLed() throws(Problem) {
        if isClockNumber { return try clockTime() }
        if try grid() { return }
        let amount = try amount()
        guard let next = peek(), next.kind == .word || next.isSign("-") else { return try dose(amount, unit: nil) }
        if isTimesWord { return try times(amount) }
        if try timed(amount, next) { return }
        guard let unit = DoseUnit(shorthand: next.text) else {
            if current.dose != nil, ["gaben", "einnahmen", "gabe", "einnahme"].contains(next.text) {
                position += 1
                return try count(try whole(amount))
            }
            if case .refused(let name)? = meaning()?.meaning { throw shorthand.problem(name, next.typed) }
            guard shorthand.unit != nil else { throw shorthand.problem("unit-unknown", next.typed) }
            return try dose(amount, unit: nil)
        }
        position += 1
        if unit == .dose, current.dose != nil || current.grid != nil { return try count(try whole(amount)) }
        try dose(amount, unit: unit)
    }

    private mutating func dose(_ amount: ShorthandStep.Amount, unit: DoseUnit?) throws(Problem) {
        guard current.dose == nil else { throw shorthand.problem("said-twice", amount.typed) }
        current.dose = amount
        current.dose?.unit = unit
    }

    /// "21 days on 7 days off", "7 Tage lang", "30 min before meals".
    private mutating func timed(_ amount: ShorthandStep.Amount, _ next: ShorthandToken) throws(Problem) -> Bool {
        let start = position
        guard let unit = TimeUnit(shorthand: next.text) else {
            // "21 on 7 off"
            guard next.text == "on", peek(1)?.kind == .number else { return false }
            position += 1
            try cycle(amount)
            return true
        }
        position += 1
        if skip(["on", "an"]) || isPauseAhead {
            guard unit == .day else { throw notUnderstood(next) }
            try cycle(amount)
            return true
        }
        if skip(["lang"]) {
            try span(amount, unit)
            return true
        }
        if case .event(let event, false)? = meaning()?.meaning, let side = event.offsetSide,
            side == .before || peek()?.text == "pc" || ["after", "nach"].contains(peek()?.text)
        {
            let minutes = unit == .hour ? 60 : unit == .minute ? 1 : 0
            let number = try whole(amount)
            guard minutes > 0, number.count == 1, number.upperBound <= 720, current.offset == 0 else {
                throw notUnderstood(next)
            }
            current.offset = number.upperBound * minutes
            return true
        }
        position = start
        return false
    }

    /// "…, 7 days off" or "dann 7 Tage Pause" behind the days of doses.
    private var isPauseAhead: Bool {
        let number = (0...2).first { peek($0)?.kind == .number }
        guard let number, (0..<number).allSatisfy({ [",", "then", "dann"].contains(peek($0)?.text) }) else {
            return false
        }
        return ["off", "pause"].contains(peek(number + 2)?.text)
    }

    private mutating func cycle(_ active: ShorthandStep.Amount) throws(Problem) {
        while skip([",", "then", "dann"]) {}
        let activeDays = try whole(active)
        let pause = try whole(try amount())
        if let word = peek(), TimeUnit(shorthand: word.text) == .day { position += 1 }
        let token = peek()
        guard skip(["off", "pause", "ab"]), activeDays.count == 1, pause.count == 1 else { throw notUnderstood(token) }
        guard let cycle = CalendarRhythm.Cycle(activeDays: activeDays.upperBound, pauseDays: pause.upperBound) else {
            throw shorthand.problem("number-too-large", active.typed)
        }
        guard current.cycle == nil else { throw shorthand.problem("said-twice", active.typed) }
        current.cycle = cycle
    }

    // MARK: Values

    /// One value, or two with "-", "to" or "bis" between them.
    mutating func amount() throws(Problem) -> ShorthandStep.Amount {
        let start = position
        let low = try value()
        var high = low
        let isRange = peek()?.isSign("-") == true || ["to", "bis"].contains(peek()?.text)
        if isRange, peek(1)?.kind == .number {
            position += 1
            high = try value()
        }
        let typed = (start..<position).compactMap { peek($0 - position)?.typed }.joined()
        guard low <= high else { throw shorthand.problem("range-backwards", typed) }
        return ShorthandStep.Amount(low: low, high: high, typed: typed)
    }

    /// "1", "2½", "1/2", "1 1/2".
    private mutating func value() throws(Problem) -> DoseValue {
        guard let token = peek(), token.kind == .number else { throw notUnderstood(peek()) }
        var text = token.text
        var length = 1
        if isFraction(at: 1) {
            // "1 1/2"
            text += " " + (1...3).compactMap { peek($0)?.text }.joined()
            length = 4
        } else if isFraction(at: 0) {
            text = (0...2).compactMap { peek($0)?.text }.joined()
            length = 3
        } else if let next = peek(1), next.kind == .number, next.text.count == 1, next.isSpaced,
            let glyph = next.text.first, DoseReading.glyphs[glyph] != nil
        {
            text += " " + next.text
            length = 2
        }
        position += length
        return try shorthand.reading.value(text)
    }

    /// Whether "1/2" stands there, and no length of time after it: "max 1/2 h" is a most.
    private func isFraction(at ahead: Int) -> Bool {
        guard peek(ahead)?.kind == .number, ahead == 0 || peek(ahead)?.isSpaced == true,
            let slash = peek(ahead + 1), slash.isSign("/"), !slash.isSpaced,
            let divisor = peek(ahead + 2), divisor.kind == .number, !divisor.isSpaced
        else { return false }
        return peek(ahead + 3).flatMap { $0.kind == .word ? TimeUnit(shorthand: $0.text) : nil } == nil
    }

    /// "1-0-1-0" and "½-0-½": three slots or four.
    private mutating func grid() throws(Problem) -> Bool {
        let start = position
        var values: [DoseValue?] = []
        repeat {
            if peek()?.text == "0" {
                position += 1
                values.append(nil)
            } else {
                guard peek()?.kind == .number else { break }
                values.append(try value())
            }
            guard let dash = peek(), dash.isSign("-"), peek(1)?.kind == .number else { break }
            position += 1
        } while true
        guard values.count >= 3 else {
            position = start
            return false
        }
        let typed = (start..<position).compactMap { peek($0 - position)?.typed }.joined()
        guard values.count <= 4 else { throw shorthand.problem("grid-too-long", typed) }
        guard current.grid == nil else { throw shorthand.problem("said-twice", typed) }
        current.grid = values
        if let word = peek(), word.kind == .word, let unit = DoseUnit(shorthand: word.text) {
            current.gridUnit = unit
            position += 1
        }
        return true
    }

    /// - Throws: when a number is no whole one.
    func whole(_ amount: ShorthandStep.Amount) throws(Problem) -> ClosedRange<Int> {
        guard amount.low.denominator == 1, amount.high.denominator == 1 else {
            throw shorthand.problem("number-not-whole", amount.typed)
        }
        guard amount.high.numerator <= 9999 else { throw shorthand.problem("number-too-large", amount.typed) }
        return amount.low.numerator...amount.high.numerator
    }

    mutating func wholeRange(after token: ShorthandToken) throws(Problem) -> ClosedRange<Int> {
        guard peek()?.kind == .number else { throw notUnderstood(token) }
        return try whole(try amount())
    }

    // MARK: Most

    /// "max 8/24h", "max 3 a day", "max. 4 g pro Tag", "max 2 at a time".
    mutating func most() throws(Problem) {
        guard let token = peek() else { return }
        position += 1
        if ["not", "nicht", "no"].contains(token.text) {
            guard skip(["more", "mehr"]), skip(["than", "als"]) else { throw notUnderstood(token) }
        }
        var amount = try amount()
        if let word = peek(), word.kind == .word, let unit = DoseUnit(shorthand: word.text) {
            amount.unit = unit
            position += 1
        }
        current.limits.append(ShorthandStep.Limit(amount: amount, period: try limitPeriod()))
    }

    private mutating func limitPeriod() throws(Problem) -> TimeSpan? {
        if skip(["daily", "taglich", "tgl"]) { return TimeSpan(.one, .day) }
        for words in [["at", "once"], ["at", "a", "time"], ["auf", "einmal"], ["per", "dose"], ["pro", "gabe"]]
        where (0..<words.count).allSatisfy({ peek($0)?.text == words[$0] }) {
            position += words.count
            return nil
        }
        let token = peek()
        guard skip(["/", "per", "pro", "in", "a", "an", "am", "im", "je"]) else {
            throw shorthand.problem("limit-period")
        }
        let number = peek()?.kind == .number ? try whole(try amount()) : 1...1
        guard let word = peek(), word.kind == .word else { throw notUnderstood(token) }
        guard number.count == 1, let unit = TimeUnit(shorthand: word.text), let span = TimeSpan(number.upperBound, unit)
        else { throw timeProblem(word) }
        position += 1
        return span
    }
}
