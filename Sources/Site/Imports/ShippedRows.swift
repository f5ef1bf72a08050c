import Catalogs
import Clinic
import Foundation
import Store

/// A list that comes with the program, read whole.
package struct ShippedRows: Sendable {
    let file: URL
    let kind: CatalogKind
    let release: String

    package init(_ file: URL, kind: CatalogKind, release: String) {
        self.file = file
        self.kind = kind
        self.release = release
    }

    /// Writes all rows, in one piece before the first request, when nobody else writes. What is written is taken out again
    /// when the rest cannot be.
    /// - Parameter arrival: whether it is in use from then on, and whether others may be at work.
    /// - Throws: ``ShippedCatalogs/Damaged`` for a line that is wrong, `FileProblem`, `StoreError`.
    package func bring(into database: ClinicDatabase, as arrival: ShippedArrival = .used) async throws {
        let catalog = try CatalogFile(file, name: file.lastPathComponent)
        guard let part = catalog.parts.first, part.layout.kind == kind else {
            throw FileProblem.wrongFormat(missing: "header")
        }
        let (rows, problems) = try rows(of: part, in: catalog)
        guard problems.isEmpty, !rows.isEmpty else {
            throw ShippedCatalogs.Damaged(file: file.lastPathComponent, problems: problems)
        }
        let draft = CatalogReleaseDraft(
            kind: kind, name: release, layouts: [part.layout], digest: try ShippedCatalogs.digest(of: file))
        let staging = try await CatalogStaging.begin(
            draft, isWholeList: true, isShared: false, in: database, by: .program)
        guard let staging else { throw FileProblem.wrongFormat(missing: "header") }
        do {
            var written = 0
            while written < rows.count {
                let step = rows[written...].prefix(arrival == .wanted ? staging.rowsPerStep : rows.count)
                _ = try await staging.write(Array(step), after: written)
                written = step.endIndex
            }
            _ = try await staging.finish(after: rows.count)
        } catch {
            // A program that stops has no time for it. What cannot be taken out either goes with the next start.
            if !Task.isCancelled {
                try? await database.removeRelease(of: kind, number: staging.number, isLeftover: true, by: .program)
            }
            throw error
        }
        if arrival == .used { try await database.makeCurrent(kind, release: staging.number, by: .program) }
    }

    private func rows(of part: CatalogPart, in catalog: CatalogFile) throws -> ([CatalogRow], [RowProblem]) {
        kind == .places
            ? try read(try catalog.places(part)) { .place($0) }
            : try read(try catalog.practices(part)) { .practice($0) }
    }

    private func read<Row>(
        _ reader: any CatalogReader<Row>, _ row: (Row) -> CatalogRow
    ) throws -> ([CatalogRow], [RowProblem]) {
        var reader = reader
        var (rows, problems): ([CatalogRow], [RowProblem]) = ([], [])
        while let next = try reader.next() {
            switch next {
            case .success(let (_, value)): rows.append(row(value))
            case .failure(let problem): problems.append(problem)
            }
        }
        return (rows, problems)
    }
}
