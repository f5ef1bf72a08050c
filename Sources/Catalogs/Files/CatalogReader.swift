import Clinic

/// Reads the rows of one part, one at a time: memory does not grow with the file.
package protocol CatalogReader<Row> {
    associatedtype Row: Sendable

    /// The next row with the number of the line where it begins (counted from 1, as editors do), or why a line is none;
    /// nil at the end.
    /// - Throws: ``FileProblem`` when nothing more can be read.
    mutating func next() throws -> Result<(line: Int, row: Row), RowProblem>?

    /// Unpacked bytes of the part that have been taken so far, for progress.
    var bytesRead: Int { get }

    /// Lines that are right but say nothing of use, such as a provider who is no therapist.
    var skipped: Int { get }

    /// How the text that has been read so far is encoded, where the part does not state it itself.
    var encoding: TextEncoding { get }
}

extension CatalogReader {
    /// What most layouts allow alone.
    package var encoding: TextEncoding { .utf8 }
}

/// What one line of a layout without quotation marks means.
protocol LineLayout {
    associatedtype Row: Sendable
    /// - Returns: nil for a line that says nothing of use.
    mutating func row(of line: ArraySlice<UInt8>) throws(RowProblem.Reason) -> Row?
    /// How the lines that have been read are encoded.
    var encoding: TextEncoding { get }
}

extension LineLayout {
    var encoding: TextEncoding { .utf8 }
}

/// The rows of a part of which every line is a row.
struct LineRows<Layout: LineLayout>: CatalogReader {
    private var lines: ByteLines
    private var layout: Layout
    private var budget: RowBudget
    private(set) var skipped = 0

    init(_ lines: ByteLines, _ layout: Layout, rows: Int) {
        self.lines = lines
        self.layout = layout
        budget = RowBudget(limit: rows)
    }

    var bytesRead: Int { lines.bytesRead }
    var encoding: TextEncoding { layout.encoding }

    mutating func next() throws -> Result<(line: Int, row: Layout.Row), RowProblem>? {
        while let line = try lines.next() {
            let number = lines.number
            let row: Layout.Row?
            do throws(RowProblem.Reason) {
                let bytes = try line.get()
                // Empty lines stand between and behind the rows of many files.
                if bytes.isBlank { continue }
                row = try layout.row(of: bytes)
            } catch {
                return try budget.take(.failure(RowProblem(line: number, reason: error)))
            }
            if let row { return try budget.take(.success((number, row))) }
            skipped += 1
        }
        return nil
    }
}

/// Counts rows up to a limit.
struct RowBudget {
    let limit: Int
    private var taken = 0

    init(limit: Int) { self.limit = limit }

    /// Hands a row or a problem on.
    /// - Throws: ``FileProblem/tooManyRows(limit:)``.
    mutating func take<Row>(_ row: Row) throws(FileProblem) -> Row {
        guard taken < limit else { throw FileProblem.tooManyRows(limit: limit) }
        taken += 1
        return row
    }
}
