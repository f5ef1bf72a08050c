import Clinic

/// A line of CMS's order file: columns 1–5 order number, 7–13 code, 15 heading (0) or billable (1), 17–76 short title,
/// from 78 the long title. ASCII, or UTF-8.
struct OrderLine: LineLayout {
    private var codes = CodeSet()

    mutating func row(of line: ArraySlice<UInt8>) throws(RowProblem.Reason) -> CodedTitle? {
        let columns = try FixedColumns(line)
        let digits = line.prefix { (0x30...0x39).contains($0) }.count
        // From the hundred thousandth row on the number needs a sixth column, if the publisher moves the others.
        guard (5...6).contains(digits) else { throw .malformed(column: "order") }
        let row = try Self.row(columns, from: digits + 1, flag: digits + 9)
        guard codes.insert(row.code) else { throw .duplicate(row.code) }
        return row
    }

    /// What the order file and its addenda share.
    /// - Parameters:
    ///   - code: where the code begins, from 0.
    ///   - flag: where the flag stands; the titles follow behind both.
    static func row(
        _ columns: FixedColumns, from code: Int, flag: Int
    ) throws(RowProblem.Reason) -> CodedTitle {
        let titles = max(code + 8, flag + 2)
        let isBillable =
            switch columns[flag..<flag + 1] {
            case "1": true
            case "0": false
            default: throw .malformed(column: "billable")
            }
        let short = columns[titles..<titles + 60]
        return CodedTitle(
            code: try ICD10.code(columns[code..<code + 7]), isBillable: isBillable,
            title: try ICD10.title(columns[titles + 61..<Int.max]), shortTitle: short.isEmpty ? nil : short)
    }
}

/// A line of CMS's codes file: columns 1–7 code, from 9 the title.
struct CodesLine: LineLayout {
    private var codes = CodeSet()

    mutating func row(of line: ArraySlice<UInt8>) throws(RowProblem.Reason) -> CodedTitle? {
        let columns = try FixedColumns(line)
        let code = try ICD10.code(columns[0..<7])
        guard codes.insert(code) else { throw .duplicate(code) }
        return CodedTitle(code: code, isBillable: true, title: try ICD10.title(columns[8..<Int.max]))
    }
}

/// The rules of ICD-10-CM codes and titles that all its files share.
enum ICD10 {
    /// A letter, then 2 to 6 letters or digits, one of the first two a digit: `A00`, `C4A`, `QA00`, `Z3A01`.
    static func isCode(_ text: some Collection<UInt8>) -> Bool {
        guard (3...7).contains(text.count), let first = text.first, (0x41...0x5A).contains(first) else { return false }
        return text.dropFirst().prefix(2).contains { (0x30...0x39).contains($0) }
            && text.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) }
    }

    static func code(_ text: String) throws(RowProblem.Reason) -> String {
        guard isCode(text.utf8) else { throw .malformed(column: "code") }
        return text
    }

    static func title(_ text: String) throws(RowProblem.Reason) -> String {
        let title = PlainText.cleaned(text)
        guard !title.isEmpty, title.utf8.count <= 4000, title.unicodeScalars.count <= 1000 else {
            throw .malformed(column: "title")
        }
        return title
    }
}
