/// Goes through the tokens of an entry, one element of a dosage after another.
struct ShorthandReader {
    let shorthand: DosageShorthand
    private let tokens: [ShorthandToken]
    var position = 0
    var current = ShorthandStep()

    init(_ shorthand: DosageShorthand, _ tokens: [ShorthandToken]) {
        self.shorthand = shorthand
        self.tokens = tokens
    }

    /// Reads up to the end or the word that begins the next step.
    mutating func step() throws(Problem) -> ShorthandStep {
        current = ShorthandStep()
        while position < tokens.count, !isAtStepWord {
            try element()
        }
        return current
    }

    /// Passes over the word that begins another step, if there is one.
    mutating func isAtNextStep() -> Bool {
        guard position < tokens.count, isAtStepWord else { return false }
        position += 1
        return true
    }

    /// "then", but not the one of "21 days, then 7 days off".
    private var isAtStepWord: Bool {
        guard let token = peek(), token.kind == .word, ["then", "dann", "danach", "anschliessend"].contains(token.text)
        else { return false }
        return !(peek(1)?.kind == .number && ["off", "pause"].contains(peek(3)?.text))
    }

    private mutating func element() throws(Problem) {
        guard let token = peek() else { return }
        if try phrase() { return }
        switch token.kind {
        case .number: try numberLed()
        case .time: try clockTime()
        case .date: throw shorthand.problem("date-alone", token.typed)
        case .sign: try sign(token)
        case .word: try keyword(token)
        }
    }

    private mutating func sign(_ token: ShorthandToken) throws(Problem) {
        // A stop or comma that hangs on a word; one that stands before a number might be a decimal's.
        let isPunctuation = [",", ".", ";"].contains(token.text) && !token.isSpaced
        let joins = ["+", "&", "/"].contains(token.text) && position > 0 && weekday(at: 1) != nil
        if isPunctuation || joins || (token.text == "@" && peek(1)?.kind == .time) {
            position += 1
        } else if token.text == "#" {
            position += 1
            try count(try wholeRange(after: token))
        } else {
            throw notUnderstood(token)
        }
    }

    private mutating func keyword(_ token: ShorthandToken) throws(Problem) {
        switch token.text {
        case "q", "every", "alle", "jede", "jeden", "jedes": try every()
        case "x", "for", "fur", "fuer": try lasting()
        case "max", "maximum", "maximal", "hochstens", "not", "nicht", "no": try most()
        case "until", "till", "through", "thru", "bis": try through()
        case "from", "starting", "ab", "vom", "von": try from()
        case "bei", "gegen": try reason()
        case "at", "um":
            position += 1
            guard peek()?.kind == .time || isClockNumber else { throw notUnderstood(token) }
        default: throw notUnderstood(token)
        }
    }

    // MARK: Tokens

    func peek(_ ahead: Int = 0) -> ShorthandToken? {
        tokens.indices.contains(position + ahead) ? tokens[position + ahead] : nil
    }

    /// Passes over the next word when it is one of these.
    mutating func skip(_ words: Set<String>) -> Bool {
        guard let token = peek(), token.kind != .number, words.contains(token.text) else { return false }
        position += 1
        return true
    }

    func notUnderstood(_ token: ShorthandToken?) -> Problem {
        token.map { shorthand.problem("not-understood", $0.typed) } ?? shorthand.problem("incomplete")
    }

    /// The longest phrase that begins here, with its number of tokens. Numbers count as words: "jeden 2. Tag".
    func meaning(at ahead: Int = 0) -> (meaning: ShorthandMeaning, count: Int)? {
        guard let first = peek(ahead), first.kind == .word else { return nil }
        for count in stride(from: ShorthandPhrases.longest, through: 1, by: -1) {
            let words = (0..<count).compactMap { peek(ahead + $0) }
            guard words.count == count, words.allSatisfy({ $0.kind == .word || $0.kind == .number }) else { continue }
            if let meaning = ShorthandPhrases.meanings[words.map(\.text).joined(separator: " ")] {
                return (meaning, count)
            }
        }
        return nil
    }

    func weekday(at ahead: Int) -> Weekday? {
        if case .weekday(let day)? = meaning(at: ahead)?.meaning { day } else { nil }
    }

    /// Reads a phrase of the list, if one begins here.
    private mutating func phrase() throws(Problem) -> Bool {
        guard let token = peek() else { return false }
        if let days = weekdayRange(token) {
            position += 1
            current.weekdays.formUnion(days)
            return true
        }
        guard let (meaning, count) = meaning() else { return false }
        let typed = (0..<count).compactMap { peek($0)?.typed }.joined(separator: " ")
        position += count
        switch meaning {
        case .filler: break
        case .refused(let name): throw shorthand.problem(name, typed)
        case .often(let times, let unit): try often(times...times, TimeSpan(.one, unit), typed)
        case .every(let number, let unit):
            guard let period = TimeSpan(number, unit) else { throw notUnderstood(token) }
            try often(1...1, period, typed)
        case .event(let event, let isDaily):
            guard !current.events.contains(event) else { throw shorthand.problem("said-twice", typed) }
            current.events.append(event)
            current.isDailyEvent = current.isDailyEvent || isDaily
        case .weekday(let day):
            guard current.weekdays.insert(day).inserted else { throw shorthand.problem("said-twice", typed) }
        case .asNeeded: try asNeeded(typed)
        }
        return true
    }

    /// "mon-fri"
    private func weekdayRange(_ token: ShorthandToken) -> Set<Weekday>? {
        let ends = token.text.split(separator: "-").map(String.init)
        guard token.kind == .word, ends.count == 2,
            case .weekday(let first)? = ShorthandPhrases.meanings[ends[0]],
            case .weekday(let last)? = ShorthandPhrases.meanings[ends[1]], first < last
        else { return nil }
        return Set(Weekday.allCases.filter { first <= $0 && $0 <= last })
    }

    mutating func often(_ frequency: ClosedRange<Int>, _ period: TimeSpan, _ typed: String) throws(Problem) {
        guard current.often == nil else { throw shorthand.problem("said-twice", typed) }
        current.often = ShorthandOften(frequency, per: period)
    }

    mutating func count(_ count: ClosedRange<Int>) throws(Problem) {
        guard current.count == nil else { throw shorthand.problem("said-twice", "\(count.upperBound)") }
        current.count = count
    }
}
