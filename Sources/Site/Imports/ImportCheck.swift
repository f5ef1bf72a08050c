import Catalogs
import Clinic
import Foundation
import Logging
import Store

/// Checks one file: recognises it, writes it as a release beside what is in use, compares the two. Nothing that anybody
/// works with changes.
package struct ImportCheck: Sendable {
    let database: ClinicDatabase
    let file: URL
    let job: CatalogImport
    /// Whether another process serves from the same database: it is then left more room.
    let isShared: Bool
    /// The kind it has to be; nil for any.
    let wanted: CatalogKind?
    let today: LocalDate
    let logger: Logger

    package init(
        database: ClinicDatabase, file: URL, job: CatalogImport, isShared: Bool, wanted: CatalogKind? = nil,
        today: LocalDate, logger: Logger
    ) {
        self.database = database
        self.file = file
        self.job = job
        self.isShared = isShared
        self.wanted = wanted
        self.today = today
        self.logger = logger
    }

    /// Who brought the file: what is written is theirs.
    var actor: Actor { Actor(account: job.createdBy) }

    /// Checks to the end, whatever it is; what it found or why it found nothing stands in the database then. When the task is
    /// cancelled, because the program stops, the file waits to be checked anew.
    package func run() async {
        do {
            try await check()
        } catch {
            if Task.isCancelled {
                await postpone()
            } else if !(error is CancellationError) {
                await fail(error)
            }
            // Else whoever cancelled it has said so in the database.
        }
    }

    private func check() async throws {
        let meter = ImportMeter(database, job.id)
        let digest = try await ImportFiles.digest(of: file) { try await meter.note(0) }
        let catalog = try CatalogFile(file, name: job.fileName)
        guard let kind = catalog.kind, !catalog.used.isEmpty else { throw Refusal(.unknownKind) }
        if let wanted, wanted != kind { throw Refusal(.otherKind, detail: kind.rawValue) }
        var findings = CatalogImport.Findings(
            kind: kind, layouts: Array(Set(catalog.used.map(\.layout))).sorted { $0.rawValue < $1.rawValue },
            isWholeList: job.choices.isWholeList ?? catalog.isWholeList, releaseName: today.description)
        try describe(catalog, in: &findings)
        if let part = catalog.used.first, let columns = try columns(of: part, in: catalog),
            !columns.isComplete(for: part.layout)
        {
            throw Refusal(.columns, findings: findings)
        }
        let compared = try await database.currentReleaseNumber(of: kind)
        meter.expect(catalog.used.compactMap(\.size).reduce(0, +))
        var problems = ImportProblems()
        let number =
            if let system = kind.codeSystem {
                try await stageCodes(catalog, of: system, digest: digest, &findings, &problems, meter)
            } else {
                try await stageRows(catalog, digest: digest, &findings, &problems, meter)
            }
        do {
            let counts = try await database.differenceCounts(
                CatalogComparison(kind: kind, before: compared, after: number))
            findings.added = counts[.added] ?? 0
            findings.changed = counts[.changed] ?? 0
            findings.retired = counts[.retired] ?? 0
            findings.problems = problems.count
            try await database.finishCheck(
                of: job.id, findings, release: number, comparedWith: compared, problems: problems.kept)
        } catch {
            try await takeOut(number, of: kind)
            throw error
        }
    }

    /// Takes out what a check wrote that gives nothing; a program that stops leaves it to its next start, since it has no time
    /// for it.
    private func takeOut(_ number: Int64, of kind: CatalogKind) async throws {
        guard !Task.isCancelled else { return }
        try await database.removeRelease(
            of: kind, number: number, isLeftover: true, isShared: isShared, by: .program)
    }

    /// What a table's columns are, for an admin to correct.
    private func describe(_ catalog: CatalogFile, in findings: inout CatalogImport.Findings) throws {
        guard let part = catalog.used.first, let sample = try catalog.sample(part, rows: 3) else { return }
        findings.headers = sample.matching.headers
        findings.samples = sample.rows
        var columns: [ColumnMatching.Field: Int] = sample.matching.columns
        if let chosen = job.choices.columns { columns = Self.columns(chosen) }
        findings.columns = Dictionary(uniqueKeysWithValues: columns.map { ($0.key.rawValue, $0.value) })
    }

    /// As chosen, else as guessed.
    func columns(of part: CatalogPart, in catalog: CatalogFile) throws -> ColumnMatching? {
        guard var matching = try catalog.columns(part) else { return nil }
        if let chosen = job.choices.columns { matching.columns = Self.columns(chosen) }
        return matching
    }

    private static func columns(_ chosen: [String: Int]) -> [ColumnMatching.Field: Int] {
        var columns: [ColumnMatching.Field: Int] = [:]
        for (name, place) in chosen { if let field = ColumnMatching.Field(rawValue: name) { columns[field] = place } }
        return columns
    }

    // MARK: Catalogues other than code lists

    private func stageRows(
        _ catalog: CatalogFile, digest: Data, _ findings: inout CatalogImport.Findings,
        _ problems: inout ImportProblems, _ meter: ImportMeter
    ) async throws -> Int64 {
        let draft = CatalogReleaseDraft(
            kind: findings.kind, name: findings.releaseName, layouts: findings.layouts, digest: digest)
        guard
            let staging = try await CatalogStaging.begin(
                draft, isWholeList: findings.isWholeList, isShared: isShared, in: database, by: actor)
        else { throw Refusal(.unknownKind) }
        do {
            var written = 0
            var encodings: Set<TextEncoding> = []
            for part in catalog.used {
                var reader = try rows(of: part, in: catalog)
                while try await step(&reader, part, staging, &written, &problems, meter) {}
                findings.skipped += reader.skipped
                encodings.insert(part.encoding(found: reader.encoding))
                meter.finishPart(reader.bytesRead)
            }
            guard written > 0 else { throw Refusal(.nothing, problems: problems) }
            findings.encodings = encodings.inOrder
            // Says that it is at work: another process takes a silent one for dead.
            findings.rows = try await staging.finish(after: written) { try await meter.note(0) }
        } catch {
            try await takeOut(staging.number, of: findings.kind)
            throw error
        }
        return staging.number
    }

    /// So many lines about medicines are read before any is written: many lines of a list are about one medicine.
    private static let linesPerMerging = 10_000

    /// Reads some rows and writes them, as many at a time as one transaction takes; false at the end.
    private func step(
        _ reader: inout CatalogRowReader, _ part: CatalogPart, _ staging: CatalogStaging, _ written: inout Int,
        _ problems: inout ImportProblems, _ meter: ImportMeter
    ) async throws -> Bool {
        var rows: [CatalogRow] = []
        var lines: [Int] = []
        let wanted = staging.kind == .medications ? Self.linesPerMerging : staging.rowsPerStep
        var isOver = false
        // Lines that are wrong count too: after so many it is time for a word about the progress.
        for _ in 0..<wanted {
            guard let read = try reader.next() else {
                isOver = true
                break
            }
            switch read {
            case .success(let (line, row)):
                rows.append(row)
                lines.append(line)
            case .failure(let problem): problems.note(problem, in: part)
            }
        }
        if staging.kind == .medications { rows = rows.mergedMedications.map { .medication($0.medication) } }
        var start = 0
        while start < rows.count {
            let step = Array(rows[start..<min(rows.count, start + staging.rowsPerStep)])
            for place in try await staging.write(step, after: written) {
                let key = staging.key(of: step[place])
                problems.note(RowProblem(line: lines[start + place], reason: .duplicate(key)), in: part)
            }
            written += step.count
            start += step.count
            try await meter.note(reader.bytesRead)
        }
        try await meter.note(reader.bytesRead)
        return !isOver
    }

    private func rows(of part: CatalogPart, in catalog: CatalogFile) throws -> CatalogRowReader {
        let columns = try columns(of: part, in: catalog)
        switch part.layout.kind {
        case .equivalences: return CatalogRowReader(try catalog.equivalences(part)) { .equivalence($0) }
        case .medications: return CatalogRowReader(try catalog.medications(part, columns: columns)) { .medication($0) }
        case .interactions:
            return CatalogRowReader(try catalog.interactions(part, columns: columns)) { .interaction($0) }
        case .practices: return CatalogRowReader(try catalog.practices(part, columns: columns)) { .practice($0) }
        case .places: return CatalogRowReader(try catalog.places(part)) { .place($0) }
        case .icd10cm, .icd9cm: throw Refusal(.unknownKind)
        }
    }
}

/// Rows of any kind, one at a time.
struct CatalogRowReader {
    private var source: any Source

    init<Row>(_ reader: any CatalogReader<Row>, _ row: @escaping (Row) -> CatalogRow) {
        source = Wrapped(reader: reader, row: row)
    }

    var bytesRead: Int { source.bytesRead }
    var skipped: Int { source.skipped }
    var encoding: TextEncoding { source.encoding }

    mutating func next() throws -> Result<(line: Int, row: CatalogRow), RowProblem>? { try source.next() }

    private protocol Source {
        var bytesRead: Int { get }
        var skipped: Int { get }
        var encoding: TextEncoding { get }
        mutating func next() throws -> Result<(line: Int, row: CatalogRow), RowProblem>?
    }

    private struct Wrapped<Row>: Source {
        var reader: any CatalogReader<Row>
        let row: (Row) -> CatalogRow

        var bytesRead: Int { reader.bytesRead }
        var skipped: Int { reader.skipped }
        var encoding: TextEncoding { reader.encoding }

        mutating func next() throws -> Result<(line: Int, row: CatalogRow), RowProblem>? {
            let row = row
            return try reader.next()?.map { ($0.line, row($0.row)) }
        }
    }
}
