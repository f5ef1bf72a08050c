import Clinic

/// A line whose values stand at fixed columns. In ASCII a column is a byte; a line with accents is counted in characters
/// as its publisher would.
struct FixedColumns {
    private let bytes: ArraySlice<UInt8>
    private let scalars: [Unicode.Scalar]?

    /// - Throws: ``RowProblem/Reason/notText`` unless the line is UTF-8.
    init(_ line: ArraySlice<UInt8>) throws(RowProblem.Reason) {
        bytes = line
        if line.isASCII {
            scalars = nil
        } else {
            guard let text = String(validating: line, as: UTF8.self) else { throw .notText }
            scalars = Array(text.unicodeScalars)
        }
    }

    /// The line as text that is known already.
    init(_ text: String) {
        bytes = Array(text.utf8)[...]
        scalars = bytes.isASCII ? nil : Array(text.unicodeScalars)
    }

    /// The value in columns counted from 0, without spaces around it; empty beyond the line's end.
    subscript(_ columns: Range<Int>) -> String {
        if let scalars {
            let columns = columns.clamped(to: 0..<scalars.count)
            var text = String.UnicodeScalarView()
            text.append(contentsOf: scalars[columns])
            return PlainText.cleaned(String(text))
        }
        let columns = columns.clamped(to: 0..<bytes.count)
        let value = bytes[bytes.startIndex + columns.lowerBound..<bytes.startIndex + columns.upperBound].trimmed
        return String(decoding: value, as: UTF8.self)
    }
}

/// Codes, each packed into one number: up to 8 characters of ASCII.
struct CodeSet {
    private var codes: Set<UInt64> = []
    var count: Int { codes.count }

    /// False when the code is there already.
    @discardableResult
    mutating func insert(_ code: String) -> Bool { codes.insert(Self.packed(code)).inserted }

    func contains(_ code: String) -> Bool { codes.contains(Self.packed(code)) }

    /// The length of the longest beginning of a code, shorter than itself, that is a code too.
    /// - Parameter shortest: how long it has to be at least.
    func beginning(of code: String, from shortest: Int) -> Int? {
        var beginning = Self.packed(code)
        var length = code.utf8.count
        while length > shortest {
            beginning >>= 8
            length -= 1
            if codes.contains(beginning) { return length }
        }
        return nil
    }

    private static func packed(_ code: String) -> UInt64 { code.utf8.reduce(0) { $0 << 8 | UInt64($1) } }
}
