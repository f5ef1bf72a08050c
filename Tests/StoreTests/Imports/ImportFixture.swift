import Clinic
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Store

/// A database and short ways to bring catalogues into it.
struct ImportFixture {
    let fixed = FixedSurroundings()
    let database: ClinicDatabase
    private let digest = Data(repeating: 7, count: 32)

    init() async throws { database = try await .temporary(fixed) }

    init(_ database: ClinicDatabase) { self.database = database }

    /// Writes a release in two steps.
    /// - Returns: its number, its rows, and the places of duplicates.
    @discardableResult
    func stage(
        _ kind: CatalogKind, _ rows: [CatalogRow], name: String = "1", isWhole: Bool = true, isCurrent: Bool = false
    ) async throws -> (number: Int64, rows: Int, repeated: [Int]) {
        let draft = CatalogReleaseDraft(kind: kind, name: name, layouts: [], digest: digest)
        let staging = try #require(
            try await CatalogStaging.begin(draft, isWholeList: isWhole, isShared: false, in: database, by: .program))
        let half = rows.count / 2
        var repeated = try await staging.write(Array(rows[..<half]), after: 0)
        repeated += try await staging.write(Array(rows[half...]), after: half).map { $0 + half }
        let count = try await staging.finish(after: rows.count)
        if isCurrent { try await database.makeCurrent(kind, release: staging.number, by: .program) }
        return (staging.number, count, repeated)
    }

    /// A code list in use: code, title and whether it is billable, below the codes that begin it.
    @discardableResult
    func codes(
        _ system: CodeSystem, _ name: String, _ codes: [(String, String, Bool)],
        notes: [String: [CodeNotes.Note]] = [:], isCurrent: Bool = true
    ) async throws -> DiagnosisReleaseID {
        let release = CatalogRelease(
            system: system, name: name, title: name,
            effectiveFrom: try #require(LocalDate(iso: "2025-10-01")), effectiveUntil: nil)
        let known = codes.map(\.0)
        let rows = codes.map { code, title, isBillable in
            DiagnosisRow(
                code: code, parent: known.filter { $0 != code && code.hasPrefix($0) }.max { $0.count < $1.count },
                isBillable: isBillable, title: title)
        }
        let id = try await database.stage(
            DiagnosisCatalog(release: release, rows: rows, notes: notes), origin: .imported, digest: digest,
            by: .program)
        if isCurrent { try await database.makeCurrent(id, by: .program) }
        return id
    }

    /// A file that is here and waits.
    func job(_ runner: ImportRunner = .server, name: String = "a.txt") async throws -> CatalogImport {
        try await database.insertImport(fileName: name, size: 5, received: 5, runner: runner, by: .program)
    }

    /// A checked import of a release.
    func checked(
        _ kind: CatalogKind, release: Int64, runner: ImportRunner = .server
    ) async throws -> Identifier<CatalogImport> {
        let job = try await job(runner)
        _ = try #require(try await database.claimImport(job.id, for: runner))
        let findings = CatalogImport.Findings(kind: kind, layouts: [], isWholeList: true, releaseName: "1")
        try await database.finishCheck(
            of: job.id, findings, release: release, comparedWith: try await database.currentReleaseNumber(of: kind),
            problems: [])
        return job.id
    }

    func state(_ id: Identifier<CatalogImport>) async throws -> CatalogImport.State {
        try await database.catalogImport(id).state
    }

    func values(_ sql: String) async throws -> [String] {
        try await database.read { try String.fetchAll($0, sql: sql) }
    }

    static func place(_ code: String, _ latitude: Double = 42, city: String = "Cambridge") throws -> CatalogRow {
        let center = try #require(Coordinates(latitude: latitude, longitude: -71))
        return .place(PostalArea(code: code, center: center, city: city, state: "MA"))
    }

    static func medicine(
        _ name: String, _ change: (inout ListedMedication) -> Void = { _ in }
    ) throws -> CatalogRow {
        var medication = try #require(ListedMedication(name: name))
        change(&medication)
        return .medication(medication)
    }

    static func map(
        _ source: CodeSystem, _ code: String, _ target: String?, approximate: Bool = false, combination: Bool = false,
        scenario: Int = 0, list: Int = 0
    ) -> CatalogRow {
        .equivalence(
            CodeEquivalence(
                source: source, code: code, target: target, isApproximate: approximate, isCombination: combination,
                scenario: scenario, choiceList: list))
    }
}
