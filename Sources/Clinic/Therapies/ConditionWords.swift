/// A condition or allergy in free words, as it is searched for what it names.
///
/// A denial takes a word away only where nothing else can be meant, because one question too many does less harm than one too
/// few: "no", "denies" or "kein" stands directly before it, or with words such as "known" or "history of" between; nothing
/// follows in the same part of the sentence but perhaps "present" or "implanted"; and no question mark stands anywhere. "Without"
/// and "ohne" have to begin their part besides, or to follow nothing but an illness that people have with and without a device:
/// "asystole without pacemaker" is said of somebody who has one, "heart failure without pacemaker" is not.
struct ConditionWords: Sendable {
    private struct Word: Sendable {
        let text: String
        /// Whether punctuation stands before it, or nothing.
        let beginsPart: Bool
    }

    private let words: [Word]
    private let asks: Bool

    private static let denials: Set<String> = ["no", "denies", "denied", "kein", "keine", "keinen"]
    /// Denials that say so only at the beginning, or behind one of ``illnesses``.
    private static let openingDenials: Set<String> = ["without", "ohne"]
    /// What is the same illness with a device and without. Never what only shows while there is none, such as a slow pulse.
    private static let illnesses: Set<String> = [
        "heart failure", "atrial fibrillation", "herzinsuffizienz", "vorhofflimmern",
    ]
    /// What may stand before such an illness.
    private static let adjectives: Set<String> = ["chronic", "congestive", "permanent", "chronische", "permanentes"]
    /// What may stand between a denial and what it denies.
    private static let between: Set<String> = [
        "known", "any", "history", "of", "prior", "previous", "bekannte", "bekannten", "bekannter", "bekanntes",
    ]
    /// What may follow what is denied.
    private static let after: Set<String> = ["present", "implanted", "known", "bekannt", "vorhanden", "implantiert"]
    /// What takes a denial back.
    private static let reversals: Set<String> = ["not", "nicht", "never", "nie"]

    init(_ text: String) {
        var words: [Word] = []
        var word = ""
        var beginsPart = true
        var wasPunctuation = true
        for character in text.lowercased() {
            if character.isLetter || character.isNumber {
                if word.isEmpty { beginsPart = wasPunctuation }
                word.append(character)
                wasPunctuation = false
                continue
            }
            if !word.isEmpty { words.append(Word(text: word, beginsPart: beginsPart)) }
            word = ""
            if !character.isWhitespace, !"'’".contains(character) { wasPunctuation = true }
        }
        if !word.isEmpty { words.append(Word(text: word, beginsPart: beginsPart)) }
        self.words = words
        asks = text.contains("?")
    }

    /// Whether a word begins with `sign`, and is not denied. A sign of several words is found with any punctuation between.
    /// - Parameters:
    ///   - sign: in lower case, its words with a space between.
    ///   - exceptions: written as `sign` is; where one of them stands, what is inside of it does not count.
    func say(_ sign: String, except exceptions: [String] = []) -> Bool {
        let found = places(of: sign).filter { !isDenied($0) }
        guard !found.isEmpty, !exceptions.isEmpty else { return !found.isEmpty }
        let others = exceptions.flatMap { places(of: $0) }
        return !found.allSatisfy { place in
            others.contains { $0.contains(place.lowerBound) && $0.contains(place.upperBound) }
        }
    }

    private func places(of sign: String) -> [ClosedRange<Int>] {
        let parts = sign.split(separator: " ").map(String.init)
        guard let last = parts.last, words.count >= parts.count else { return [] }
        return (0...words.count - parts.count).compactMap { start in
            let end = start + parts.count - 1
            let isThere =
                zip(words[start..<end], parts).allSatisfy { $0.text == $1 } && words[end].text.hasPrefix(last)
            return isThere ? start...end : nil
        }
    }

    private func isDenied(_ range: ClosedRange<Int>) -> Bool {
        guard !asks, !range.dropFirst().contains(where: { words[$0].beginsPart }), endsPart(after: range.upperBound)
        else {
            return false
        }
        var place = range.lowerBound
        // Each step backwards stays in the same part of the sentence.
        while place > 0, !words[place].beginsPart {
            place -= 1
            let text = words[place].text
            if Self.between.contains(text) { continue }
            if Self.openingDenials.contains(text) { return words[place].beginsPart || followsIllness(place) }
            guard Self.denials.contains(text) else { return false }
            return place == 0 || !Self.reversals.contains(words[place - 1].text)
        }
        return false
    }

    /// Whether all that stands before a word in its part of the sentence is an illness.
    private func followsIllness(_ place: Int) -> Bool {
        guard let start = words[..<place].lastIndex(where: \.beginsPart) else { return false }
        let before = words[start..<place].map(\.text).drop(while: Self.adjectives.contains)
        return Self.illnesses.contains(before.joined(separator: " "))
    }

    private func endsPart(after place: Int) -> Bool {
        for next in words[(place + 1)...] {
            if next.beginsPart { return true }
            guard Self.after.contains(next.text) else { return false }
        }
        return true
    }
}
