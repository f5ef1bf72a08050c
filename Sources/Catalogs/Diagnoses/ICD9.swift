import Clinic

/// The rules of ICD-9-CM diagnosis codes.
enum ICD9 {
    /// In characters; long titles are told from short ones by it.
    static let longestShortTitle = 24

    /// Three digits, `V` and two, or `E` and three; then up to two (after `E` one) more: `042`, `25000`, `V4365`, `E8889`.
    static func isCode(_ text: some Collection<UInt8>) -> Bool {
        guard (3...5).contains(text.count), let first = text.first else { return false }
        let isLetter = first == UInt8(ascii: "V") || first == UInt8(ascii: "E")
        guard isLetter || (0x30...0x39).contains(first) else { return false }
        if first == UInt8(ascii: "E"), text.count < 4 { return false }
        return text.dropFirst().allSatisfy { (0x30...0x39).contains($0) }
    }
}

/// A line of ICD-9-CM diagnoses as CMS publishes them: columns 1–5 code, from 7 the title; ISO-8859-1, or UTF-8.
struct ICD9Line: LineLayout {
    private var codes = CodeSet()
    private var decoding = TextDecoding(fallback: .latin1)
    /// Titles of the other file by code.
    private let shortTitles: [String: String]

    init(shortTitles: [String: String] = [:]) { self.shortTitles = shortTitles }

    var encoding: TextEncoding { decoding.encoding }

    mutating func row(of line: ArraySlice<UInt8>) throws(RowProblem.Reason) -> CodedTitle? {
        let columns = FixedColumns(try decoding.text(line))
        let code = columns[0..<5]
        guard ICD9.isCode(code.utf8) else {
            let isShort = (1...2).contains(code.utf8.count) && code.utf8.allSatisfy { (0x30...0x39).contains($0) }
            throw isShort ? .lostZeros(code) : .malformed(column: "code")
        }
        guard columns[5..<6].isEmpty else { throw .malformed(column: "code") }
        let title = try ICD10.title(columns[6..<Int.max])
        guard codes.insert(code) else { throw .duplicate(code) }
        return CodedTitle(code: code, isBillable: true, title: title, shortTitle: shortTitles[code])
    }
}
