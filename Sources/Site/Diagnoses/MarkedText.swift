import Clinic

/// A piece of a title; marked when it is what was searched for.
struct MarkedText: Sendable, Equatable {
    let text: String
    let marked: Bool

    /// Cuts a title so that each beginning of a word that a word of the query names is a marked piece.
    static func pieces(of title: String, query: DiagnosisQuery) -> [MarkedText] {
        guard !query.words.isEmpty else { return [MarkedText(text: title, marked: false)] }
        var pieces: [MarkedText] = []
        var plain = title.startIndex
        var position = title.startIndex
        while position < title.endIndex {
            guard isPartOfWord(title[position]) else {
                position = title.index(after: position)
                continue
            }
            let end = title[position...].firstIndex { !isPartOfWord($0) } ?? title.endIndex
            if let length = markedLength(of: title[position..<end], query: query) {
                if plain < position { pieces.append(MarkedText(text: String(title[plain..<position]), marked: false)) }
                plain = title.index(position, offsetBy: length)
                pieces.append(MarkedText(text: String(title[position..<plain]), marked: true))
            }
            position = end
        }
        if plain < title.endIndex { pieces.append(MarkedText(text: String(title[plain...]), marked: false)) }
        return pieces
    }

    /// How many characters of a word the query names; nil when it names none.
    private static func markedLength(of word: Substring, query: DiagnosisQuery) -> Int? {
        let folded = SearchText.folded(String(word))
        let named = query.words.filter { folded.hasPrefix($0) }.map(\.count).max()
        // Where folding changes the length, as ß does, characters cannot be matched one by one.
        return named.map { folded.count == word.count ? $0 : word.count }
    }

    private static func isPartOfWord(_ character: Character) -> Bool { character.isLetter || character.isNumber }
}
