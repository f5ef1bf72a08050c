import Catalogs
import Clinic
import Logging
import Store
import Synchronization

/// Lines that were not taken: the first are kept with their reason, all are counted.
struct ImportProblems: Sendable {
    static let most = 10_000

    private(set) var kept: [ImportProblem] = []
    var count = 0

    mutating func note(_ problem: RowProblem, in part: CatalogPart) {
        count += 1
        if kept.count < Self.most { kept.append(ImportProblem(part: part.path, problem: problem)) }
    }
}

/// Why a file gives nothing.
struct Refusal: Error {
    let failure: CatalogImport.Failure
    let problems: ImportProblems
    /// What is known all the same.
    let findings: CatalogImport.Findings?

    init(
        _ reason: CatalogImport.Failure.Reason, detail: String = "", problems: ImportProblems = ImportProblems(),
        findings: CatalogImport.Findings? = nil
    ) {
        failure = CatalogImport.Failure(reason, detail: detail)
        self.problems = problems
        self.findings = findings
    }
}

/// Tells the database how far a check is, a few times a second.
final class ImportMeter: Sendable {
    private struct State {
        var last: ContinuousClock.Instant?
        /// Bytes of the parts that are done.
        var before = 0
        /// Bytes of all parts; 0 while it is not known.
        var total = 0
    }

    private let database: ClinicDatabase
    private let id: Identifier<CatalogImport>
    private let state = Mutex(State())

    init(_ database: ClinicDatabase, _ id: Identifier<CatalogImport>) {
        self.database = database
        self.id = id
    }

    func expect(_ total: Int) { state.withLock { $0.total = total } }

    /// To be called all the time: most calls only look at the clock.
    /// - Parameter bytes: read of the present part.
    /// - Throws: `CancellationError` when somebody cancelled the check, or the program stops.
    func note(_ bytes: Int) async throws {
        try Task.checkCancellation()
        let progress: CatalogImport.Progress? = state.withLock { state in
            let now = ContinuousClock.now
            if let last = state.last, now - last < .milliseconds(300) { return nil }
            state.last = now
            return CatalogImport.Progress(done: state.before + bytes, total: state.total)
        }
        guard let progress else { return }
        try await database.noteProgress(progress, of: id)
    }

    func finishPart(_ bytes: Int) { state.withLock { $0.before += bytes } }
}

extension ImportCheck {
    /// Writes down why there is no result.
    func fail(_ error: any Error) async {
        let refusal = error as? Refusal
        let failure = refusal?.failure ?? Self.failure(error)
        if failure.reason == .unexpected { logger.error("import failed: \(error)", metadata: ["import": "\(job.id)"]) }
        do {
            try await database.failCheck(
                of: job.id, failure, findings: refusal?.findings, problems: refusal?.problems.kept ?? [])
        } catch {
            logger.error("import not closed: \(error)", metadata: ["import": "\(job.id)"])
        }
    }

    /// Lets the file wait to be checked anew.
    func postpone() async {
        do {
            try await database.postponeCheck(of: job.id)
        } catch {
            logger.error("import not postponed: \(error)", metadata: ["import": "\(job.id)"])
        }
    }

    private static func failure(_ error: any Error) -> CatalogImport.Failure {
        switch error {
        case let problem as FileProblem: failure(problem)
        case StoreError.unavailable: CatalogImport.Failure(.diskFull)
        default: CatalogImport.Failure(.unexpected)
        }
    }

    private static func failure(_ problem: FileProblem) -> CatalogImport.Failure {
        switch problem {
        case .tooBig(let limit): CatalogImport.Failure(.tooBig, detail: "\(limit >> 20)")
        case .tooManyRows(let limit): CatalogImport.Failure(.tooManyRows, detail: "\(limit)")
        case .severalKinds(let kinds):
            CatalogImport.Failure(.severalKinds, detail: kinds.map(\.rawValue).joined(separator: " "))
        case .tooMuchText(let limit): CatalogImport.Failure(.tooBig, detail: "\(limit >> 20)")
        case .tooManyParts: CatalogImport.Failure(.tooManyParts)
        case .suspicious: CatalogImport.Failure(.suspicious)
        case .encrypted: CatalogImport.Failure(.encrypted)
        case .brokenAt(let line): CatalogImport.Failure(.unreadable, detail: "\(line)")
        case .unreadable, .wrongFormat: CatalogImport.Failure(.unreadable)
        }
    }
}
