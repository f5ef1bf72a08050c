/// A word that may be typed wrongly by one letter: one too many, one missing, one wrong, or two swapped (the
/// Damerau-Levenshtein distance of 1).
package struct Misspelling: Sendable {
    /// Shorter words could mean too much.
    package static let shortestWord = 4
    /// From here on the beginning of a word is guessed too, while it is still being typed.
    package static let shortestBeginning = 5

    /// How a word may be meant by what was typed.
    package enum Closeness: Hashable, Sendable {
        /// The word itself is one letter off.
        case whole
        /// A beginning of the word is one letter off.
        case beginning
    }

    private let typed: [UInt8]

    /// - Parameter typed: folded, as ``SearchText/words(_:)`` gives it. Nil for a word that is too short to guess at, or
    ///   has anything but the letters a–z: digits are meant as typed.
    package init?(_ typed: String) {
        let bytes = Array(typed.utf8)
        guard bytes.count >= Self.shortestWord, bytes.count <= 40,
            bytes.allSatisfy({ (0x61...0x7A).contains($0) })
        else { return nil }
        self.typed = bytes
    }

    /// How what was typed may mean a word; nil when it cannot, or when the word begins with what was typed, which is no
    /// misspelling.
    /// - Parameter word: folded.
    package func closeness(to word: Substring.UTF8View) -> Closeness? {
        // Contiguous memory: this runs over the whole vocabulary while somebody waits.
        let found = word.withContiguousStorageIfAvailable { closeness(of: $0) }
        return found ?? Array(word).withUnsafeBufferPointer { closeness(of: $0) }
    }

    private func closeness(of word: UnsafeBufferPointer<UInt8>) -> Closeness? {
        typed.withUnsafeBufferPointer { typed in
            guard word.count + 1 >= typed.count else { return nil }
            var same = 0
            while same < typed.count, same < word.count, typed[same] == word[same] { same += 1 }
            guard same < typed.count else { return nil }
            // After the first difference everything has to agree, in one of four ways.
            let edits: [(typed: Int, word: Int)] = [(1, 1), (1, 0), (0, 1)]
            var isBeginning = false
            for edit in edits {
                guard let rest = Self.rest(typed, same + edit.typed, of: word, same + edit.word) else { continue }
                if rest == 0 { return .whole }
                isBeginning = true
            }
            if same + 1 < typed.count, same + 1 < word.count, typed[same] == word[same + 1],
                typed[same + 1] == word[same], let rest = Self.rest(typed, same + 2, of: word, same + 2)
            {
                if rest == 0 { return .whole }
                isBeginning = true
            }
            return isBeginning && typed.count >= Self.shortestBeginning ? .beginning : nil
        }
    }

    /// How many letters of the word are left behind what was typed; nil when the two disagree.
    private static func rest(
        _ typed: UnsafeBufferPointer<UInt8>, _ start: Int, of word: UnsafeBufferPointer<UInt8>, _ wordStart: Int
    ) -> Int? {
        let length = typed.count - start
        guard word.count - wordStart >= length else { return nil }
        for offset in 0..<max(0, length) where typed[start + offset] != word[wordStart + offset] { return nil }
        return word.count - wordStart - length
    }
}
