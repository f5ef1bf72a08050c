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
        default: throw WrongReader(layout: part.layout)
        }
    }

    /// The lines of an addenda file.
    /// - Throws: ``FileProblem``.
    package func changes(_ part: CatalogPart) throws -> any CatalogReader<CodeChange> {
        throw WrongReader(layout: part.layout)
    }

    /// What the tabular list says of codes.
    /// - Throws: ``FileProblem``.
    package func notes(_ part: CatalogPart) throws -> any CatalogReader<CodeNotes> {
        throw WrongReader(layout: part.layout)
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

    /// Medicines, a product or a substance at a time.
    /// - Parameter columns: of a table; nil: as ``columns(_:)`` guesses.
    /// - Throws: ``FileProblem``.
    package func medications(
        _ part: CatalogPart, columns: ColumnMatching? = nil
    ) throws -> any CatalogReader<ListedMedication> {
        throw WrongReader(layout: part.layout)
    }

    /// Pairs of medicines that do each other harm.
    /// - Parameter columns: of a table; nil: as ``columns(_:)`` guesses.
    /// - Throws: ``FileProblem``.
    package func interactions(
        _ part: CatalogPart, columns: ColumnMatching? = nil
    ) throws -> any CatalogReader<ListedInteraction> {
        throw WrongReader(layout: part.layout)
    }

    /// Practices of therapists.
    /// - Parameter columns: of a table; nil: as ``columns(_:)`` guesses.
    /// - Throws: ``FileProblem``.
    package func practices(
        _ part: CatalogPart, columns: ColumnMatching? = nil
    ) throws -> any CatalogReader<ListedPractice> {
        throw WrongReader(layout: part.layout)
    }

    /// The header of a table and which column means what by its words; nil for a part without columns to choose.
    /// - Throws: ``FileProblem``.
    package func columns(_ part: CatalogPart) throws -> ColumnMatching? { nil }

    /// The header and the first rows of a table; nil for a part without columns to choose.
    /// - Throws: ``FileProblem``.
    package func sample(_ part: CatalogPart, rows: Int = 5) throws -> TableSample? { nil }

    /// Where postal codes lie.
    /// - Throws: ``FileProblem``.
    package func places(_ part: CatalogPart) throws -> any CatalogReader<PostalArea> {
        var lines = try lines(part)
        switch part.layout {
        case .gazetteer:
            guard let header = try lines.header(), let layout = GazetteerLine(header: header) else {
                throw FileProblem.wrongFormat(missing: "header")
            }
            return LineRows(lines, layout, rows: limits.rows)
        case .geoNames: return LineRows(lines, GeoNamesLine(), rows: limits.rows)
        default: throw WrongReader(layout: part.layout)
        }
    }

    /// The part's bytes, UTF-16 as UTF-8.
    func bytes(_ part: CatalogPart) throws -> any ByteSource {
        try DecodedBytes(EntryBytes(file, place: part.place, limits: limits))
    }

    func lines(_ part: CatalogPart) throws -> ByteLines { ByteLines(try bytes(part), limit: limits.lineBytes) }
}

extension ByteLines {
    /// The first line that is not blank.
    mutating func header() throws -> ArraySlice<UInt8>? {
        while let line = try next() {
            guard case .success(let bytes) = line else { return nil }
            if !bytes.isBlank { return bytes }
        }
        return nil
    }
}
