/// What somebody typed to find a diagnosis, taken apart. Anything may be typed; what is not a letter or a digit only
/// separates words.
package struct DiagnosisQuery: Hashable, Sendable {
    /// More than this many Unicode scalars are not looked at.
    package static let scalarLimit = 200
    /// More words than this are not looked at.
    package static let wordLimit = 12

    /// The whole text as the beginning of a code, without dots, in capitals; nil when it cannot be one.
    package let codePrefix: String?
    /// Folded words in the order typed, each once. A code written with its dot is one word.
    package let words: [String]

    package init(typed: String) {
        let text = String(String.UnicodeScalarView(typed.unicodeScalars.prefix(Self.scalarLimit)))
        let pieces = text.split { $0.isWhitespace || $0 == "\0" }
        codePrefix = pieces.count == 1 ? Self.code(pieces[0]) : nil
        var words: [String] = []
        for word in pieces.flatMap(Self.words(ofPiece:)) where !words.contains(word) { words.append(word) }
        self.words = Array(words.prefix(Self.wordLimit))
    }

    init(words: [String]) {
        codePrefix = nil
        self.words = words
    }

    /// Nothing that could be looked up.
    package var isEmpty: Bool { words.isEmpty }

    /// The query without "of", "the" and the like, which titles leave out; nil when there are none or nothing is left.
    package var withoutSmallWords: DiagnosisQuery? {
        let kept = words.filter { !Self.smallWords.contains($0) }
        return kept.isEmpty || kept.count == words.count ? nil : DiagnosisQuery(words: kept)
    }

    /// The side that is typed and the query without it: "frozen shoulder left". Nil when no side is typed or nothing
    /// else is.
    package var side: (side: BodySide, rest: DiagnosisQuery)? {
        guard let side = words.lazy.compactMap({ Self.sideWords[$0] }).first else { return nil }
        let rest = words.filter { Self.sideWords[$0] == nil }
        return rest.isEmpty ? nil : (side, DiagnosisQuery(words: rest))
    }

    /// The one word that is the beginning of a code, of three characters at least with a digit among them, and the query
    /// without it: "m54.1 lumbar". Nil when there is none or nothing else.
    package var codeAmongWords: (prefix: String, rest: DiagnosisQuery)? {
        let code = words.first { $0.utf8.count >= 3 && $0.contains(where: \.isNumber) }
        guard let code, let prefix = DiagnosisCode.normalized(code) else { return nil }
        let rest = words.filter { $0 != code }
        return rest.isEmpty ? nil : (prefix, DiagnosisQuery(words: rest))
    }

    /// Whether each word of the query begins a word of a title.
    package func matches(_ title: String) -> Bool {
        // Titles are plain but for a few; those few may take their time.
        let isPlain = title.utf8.allSatisfy { $0 < 0x80 }
        let folded = isPlain ? title : SearchText.words(title).joined(separator: " ")
        return words.allSatisfy { Self.begins(a: folded.utf8, with: $0.utf8) }
    }

    /// Whether some word of a text of plain letters begins with a word in small letters.
    private static func begins(a text: String.UTF8View, with word: String.UTF8View) -> Bool {
        var isInside = false
        for index in text.indices {
            let isWord = isLetterOrDigit(text[index])
            defer { isInside = isWord }
            guard isWord, !isInside else { continue }
            if text[index...].lazy.map(smallLetter).starts(with: word) { return true }
        }
        return false
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(smallLetter(byte)) || byte >= 0x80
    }

    private static func smallLetter(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte + 0x20 : byte }

    /// A piece with its trailing placeholder gone, as "M54.-" is written in books.
    private static func code(_ piece: Substring) -> String? {
        DiagnosisCode.normalized(piece.hasSuffix("-") ? String(piece.dropLast()) : String(piece))
    }

    private static func words(ofPiece piece: Substring) -> [String] {
        if piece.dropFirst().dropLast().contains("."), let code = code(piece), code.contains(where: \.isNumber) {
            return [code.lowercased()]
        }
        return SearchText.words(String(piece))
    }

    private static let smallWords: Set<String> = [
        "a", "an", "and", "at", "by", "for", "from", "in", "into", "my", "of", "on", "or", "the", "to", "with",
    ]

    private static let sideWords: [String: BodySide] = [
        "right": .right, "rechts": .right, "rechte": .right, "rechter": .right, "rechtes": .right, "rechten": .right,
        "left": .left, "links": .left, "linke": .left, "linker": .left, "linkes": .left, "linken": .left,
        "both": .both, "bilateral": .both, "beide": .both, "beidseits": .both, "beidseitig": .both, "bds": .both,
    ]
}
