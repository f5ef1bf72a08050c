import Clinic
import Testing

@Suite("Words typed wrongly by one letter")
struct MisspellingTests {
    private func closeness(_ typed: String, _ word: String) -> Misspelling.Closeness? {
        Misspelling(typed)?.closeness(to: Substring(word).utf8)
    }

    @Test(
        "one letter wrong, missing, too many or swapped means the word",
        arguments: [
            ("lisinipril", "lisinopril"), ("lisnopril", "lisinopril"), ("lisinoprill", "lisinopril"),
            ("lisinorpil", "lisinopril"), ("isinopril", "lisinopril"), ("ilsinopril", "lisinopril"),
            ("kisinopril", "lisinopril"), ("lisinopri", "lisinoprix"), ("lisinoprli", "lisinopril"),
            ("asprin", "aspirin"), ("xanx", "xanax"), ("zocorr", "zocor"),
        ])
    func whole(typed: String, word: String) {
        let isBeginning = word.hasPrefix(typed)
        #expect(closeness(typed, word) == (isBeginning ? nil : .whole))
    }

    @Test(
        "the beginning of a word may be one letter off while it is typed",
        arguments: [
            ("lisini", "lisinopril"), ("metfrom", "metformin"), ("mtefo", "metformin"), ("lsino", "lisinopril"),
        ])
    func beginning(typed: String, word: String) {
        #expect(closeness(typed, word) == .beginning)
    }

    @Test(
        "two letters off, too short, with digits, or simply its beginning: no misspelling",
        arguments: [
            ("lisinipryl", "lisinopril"), ("lisinopril", "lisinopril"), ("lisin", "lisinopril"), ("lis", "lisinopril"),
            ("xax", "xanax"), ("b112", "b12"), ("", "zocor"), ("simvastatin", "zocor"), ("zocor", ""), ("zocor", "z"),
            ("zocorxx", "zocor"), ("lisx", "lisinopril"),
        ])
    func none(typed: String, word: String) {
        #expect(closeness(typed, word) == nil)
    }

    /// Held against the textbook's table for every pair of short words over three letters.
    @Test("agrees with the distance as the textbook computes it")
    func textbook() {
        let words = Self.words(upTo: 5).filter { $0.count >= 4 }
        var wrong: [String] = []
        for typed in words {
            for word in Self.words(upTo: 5) where !word.hasPrefix(typed) {
                let isWhole = closeness(typed, word) == .whole
                if isWhole != (Self.distance(Array(typed), Array(word)) == 1) { wrong.append("\(typed) \(word)") }
            }
        }
        #expect(wrong.prefix(10) == [])
    }

    private static func words(upTo length: Int) -> [String] {
        var all = [""]
        var last = [""]
        for _ in 0..<length {
            last = last.flatMap { word in ["a", "b", "c"].map { word + $0 } }
            all += last
        }
        return all
    }

    /// Optimal string alignment.
    private static func distance(_ a: [Character], _ b: [Character]) -> Int {
        var table = (0...a.count).map { row in (0...b.count).map { row == 0 ? $0 : $0 == 0 ? row : 0 } }
        guard !a.isEmpty, !b.isEmpty else { return max(a.count, b.count) }
        for i in 1...a.count {
            for j in 1...b.count {
                let cost = a[i - 1] == b[j - 1] ? 0 : 1
                table[i][j] = min(table[i - 1][j] + 1, table[i][j - 1] + 1, table[i - 1][j - 1] + cost)
                if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
                    table[i][j] = min(table[i][j], table[i - 2][j - 2] + 1)
                }
            }
        }
        return table[a.count][b.count]
    }
}
