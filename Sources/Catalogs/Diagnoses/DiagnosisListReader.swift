import Clinic

/// Reads one of the formats in which code lists are published, row by row. A format is a type of its own; what is true of
/// every list (no code twice, no child without its parent) is ``DiagnosisListAssembly``'s.
package protocol DiagnosisListReader {
    /// The release the file says it is.
    var release: CatalogRelease { get }

    /// The next row with the number of its line, or why a line is none; nil at the end.
    /// - Throws: ``FileProblem``.
    mutating func next() throws -> Result<(line: Int, row: DiagnosisRow), RowProblem>?
}

/// Everything a file of codes gave: the rows that are right, and the first of those that are not.
package struct DiagnosisListAssembly: Sendable {
    /// More rows than any code list has.
    package static let rowLimit = 1_000_000
    /// How many problems are kept with their reason; all are counted.
    package static let problemLimit = 1_000

    package let catalog: DiagnosisCatalog
    package let problems: [RowProblem]
    package let problemCount: Int

    /// Reads to the end.
    /// - Throws: ``FileProblem``.
    package init(_ reader: consuming some DiagnosisListReader) throws {
        var rows: [DiagnosisRow] = []
        var codes: Set<String> = []
        var problems: [RowProblem] = []
        var problemCount = 0
        while let read = try reader.next() {
            do throws(RowProblem) {
                let (line, row) = try read.get()
                if let parent = row.parent, !codes.contains(parent) {
                    throw RowProblem(line: line, reason: .unknownParent(parent))
                }
                guard codes.insert(row.code).inserted else {
                    throw RowProblem(line: line, reason: .duplicate(row.code))
                }
                guard rows.count < Self.rowLimit else { break }
                rows.append(row)
            } catch {
                problemCount += 1
                if problems.count < Self.problemLimit { problems.append(error) }
            }
        }
        guard rows.count < Self.rowLimit else { throw FileProblem.tooManyRows(limit: Self.rowLimit) }
        catalog = DiagnosisCatalog(release: reader.release, rows: rows)
        self.problems = problems
        self.problemCount = problemCount
    }
}
