import Clinic

extension CatalogFile {
    /// Pairs of medicines that do each other harm.
    /// - Parameter columns: nil: as ``columns(_:)`` guesses.
    /// - Throws: ``FileProblem``.
    package func interactions(
        _ part: CatalogPart, columns: ColumnMatching? = nil
    ) throws -> any CatalogReader<ListedInteraction> {
        guard part.layout == .interactionTable else { throw WrongReader(layout: part.layout) }
        return try table(part, columns) { InteractionTable($0) }
    }

    /// Practices of therapists. Text that is not UTF-8 is taken for Windows-1252.
    /// - Parameter columns: of a table; nil: as ``columns(_:)`` guesses.
    /// - Throws: ``FileProblem``.
    package func practices(
        _ part: CatalogPart, columns: ColumnMatching? = nil
    ) throws -> any CatalogReader<ListedPractice> {
        switch part.layout {
        case .nppes:
            var (records, header) = try records(part)
            guard let record = try TableHead.header(&records) else { throw FileProblem.wrongFormat(missing: "header") }
            return TableRows(
                records, try NPPESRecord(header: record), behind: header, rows: limits.rows)
        case .practiceTable: return try table(part, columns) { PracticeTable($0) }
        default: throw WrongReader(layout: part.layout)
        }
    }

    /// The header of a table and which column means what by its words; nil for a part without columns to choose.
    /// - Throws: ``FileProblem``.
    package func columns(_ part: CatalogPart) throws -> ColumnMatching? {
        guard !ColumnMatching.needed(by: part.layout).isEmpty else { return nil }
        return TableRecognition(try records(part).head.headers)?.matching
    }

    /// The header and the first rows of a table; nil for a part without columns to choose.
    /// - Throws: ``FileProblem``.
    package func sample(_ part: CatalogPart, rows limit: Int = 5) throws -> TableSample? {
        guard let matching = try columns(part) else { return nil }
        var (records, head) = try records(part)
        _ = try TableHead.header(&records)
        var decoding = TextDecoding(fallback: .windows1252)
        var rows: [[String]] = []
        while rows.count < limit, let read = try records.next() {
            guard case .success(let record) = read, !record.isBlank else { continue }
            rows.append(
                head.headers.indices.map { place in
                    String(Substances.clean(decoding.shown(record[place])).prefix(200))
                })
        }
        return TableSample(matching: matching, rows: rows)
    }

    func table<Layout: TableLayout>(
        _ part: CatalogPart, _ chosen: ColumnMatching?, _ layout: (ColumnMatching) -> Layout
    ) throws -> TableRows<Layout> {
        guard let matching = try chosen ?? columns(part) else { throw FileProblem.wrongFormat(missing: "header") }
        var (records, head) = try records(part)
        guard matching.headers == head.headers, matching.isComplete(for: part.layout) else {
            throw FileProblem.wrongFormat(missing: "columns")
        }
        _ = try TableHead.header(&records)
        return TableRows(records, layout(matching), behind: head, rows: limits.rows)
    }

    /// The records of a table from its header on, and what the header is.
    private func records(_ part: CatalogPart) throws -> (records: CSVRecords, head: TableHead) {
        var source = try bytes(part)
        var beginning: [UInt8] = []
        while beginning.count < CatalogLimits.headBytes, let piece = try source.next() { beginning += piece }
        let start = beginning.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        guard let head = try TableHead(beginning[start...]) else { throw FileProblem.wrongFormat(missing: "header") }
        return (CSVRecords(try bytes(part), separator: head.separator, limit: limits.recordBytes), head)
    }
}

extension TextDecoding {
    /// Text for a preview, whatever the bytes are.
    fileprivate mutating func shown(_ bytes: ArraySlice<UInt8>) -> String {
        do throws(RowProblem.Reason) {
            return try text(bytes)
        } catch {
            return String(decoding: bytes, as: UTF8.self)
        }
    }
}
