/// A piece of quick entry: a word, a number, a clock time, a date or a sign.
struct ShorthandToken: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        /// Letters, folded, without the dots and hyphens of abbreviations: "b.i.d." is "bid".
        case word
        /// As typed: "1", "2½", "1.5".
        case number
        /// "08:00"
        case time
        /// "2026-12-31", "31.12.2026"
        case date
        case sign
    }

    let kind: Kind
    /// Folded for a word, else as typed.
    let text: String
    /// As typed, for problems and for reasons.
    let typed: String
    /// Whether white space, or the text's start, stands before.
    let isSpaced: Bool

    func isSign(_ sign: String) -> Bool { kind == .sign && text == sign }
}

extension ShorthandToken {
    /// The tokens of a text, in order.
    static func tokens(in text: String) -> [ShorthandToken] {
        var lexer = ShorthandLexer(text)
        return lexer.tokens()
    }
}

private struct ShorthandLexer {
    private var rest: Substring
    private var isSpaced = true

    init(_ text: String) { rest = text[...] }

    mutating func tokens() -> [ShorthandToken] {
        var tokens: [ShorthandToken] = []
        while let first = rest.first {
            if first.isWhitespace {
                rest.removeFirst()
                isSpaced = true
                continue
            }
            tokens.append(next(first))
            isSpaced = false
        }
        return tokens
    }

    private mutating func next(_ first: Character) -> ShorthandToken {
        for (kind, pattern) in Self.patterns {
            if let match = rest.prefixMatch(of: pattern) { return take(kind, match.output.count) }
        }
        if Self.isNumeric(first) { return number() }
        if first.isLetter || first == "µ" { return word() }
        let sign = "–—−‐‑".contains(first) ? "-" : first == "×" ? "x" : String(first)
        return sign == "x" ? take(.word, 1, text: "x") : take(.sign, 1, text: sign)
    }

    private mutating func number() -> ShorthandToken {
        var length = 0
        for character in rest {
            guard Self.isNumeric(character) else { break }
            length += 1
        }
        // A separator at the end belongs to the sentence: "for 7 days, 1."
        var typed = String(rest.prefix(length))
        while typed.count > 1, let last = typed.last, ".,".contains(last) { typed.removeLast() }
        let isSeparator = typed == "." || typed == ","
        return take(isSeparator ? .sign : .number, typed.count)
    }

    private mutating func word() -> ShorthandToken {
        var length = 0
        var last: Character = " "
        for character in rest {
            let joins = ".-'’".contains(character) && last.isLetter
            guard character.isLetter || character == "µ" || joins else { break }
            length += 1
            last = character
        }
        // What joins must have a letter behind it, but for the dot of an abbreviation.
        var typed = String(rest.prefix(length))
        while let end = typed.last, "-'’".contains(end) { typed.removeLast() }
        let folded = SearchText.folded(typed).filter { $0 != "." }
        if let number = Self.numbers[folded] { return take(.number, typed.count, text: String(number)) }
        return take(.word, typed.count, text: folded)
    }

    private static let numbers: [String: Int] = {
        let written = [
            "one|ein|eine|einen", "two|zwei", "three|drei", "four|vier", "five|funf|fuenf", "six|sechs", "seven|sieben",
            "eight|acht", "nine|neun", "ten|zehn",
        ]
        return written.enumerated().reduce(into: [:]) { numbers, words in
            for word in words.element.split(separator: "|") { numbers[String(word)] = words.offset + 1 }
        }
    }()

    private mutating func take(_ kind: ShorthandToken.Kind, _ count: Int, text: String? = nil) -> ShorthandToken {
        let typed = String(rest.prefix(count))
        rest = rest.dropFirst(count)
        return ShorthandToken(kind: kind, text: text ?? typed, typed: typed, isSpaced: isSpaced)
    }

    private static func isNumeric(_ character: Character) -> Bool {
        character.decimalDigit != nil || ".,".contains(character) || DoseReading.glyphs[character] != nil
    }

    private static var patterns: [(ShorthandToken.Kind, Regex<Substring>)] {
        [
            (.date, /[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?![0-9\-])/),
            (.date, /[0-9]{1,2}\.[0-9]{1,2}\.[0-9]{2,4}(?![0-9])/),
            (.date, /[0-9]{1,2}\/[0-9]{1,2}\/[0-9]{2,4}(?![0-9])/), (.time, /[0-9]{1,2}:[0-9]{2}(?![0-9:])/),
        ]
    }
}
