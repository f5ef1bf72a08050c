/// Comma-separated values (RFC 4180) that a spreadsheet takes for words and nothing else.
enum CSV {
    /// What a file begins with, so that spreadsheets read it as UTF-8.
    static let start = "\u{FEFF}"

    /// A line with its end.
    static func row(_ cells: [String]) -> String { cells.map(cell).joined(separator: ",") + "\r\n" }

    /// With an apostrophe before what a spreadsheet would take for a formula (OWASP, "CSV Injection").
    static func cell(_ value: String) -> String {
        // By scalars: a quotation mark with a combining mark behind it is another character, and still ends a cell.
        let scalars = value.unicodeScalars
        let isFormula =
            scalars.first { !$0.properties.isWhitespace }.map { "=+-@".unicodeScalars.contains($0) } ?? false
        let safe = isFormula || scalars.first == "\t" || scalars.first == "\r" ? "'\(value)" : value
        guard safe.unicodeScalars.contains(where: { ",\"\n\r;\t".unicodeScalars.contains($0) }) else { return safe }
        var quoted = String.UnicodeScalarView("\"".unicodeScalars)
        for scalar in safe.unicodeScalars { quoted += scalar == "\"" ? [scalar, scalar] : [scalar] }
        return String(quoted) + "\""
    }
}
