import Catalogs
import Clinic
import Crypto
import Foundation
import Store

/// The code lists, the list of medicines and the ZIP codes that come with the program, in `data/catalogs`. They are put into the
/// database on the first start, and again when the program comes with newer ones. What an admin imported or switched back to
/// stays in use; a newer list then waits beside it to be switched to. What an admin removed comes back when it is wanted, while
/// the program runs.
package struct ShippedCatalogs: Sendable {
    /// A file that comes with the program and is not right.
    package struct Damaged: Error {
        package let file: String
        package let problems: [RowProblem]
    }

    let folder: URL

    /// - Parameter dataFolder: the folder `data` of the program, which holds `catalogs`.
    package init(dataFolder: URL) { folder = dataFolder.appendingPathComponent("catalogs") }

    /// Imports what the database does not have yet, and clears away imports that were broken off. To be called before the
    /// first request is taken: rows are written in one piece, which is fastest. What was removed and is wanted back is left to
    /// ``ImportQueue/resume(with:)``: nobody needs it at once, so it must not keep the program from starting.
    /// - Returns: the releases of code lists that were imported, in use or not; empty when everything was there.
    /// - Throws: ``Damaged``, `FileProblem`, `StoreError`.
    @discardableResult
    package func bringUpToDate(_ database: ClinicDatabase) async throws -> [CatalogRelease] {
        try await database.removeUnfinishedImports(isRestart: true, by: .program)
        var imported: [CatalogRelease] = []
        for system in CodeSystem.allCases {
            if let release = try await bringUpToDate(system, in: database) { imported.append(release) }
        }
        try await bringSynonymsUpToDate(in: database)
        try await bringMedicationsUpToDate(in: database)
        try await bringPlacesUpToDate(in: database)
        return imported
    }

    private func bringUpToDate(_ system: CodeSystem, in database: ClinicDatabase) async throws -> CatalogRelease? {
        let digest = try Self.digest(of: try file(of: CatalogKind(system)))
        let arrival = try await database.arrival(ofShipped: CatalogKind(system), digest: digest, by: .program)
        guard let arrival, arrival != .wanted else { return nil }
        return try await bring(system, as: arrival, digest: digest, into: database)
    }

    /// - Returns: nil for what is no news beside the list in use.
    func bring(
        _ system: CodeSystem, as arrival: ShippedArrival, digest: Data, into database: ClinicDatabase
    ) async throws -> CatalogRelease? {
        let file = try file(of: CatalogKind(system))
        let current = try await database.currentRelease(of: system)
        let reader = try ShippedListReader(try PackedFile(file))
        let isNews = current.map { Self.isNews(reader.release, beside: $0) } ?? true
        guard isNews || arrival == .wanted else { return nil }
        let list = try DiagnosisListAssembly(reader)
        guard list.problemCount == 0, list.catalog.release.system == system else {
            throw Damaged(file: file.lastPathComponent, problems: list.problems)
        }
        // Others may be at work when it is wanted back.
        let id = try await database.stage(
            list.catalog, origin: .shipped, digest: digest,
            pace: arrival == .wanted ? StagingPace(isShared: false) : nil, by: .program)
        if arrival == .used { try await database.makeCurrent(id, by: .program) }
        return list.catalog.release
    }

    /// Whether a release that comes with the program is newer than the current one, or the same one, shipped before, with
    /// something mended.
    private static func isNews(_ shipped: CatalogRelease, beside current: StoredRelease) -> Bool {
        shipped.effectiveFrom > current.release.effectiveFrom
            || (current.isShipped && shipped.effectiveFrom == current.release.effectiveFrom)
    }

    private func bringSynonymsUpToDate(in database: ClinicDatabase) async throws {
        let file = folder.appendingPathComponent("synonyms.tsv")
        let digest = try Self.digest(of: file)
        guard try await database.synonymDigest() != digest else { return }
        var reader = SynonymReader(try PackedFile(file))
        let (synonyms, problems) = try reader.synonyms()
        guard problems.isEmpty else { throw Damaged(file: file.lastPathComponent, problems: problems) }
        try await database.replaceSynonyms(synonyms, digest: digest, by: .program)
    }

    static func digest(of file: URL) throws -> Data {
        Data(SHA256.hash(data: try Data(contentsOf: file)))
    }
}
