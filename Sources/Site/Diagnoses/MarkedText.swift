import Clinic
import Rendering

/// A piece of a title; marked when it is what was searched for.
struct MarkedText: Sendable, Equatable {
    let text: String
    let marked: Bool

    /// A title as HTML with its marked pieces in `<mark>`, everything else escaped.
    static func html(_ title: String, query: DiagnosisQuery) -> String { html(title, words: query.words) }

    /// The same for words in any folded form.
    static func html(_ title: String, words: [String]) -> String {
        pieces(of: title, words: words)
            .map { $0.marked ? "<mark>\($0.text.htmlEscaped)</mark>" : $0.text.htmlEscaped }.joined()
    }

    /// Cuts a title so that each beginning of a word that a word of the query names is a marked piece.
    static func pieces(of title: String, query: DiagnosisQuery) -> [MarkedText] {
        pieces(of: title, words: query.words)
    }

    private static func pieces(of title: String, words: [String]) -> [MarkedText] {
        let scalars = title.unicodeScalars
        var pieces: [MarkedText] = []
        var plain = scalars.startIndex
        var position = scalars.startIndex
        while let begin = scalars[position...].firstIndex(where: SearchText.isPartOfWord) {
            position = scalars[begin...].firstIndex { !SearchText.isPartOfWord($0) } ?? scalars.endIndex
            guard let length = markedLength(of: scalars[begin..<position], words: words) else { continue }
            if plain < begin { pieces.append(MarkedText(text: String(scalars[plain..<begin]), marked: false)) }
            plain = scalars.index(begin, offsetBy: length)
            pieces.append(MarkedText(text: String(scalars[begin..<plain]), marked: true))
        }
        if plain < scalars.endIndex { pieces.append(MarkedText(text: String(scalars[plain...]), marked: false)) }
        return pieces
    }

    /// How many characters of a word the query names; nil when it names none.
    private static func markedLength(of word: Substring.UnicodeScalarView, words: [String]) -> Int? {
        let plain = Substring(word).utf8
        if plain.allSatisfy({ $0 < 0x80 }) {
            var longest: Int?
            for named in words where begins(plain, with: named.utf8) { longest = max(longest ?? 0, named.utf8.count) }
            return longest
        }
        let folded = SearchText.folded(String(word))
        let named = words.filter { folded.hasPrefix($0) }.map(\.unicodeScalars.count).max()
        // Where folding changes the length, as ß does, characters cannot be matched one by one.
        return named.map { folded.unicodeScalars.count == word.count ? $0 : word.count }
    }

    /// Whether a plain word begins with one that is folded already.
    private static func begins(_ word: Substring.UTF8View, with named: String.UTF8View) -> Bool {
        var place = word.startIndex
        for byte in named {
            guard place < word.endIndex else { return false }
            let small = (0x41...0x5A).contains(word[place]) ? word[place] + 0x20 : word[place]
            guard small == byte else { return false }
            place = word.index(after: place)
        }
        return true
    }
}
