import Clinic

/// What one record of a table means.
protocol TableLayout {
    associatedtype Row: Sendable
    /// - Returns: nil for a record that says nothing of use.
    mutating func row(of record: CSVRecord) throws(RowProblem.Reason) -> Row?
    /// How the records that have been read are encoded.
    var encoding: TextEncoding { get }
}

/// The rows of a part that is a table, behind its header.
struct TableRows<Layout: TableLayout>: CatalogReader {
    private var records: CSVRecords
    private var layout: Layout
    private let columns: Int
    private let header: TextEncoding
    private var budget: RowBudget
    private(set) var skipped = 0

    /// - Parameter head: of the table; the records behind it are read.
    init(_ records: CSVRecords, _ layout: Layout, behind head: TableHead, rows: Int) {
        self.records = records
        self.layout = layout
        columns = head.headers.count
        header = head.encoding
        budget = RowBudget(limit: rows)
    }

    var bytesRead: Int { records.bytesRead }
    /// The accents of a table may be in its header alone.
    var encoding: TextEncoding { layout.encoding == .utf8 ? header : layout.encoding }

    mutating func next() throws -> Result<(line: Int, row: Layout.Row), RowProblem>? {
        while let read = try records.next() {
            let number = records.number
            let row: Layout.Row?
            do throws(RowProblem.Reason) {
                let record = try read.get()
                if record.isBlank { continue }
                try checkCount(record)
                row = try layout.row(of: record)
            } catch {
                return try budget.take(.failure(RowProblem(line: number, reason: error)))
            }
            if let row { return try budget.take(.success((number, row))) }
            skipped += 1
        }
        return nil
    }

    /// Spreadsheets write empty values at the end of some rows and leave them out at the end of others.
    private func checkCount(_ record: CSVRecord) throws(RowProblem.Reason) {
        let found = (columns..<max(columns, record.count)).contains { !record[$0].isEmpty } || record.count < columns
        if found { throw .wrongColumnCount(expected: columns, found: record.count) }
    }
}

/// A table's separator and header.
struct TableHead {
    let separator: UInt8
    let headers: [String]
    /// How the header is encoded.
    let encoding: TextEncoding

    private static let separators: [UInt8] = [0x09, UInt8(ascii: ";"), UInt8(ascii: ","), UInt8(ascii: "|")]
    /// More columns than any list has.
    private static let columnLimit = 1_000

    /// Reads the head of a table: the separator is the one that the header has most of. Excel's `sep=;` on a line of its
    /// own says it outright.
    /// - Returns: nil where there is no header of at least two columns.
    init?(_ bytes: ArraySlice<UInt8>) throws {
        var best: (separator: UInt8, record: CSVRecord)?
        let stated = Self.stated(bytes)
        for separator in stated.map({ [$0] }) ?? Self.separators {
            var records = CSVRecords(MemoryBytes(bytes), separator: separator, limit: CatalogLimits.headBytes)
            guard let record = try Self.header(&records) else { continue }
            if record.count > (best?.record.count ?? 1) { best = (separator, record) }
        }
        guard let best, best.record.count <= Self.columnLimit else { return nil }
        separator = best.separator
        var decoding = TextDecoding(fallback: .windows1252)
        var headers: [String] = []
        for place in 0..<best.record.count {
            guard let text = try? decoding.text(best.record[place]) else { return nil }
            headers.append(String(PlainText.cleaned(text).prefix(200)))
        }
        // Empty columns at the end are no columns.
        while headers.last == "" { headers.removeLast() }
        guard headers.count > 1 else { return nil }
        self.headers = headers
        encoding = decoding.encoding
    }

    /// The header of a table, as the first record that is not blank and does not name the separator; the records behind it
    /// remain.
    static func header(_ records: inout CSVRecords) throws -> CSVRecord? {
        while let read = try records.next() {
            guard case .success(let record) = read else { return nil }
            if record.isBlank || isStatement(record.bytes[...]) { continue }
            return record
        }
        return nil
    }

    private static func isStatement(_ line: ArraySlice<UInt8>) -> Bool {
        line.count <= 5 && line.starts(with: "sep=".utf8)
    }

    private static func stated(_ bytes: ArraySlice<UInt8>) -> UInt8? {
        guard bytes.starts(with: "sep=".utf8), let separator = bytes.dropFirst(4).first else { return nil }
        return separators.contains(separator) ? separator : nil
    }
}
