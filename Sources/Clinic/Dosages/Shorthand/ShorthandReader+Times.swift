// When, how often and for how long.
extension ShorthandReader {
    // MARK: The clock

    /// "8 am", "8 Uhr"
    var isClockNumber: Bool {
        guard peek()?.kind == .number, let next = peek(1), next.kind == .word else { return false }
        // "8 am Montag" is no time.
        return next.text == "uhr" || next.text == "pm" || (next.text == "am" && weekday(at: 2) == nil)
    }

    /// "08:00", "8:00 pm", "8 am", "8 Uhr", "8.30 Uhr"
    mutating func clockTime() throws(Problem) {
        guard let token = peek() else { return }
        position += 1
        let parts = token.text.split { $0 == ":" || $0 == "." }.map { Int($0) }
        guard (1...2).contains(parts.count), let hour = parts[0], let minute = parts.count == 2 ? parts[1] : 0 else {
            throw shorthand.problem("no-such-time", token.typed)
        }
        var time = LocalTime(hour: hour, minute: minute)
        if let half = peek(), ["am", "pm"].contains(half.text) {
            position += 1
            guard hour != 12 else { throw shorthand.problem("noon-or-midnight", "\(token.typed) \(half.typed)") }
            guard (1...11).contains(hour) else {
                throw shorthand.problem("no-such-time", "\(token.typed) \(half.typed)")
            }
            time = LocalTime(hour: half.text == "am" ? hour : hour + 12, minute: minute)
        } else {
            _ = skip(["uhr"])
        }
        guard let time else { throw shorthand.problem("no-such-time", token.typed) }
        guard !current.times.contains(time) else { throw shorthand.problem("said-twice", token.typed) }
        current.times.append(time)
    }

    // MARK: How often

    /// Whether "x", "times" or "mal" follows: "2x daily", "3-mal täglich".
    var isTimesWord: Bool {
        let words: Set<String> = ["x", "times", "time", "mal"]
        if let word = peek(), words.contains(word.text) { return true }
        return peek()?.isSign("-") == true && peek(1)?.text == "mal"
    }

    mutating func times(_ amount: ShorthandStep.Amount) throws(Problem) {
        let frequency = try whole(amount)
        _ = skip(["-"])
        position += 1
        let token = peek()
        if skip(["every", "alle"]) {
            return try often(frequency, try period(), amount.typed)
        }
        if case .often(1, let unit)? = meaning()?.meaning,
            let word = token?.text, Self.adverbs.contains(word) || word.hasSuffix("lich")
        {
            position += 1
            return try often(frequency, TimeSpan(.one, unit), amount.typed)
        }
        guard skip(["a", "an", "per", "/", "pro", "am", "im", "je"]), let word = peek() else {
            throw shorthand.problem("frequency-period", amount.typed)
        }
        guard let unit = TimeUnit(shorthand: word.text) else { throw timeProblem(word) }
        position += 1
        try often(frequency, TimeSpan(.one, unit), amount.typed)
    }

    private static let adverbs: Set<String> = ["daily", "weekly", "monthly", "yearly", "tgl", "tagl", "taegl"]

    /// "q4-6h", "every 8 hours", "alle 3 Tage".
    mutating func every() throws(Problem) {
        guard let token = peek() else { return }
        position += 1
        let start = position
        let period = try period()
        let typed = (start..<position).compactMap { peek($0 - position)?.typed }.joined()
        try often(1...1, period, token.typed + typed)
    }

    private mutating func period() throws(Problem) -> TimeSpan {
        let amount = try amount()
        // "jeden 2. Tag"
        _ = skip(["."])
        guard let word = peek(), word.kind == .word else { throw notUnderstood(peek()) }
        guard let unit = TimeUnit(shorthand: word.text) else { throw timeProblem(word) }
        if !unit.isElapsed { _ = try whole(amount) }
        guard amount.high.whole <= 9999 else { throw shorthand.problem("number-too-large", amount.typed) }
        position += 1
        guard let span = TimeSpan(from: amount.low, to: amount.high, unit) else { throw notUnderstood(word) }
        return span
    }

    func timeProblem(_ word: ShorthandToken) -> Problem {
        word.text == "m" ? shorthand.problem("minutes-or-months", word.typed) : notUnderstood(word)
    }

    // MARK: For how long

    /// "x7d", "for 2 weeks", "für 7 bis 10 Tage", "for 20 doses"; "x5" might be days or doses.
    mutating func lasting() throws(Problem) {
        guard let token = peek() else { return }
        position += 1
        if token.text == "for", current.asNeeded?.reason.isEmpty == true, peek()?.kind == .word,
            peek()?.text != "a"
        {
            return try reasonWords()
        }
        if token.text == "for", skip(["a"]) {
            guard let word = peek(), let unit = TimeUnit(shorthand: word.text) else { throw notUnderstood(peek()) }
            position += 1
            return try span(ShorthandStep.Amount(low: .one, high: .one, typed: word.typed), unit)
        }
        guard peek()?.kind == .number else { throw notUnderstood(peek() ?? token) }
        let amount = try amount()
        guard let word = peek(), word.kind == .word else {
            throw shorthand.problem("days-or-doses", token.typed + amount.typed)
        }
        if DoseUnit(shorthand: word.text) == .dose || ["gaben", "einnahmen", "times", "mal"].contains(word.text) {
            position += 1
            return try count(try whole(amount))
        }
        guard let unit = TimeUnit(shorthand: word.text) else {
            if word.text == "m" { throw timeProblem(word) }
            throw shorthand.problem("days-or-doses", token.typed + amount.typed)
        }
        position += 1
        try span(amount, unit)
    }

    mutating func span(_ amount: ShorthandStep.Amount, _ unit: TimeUnit) throws(Problem) {
        if !unit.isElapsed { _ = try whole(amount) }
        guard current.span == nil else { throw shorthand.problem("said-twice", amount.typed) }
        current.span = TimeSpan(from: amount.low, to: amount.high, unit)
    }

    /// "until 2026-12-31", "bis einschließlich 31.12.2026"
    mutating func through() throws(Problem) {
        position += 1
        while skip(["zum", "einschliesslich", "and", "including"]) {}
        let date = try date()
        guard current.through == nil else { throw shorthand.problem("said-twice", date.description) }
        current.through = date
    }

    /// "from 2026-06-01", "ab dem 01.06.2026"
    mutating func from() throws(Problem) {
        position += 1
        while skip(["on", "dem", "am"]) {}
        let date = try date()
        guard current.from == nil else { throw shorthand.problem("said-twice", date.description) }
        current.from = date
    }

    private mutating func date() throws(Problem) -> LocalDate {
        guard let token = peek() else { throw notUnderstood(nil) }
        // 03/04/2026 is a day in March to some and in April to others.
        guard token.kind == .date, !token.text.contains("/"), let date = DateReading(token.text, order: .dayFirst).date
        else {
            throw shorthand.problem("date-unreadable", token.typed)
        }
        position += 1
        return date
    }

    // MARK: When needed

    /// "prn", "prn wheeze", "bei Bedarf gegen Schmerzen"
    mutating func asNeeded(_ typed: String) throws(Problem) {
        guard current.asNeeded == nil else { throw shorthand.problem("said-twice", typed) }
        current.asNeeded = Dosage.AsNeeded()
        if skip(["bei", "gegen", "wegen"]) || isReasonWord { try reasonWords() }
    }

    /// "bei Schmerzen"
    mutating func reason() throws(Problem) {
        guard let token = peek() else { return }
        position += 1
        guard current.asNeeded?.reason.isEmpty ?? true else { throw shorthand.problem("said-twice", token.typed) }
        current.asNeeded = current.asNeeded ?? Dosage.AsNeeded()
        try reasonWords()
    }

    /// Words up to the first that says something else.
    private mutating func reasonWords() throws(Problem) {
        var words: [String] = []
        while let word = peek(), isReasonWord, words.count < 6 {
            words.append(word.typed)
            position += 1
        }
        guard !words.isEmpty else { throw notUnderstood(peek()) }
        current.asNeeded = Dosage.AsNeeded(reason: words.joined(separator: " "))
    }

    private var isReasonWord: Bool {
        guard let word = peek(), word.kind == .word, !Self.keywords.contains(word.text) else { return false }
        return meaning() == nil || meaning()?.meaning == .filler && ["and", "und"].contains(word.text)
    }

    private static let keywords: Set<String> = [
        "q", "every", "alle", "jede", "jeden", "jedes", "x", "for", "fur", "fuer", "max", "maximum", "maximal",
        "hochstens", "not", "nicht", "no", "until", "till", "through", "thru", "bis", "from", "starting", "ab", "vom",
        "von", "then", "dann", "danach", "anschliessend", "at", "um",
    ]
}
