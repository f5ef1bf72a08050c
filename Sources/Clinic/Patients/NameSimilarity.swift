extension PersonName {
    /// Whether two names may be one person's: the same words in any order, with small typing errors, an initial for a
    /// name, or names left out. For people who already share a birth date or a phone number; never a proof.
    package func resembles(_ other: PersonName) -> Bool {
        let mine = Array(searchWords.prefix(Self.comparedWords))
        let theirs = Array(other.searchWords.prefix(Self.comparedWords))
        let (shorter, longer) = mine.count <= theirs.count ? (mine, theirs) : (theirs, mine)
        guard !shorter.isEmpty else { return false }
        // "Anna-Lena" and "Annalena" differ in words only.
        if mine.count != theirs.count, Self.isClose(mine.joined(), theirs.joined()) { return true }
        return Self.allWords(of: shorter, findPartnersIn: longer)
    }

    private static let comparedWords = 8

    private static func allWords(of shorter: [String], findPartnersIn longer: [String]) -> Bool {
        var free = longer
        // The exact ones first, so that a near one does not take an exact one's partner.
        let inexact = shorter.filter { word in
            guard let index = free.firstIndex(of: word) else { return true }
            free.remove(at: index)
            return false
        }
        let unmatched = inexact.filter { word in
            guard let index = free.firstIndex(where: { isClose(word, $0) || isInitial(word, $0) }) else { return true }
            free.remove(at: index)
            return false
        }
        return unmatched.isEmpty && shorter.contains { $0.count > 1 }
    }

    private static func isInitial(_ one: String, _ other: String) -> Bool {
        (one.count == 1 && other.hasPrefix(one)) || (other.count == 1 && one.hasPrefix(other))
    }

    /// Short words must be equal; 4 to 7 letters may differ by one error, longer ones by two.
    private static func isClose(_ one: String, _ other: String) -> Bool {
        let length = max(one.count, other.count)
        let allowed = length < 4 ? 0 : length < 8 ? 1 : 2
        return EditDistance.between(one, other, upTo: allowed) != nil
    }
}

/// How many typing errors lie between two words.
enum EditDistance {
    /// Letters added, left out or changed, and neighbours swapped (optimal string alignment); nil when more than
    /// `limit`. Compares at most 60 characters.
    static func between(_ one: String, _ other: String, upTo limit: Int) -> Int? {
        let (rows, columns) = (Array(one.prefix(60)), Array(other.prefix(60)))
        guard abs(rows.count - columns.count) <= limit else { return nil }
        var beforeLast: [Int] = []
        var last = Array(0...columns.count)
        for row in rows.indices {
            var current = [row + 1]
            for column in columns.indices {
                let change = last[column] + (rows[row] == columns[column] ? 0 : 1)
                var best = min(change, last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, rows[row] == columns[column - 1], rows[row - 1] == columns[column] {
                    best = min(best, beforeLast[column - 1] + 1)
                }
                current.append(best)
            }
            (beforeLast, last) = (last, current)
        }
        let distance = last[columns.count]
        return distance <= limit ? distance : nil
    }
}
