import Foundation

/// Reads a typed dose value exactly: `1`, `2.5`, `½`, `2½`, `1/2`, `1 1/2`. Notations that have led to tenfold and
/// thousandfold errors are refused with what to write instead (ISMP, "List of Error-Prone Abbreviations"; Joint Commission,
/// "Do Not Use" list): `.5`, `1.0`, and `1,500` or `1.500` where the language parts thousands by that character.
package struct DoseReading: Sendable {
    private let language: Language
    private let field: String

    /// - Parameters:
    ///   - language: whose decimal separator the typist uses.
    ///   - field: the form field that problems are reported at.
    package init(_ language: Language, field: String) {
        self.language = language
        self.field = field
    }

    /// - Throws: `dosages.entry.…`, with the typed `word` as a value.
    package func value(_ text: String) throws(Problem) -> DoseValue {
        let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        guard let last = words.last, text.count <= 30 else { throw unreadable(text) }
        if words.count == 1 { return try single(last, in: text) }
        // "1 1/2"
        guard words.count == 2, let whole = Self.whole(words[0]), whole > 0, last.contains("/") || last.isFractionGlyph,
            let part = Self.fraction(last), part < .one, let sum = DoseValue(whole).flatMap({ $0 + part })
        else { throw unreadable(text) }
        return sum
    }

    private func single(_ word: String, in text: String) throws(Problem) -> DoseValue {
        if let fraction = Self.fraction(word) { return fraction }
        if let glyph = word.last, let part = Self.glyphs[glyph] {
            // "2½"
            guard let whole = Self.whole(String(word.dropLast())), let sum = DoseValue(whole).flatMap({ $0 + part })
            else {
                throw unreadable(text)
            }
            return sum
        }
        return try decimal(word)
    }

    private func decimal(_ word: String) throws(Problem) -> DoseValue {
        let parts = word.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }.map(String.init)
        guard (1...2).contains(parts.count), parts.allSatisfy({ $0.allSatisfy { $0.decimalDigit != nil } }),
            !word.isEmpty, parts.count == 1 || !parts[1].isEmpty
        else { throw unreadable(word) }
        let decimals = parts.count == 2 ? parts[1] : ""
        let separator = language == .german ? "," : "."
        if parts[0].isEmpty { throw problem("write-instead", word, better: "0\(separator)\(decimals)") }
        let grouping: Character = language == .german ? "." : ","
        // "10.000" is ten thousand to some and ten to others, whatever the language.
        if decimals.count == 3, word.contains(grouping) || decimals.hasSuffix("0") {
            throw Problem(
                field, "dosages.entry.ambiguous-separator",
                ["word": word, "one": parts[0] + decimals, "other": better(parts[0], decimals, separator)])
        }
        if decimals.hasSuffix("0") {
            throw problem("write-instead", word, better: better(parts[0], decimals, separator))
        }
        guard parts[0].count <= 9, decimals.count <= 6, let whole = Self.whole(parts[0]) else {
            throw problem("number-too-large", word)
        }
        let digits =
            Decimal(Self.whole(decimals) ?? 0) * Decimal(sign: .plus, exponent: -decimals.count, significand: 1)
        guard let value = DoseValue(Decimal(whole) + digits) else { throw problem("number-zero", word) }
        return value
    }

    /// Without needless zeros behind the separator.
    private func better(_ whole: String, _ decimals: String, _ separator: String) -> String {
        let kept = decimals.reversed().drop { $0 == "0" }.reversed()
        return kept.isEmpty ? whole : whole + separator + String(kept)
    }

    private func unreadable(_ text: String) -> Problem { problem("number-unreadable", text) }

    private func problem(_ name: String, _ word: String, better: String? = nil) -> Problem {
        let word = String(word.prefix(40))
        return Problem(field, "dosages.entry.\(name)", better.map { ["word": word, "better": $0] } ?? ["word": word])
    }

    /// "1/2" or "½"; the divisor is one that tablets are cut by.
    private static func fraction(_ word: String) -> DoseValue? {
        if word.count == 1, let glyph = word.first.flatMap({ glyphs[$0] }) { return glyph }
        let parts = word.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "⁄" }.map(String.init)
        guard parts.count == 2, let numerator = whole(parts[0]), let divisor = whole(parts[1]),
            (2...8).contains(divisor),
            numerator < 10
        else { return nil }
        return DoseValue(numerator, over: divisor)
    }

    private static func whole(_ digits: String) -> Int? {
        guard (1...9).contains(digits.count) else { return nil }
        var number = 0
        for character in digits {
            guard let digit = character.decimalDigit else { return nil }
            number = number * 10 + digit
        }
        return number
    }

    static let glyphs: [Character: DoseValue] = {
        let written: [(Character, Int, Int)] = [
            ("½", 1, 2), ("¼", 1, 4), ("¾", 3, 4), ("⅓", 1, 3), ("⅔", 2, 3), ("⅛", 1, 8), ("⅜", 3, 8), ("⅝", 5, 8),
            ("⅞", 7, 8),
        ]
        return written.reduce(into: [:]) { $0[$1.0] = DoseValue($1.1, over: $1.2) }
    }()
}

extension String {
    fileprivate var isFractionGlyph: Bool { count == 1 && first.flatMap { DoseReading.glyphs[$0] } != nil }
}
