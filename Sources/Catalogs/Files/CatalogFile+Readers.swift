import Clinic

/// A reader was asked for rows that a part of its layout has none of: a mistake of the program.
struct WrongReader: Error {
    let layout: CatalogLayout
}

extension CatalogFile {
    /// The codes and titles of an order file, a codes file or an ICD-9-CM list.
    /// - Throws: ``FileProblem``.
    package func codes(_ part: CatalogPart) throws -> any CatalogReader<CodedTitle> {
        switch part.layout {
        case .icd10cmOrder: LineRows(try lines(part), OrderLine(), rows: limits.rows)
        case .icd10cmCodes: LineRows(try lines(part), CodesLine(), rows: limits.rows)
        case .icd9cmShort: LineRows(try lines(part), ICD9Line(), rows: limits.rows)
        case .icd9cmLong:
            LineRows(try lines(part), ICD9Line(shortTitles: try shortTitles(beside: part)), rows: limits.rows)
        default: throw WrongReader(layout: part.layout)
        }
    }

    /// The lines of an addenda file.
    /// - Throws: ``FileProblem``.
    package func changes(_ part: CatalogPart) throws -> any CatalogReader<CodeChange> {
        guard part.layout == .icd10cmAddenda else { throw WrongReader(layout: part.layout) }
        return LineRows(try lines(part), AddendaLine(), rows: limits.rows)
    }

    /// What the tabular list says of codes.
    /// - Throws: ``FileProblem``.
    package func notes(_ part: CatalogPart) throws -> any CatalogReader<CodeNotes> {
        guard part.layout == .icd10cmTabular else { throw WrongReader(layout: part.layout) }
        return try TabularList(try bytes(part), limits: limits)
    }

    /// The rows of General Equivalence Mappings.
    /// - Throws: ``FileProblem``.
    package func equivalences(_ part: CatalogPart) throws -> any CatalogReader<CodeEquivalence> {
        switch part.layout {
        case .gemsFromICD10: LineRows(try lines(part), EquivalenceLine(source: .icd10cm), rows: limits.rows)
        case .gemsFromICD9: LineRows(try lines(part), EquivalenceLine(source: .icd9cm), rows: limits.rows)
        default: throw WrongReader(layout: part.layout)
        }
    }

    /// Where postal codes lie.
    /// - Throws: ``FileProblem``.
    package func places(_ part: CatalogPart) throws -> any CatalogReader<PostalArea> {
        let lines = try lines(part)
        switch part.layout {
        case .gazetteer:
            return try LineRows(behind: lines, rows: limits.rows) { GazetteerLine(header: $0) }
        case .geoNames: return LineRows(lines, GeoNamesLine(), rows: limits.rows)
        case .zipAreas: return try LineRows(behind: lines, rows: limits.rows) { ZIPAreaLine(header: $0) }
        default: throw WrongReader(layout: part.layout)
        }
    }

    /// The short titles of ICD-9-CM in a file beside the long ones, by code; empty where there is none.
    private func shortTitles(beside long: CatalogPart) throws -> [String: String] {
        guard let short = parts.first(where: { $0.layout == .icd9cmShort }) else { return [:] }
        var titles: [String: String] = [:]
        var reader = try codes(short)
        while titles.count < limits.codes, let read = try reader.next() {
            if case .success(let (_, row)) = read { titles[row.code] = row.title }
        }
        return titles
    }

    /// The part's bytes, UTF-16 as UTF-8.
    func bytes(_ part: CatalogPart) throws -> any ByteSource {
        try DecodedBytes(EntryBytes(file, place: part.place, limits: limits))
    }

    func lines(_ part: CatalogPart) throws -> ByteLines { ByteLines(try bytes(part), limit: limits.lineBytes) }
}

extension LineRows {
    /// The rows behind a header.
    /// - Throws: ``FileProblem/wrongFormat(missing:)`` when the first line that is not blank is no such header.
    init(behind lines: ByteLines, rows: Int, _ layout: (ArraySlice<UInt8>) -> Layout?) throws {
        var lines = lines
        while case .success(let line) = try lines.next() {
            if line.isBlank { continue }
            guard let layout = layout(line) else { break }
            self.init(lines, layout, rows: rows)
            return
        }
        throw FileProblem.wrongFormat(missing: "header")
    }
}
