import Clinic

extension DiagnosisListBuilder {
    /// Deletes, rewords and adds, in this order whatever the file's, so that a code that becomes a heading may be deleted
    /// and added again.
    mutating func apply(_ changes: [(line: Int, change: CodeChange)], to entries: inout [String: Entry]) {
        var terms: [String: String] = [:]
        for case (let line, .delete(let title)) in changes {
            guard let entry = entries.removeValue(forKey: title.code) else {
                note(RowProblem(line: line, reason: .unknownCode(title.code)))
                continue
            }
            terms[title.code] = entry.terms
        }
        revise(changes, &entries)
        for case (let line, .add(let title)) in changes {
            guard entries[title.code] == nil else {
                note(RowProblem(line: line, reason: .presentCode(title.code)))
                continue
            }
            entries[title.code] = Entry(
                isBillable: title.isBillable, title: title.title, terms: terms[title.code] ?? "")
        }
    }

    /// A code's state before stands directly above its state after.
    private mutating func revise(_ changes: [(line: Int, change: CodeChange)], _ entries: inout [String: Entry]) {
        var pending: (line: Int, title: CodedTitle)?
        for (line, change) in changes {
            switch change {
            case .reviseFrom(let title):
                if let lonely = pending { noteLonely(lonely.line, lonely.title) }
                pending = (line, title)
            case .reviseTo(let title):
                guard let before = pending, before.title.code == title.code else {
                    noteLonely(line, title)
                    continue
                }
                pending = nil
                revise(before, to: title, &entries)
            case .add, .delete: continue
            }
        }
        if let lonely = pending { noteLonely(lonely.line, lonely.title) }
    }

    private mutating func noteLonely(_ line: Int, _ title: CodedTitle) {
        note(RowProblem(line: line, reason: .lonelyRevision(title.code)))
    }

    private mutating func revise(
        _ before: (line: Int, title: CodedTitle), to title: CodedTitle, _ entries: inout [String: Entry]
    ) {
        guard let entry = entries[title.code] else {
            return note(RowProblem(line: before.line, reason: .unknownCode(title.code)))
        }
        guard entry.isBillable == before.title.isBillable, Self.isSame(entry.title, before.title.title) else {
            return note(RowProblem(line: before.line, reason: .differentBefore(title.code)))
        }
        entries[title.code] = Entry(
            isBillable: title.isBillable, title: Self.accented(title.title, entry.title), terms: entry.terms)
    }

    /// Inclusion terms, and the accents that the order file has not.
    mutating func apply(_ notes: [(line: Int, notes: CodeNotes)], to entries: inout [String: Entry]) {
        for (line, notes) in notes {
            guard var entry = entries[notes.code] else {
                note(RowProblem(line: line, reason: .unknownCode(notes.code)))
                continue
            }
            entry.terms = notes.inclusionTerms.joined(separator: " | ")
            entry.title = Self.accented(entry.title, notes.title)
            entries[notes.code] = entry
        }
    }
}

extension CatalogFile {
    /// So many lines are read between two words about the progress.
    private static let linesAtATime = 2000

    /// Everything that the file says of diagnoses, to be laid over the list in use.
    /// - Parameter progress: told every few thousand lines how many bytes of all parts are read; what it throws ends the
    ///   reading.
    /// - Throws: ``FileProblem``; `WrongReader` for a file of another kind.
    package func diagnoses(
        progress: @escaping @Sendable (_ bytes: Int) async throws -> Void = { _ in }
    ) async throws -> DiagnosisListBuilder {
        var builder = DiagnosisListBuilder(limits: limits)
        var before = 0
        for part in used {
            let told: @Sendable (Int) async throws -> Void = { [before] in try await progress(before + $0) }
            let bytes =
                switch part.layout {
                case .icd10cmAddenda:
                    try await Self.read(part, try changes(part), into: &builder, told) { try $0.take($1, line: $2) }
                case .icd10cmTabular:
                    try await Self.read(part, try notes(part), into: &builder, told) { try $0.take($1, line: $2) }
                default:
                    try await Self.read(part, try codes(part), into: &builder, told) { try $0.take($1, line: $2) }
                }
            before += bytes
        }
        return builder
    }

    /// The diagnosis list that the file makes of the one in use.
    /// - Parameters:
    ///   - diagnoses: what ``diagnoses()`` gave.
    ///   - current: the list in use; empty for none.
    ///   - isWhole: whether codes that the file does not mention are gone; nil: as ``isWholeList`` says.
    package func diagnosisList(
        _ diagnoses: consuming DiagnosisListBuilder, over current: [DiagnosisRow], isWhole: Bool? = nil
    ) -> DiagnosisListResult {
        diagnoses.list(
            over: current, isWhole: isWhole ?? isWholeList, hasHeadings: used.contains { $0.layout == .icd10cmOrder })
    }

    /// - Returns: the bytes that were read.
    private static func read<Row>(
        _ part: CatalogPart, _ reader: any CatalogReader<Row>, into builder: inout DiagnosisListBuilder,
        _ progress: @Sendable (Int) async throws -> Void, take: (inout DiagnosisListBuilder, Row, Int) throws -> Void
    ) async throws -> Int {
        var reader = reader
        while try readSome(&reader, into: &builder, take: take) { try await progress(reader.bytesRead) }
        builder.skip(reader.skipped)
        builder.note(part.encoding(found: reader.encoding))
        return reader.bytesRead
    }

    /// Reads on for some lines; false at the end.
    private static func readSome<Row>(
        _ reader: inout any CatalogReader<Row>, into builder: inout DiagnosisListBuilder,
        take: (inout DiagnosisListBuilder, Row, Int) throws -> Void
    ) throws -> Bool {
        for _ in 0..<linesAtATime {
            guard let read = try reader.next() else { return false }
            switch read {
            case .success(let (line, row)): try take(&builder, row, line)
            case .failure(let problem): builder.note(problem)
            }
        }
        return true
    }
}
