import Clinic
import Foundation
import Store

extension ShippedCatalogs {
    /// The file of a list that an admin can remove.
    /// - Throws: `StoreError.notFound` for a kind of which none comes with the program.
    func file(of kind: CatalogKind) throws -> URL {
        switch kind {
        case .icd10cm, .icd9cm: folder.appendingPathComponent("\(kind.rawValue).tsv.xz")
        case .places: folder.appendingPathComponent("zip_areas.tsv.xz")
        case .equivalences, .medications, .interactions, .practices: throw StoreError.notFound
        }
    }

    /// Whether the program still comes with a list that was removed. A file that cannot be read is none.
    func has(_ release: RemovedRelease) -> Bool {
        guard let digest = try? Self.digest(of: file(of: release.kind)) else { return false }
        return digest == release.digest
    }

    /// Loads a list that was removed and is wanted back beside what is in use, while everybody works on. Nothing happens when
    /// it is there again or nobody wants it.
    /// - Throws: ``Damaged``, `FileProblem`, `StoreError`.
    func bringBack(_ kind: CatalogKind, into database: ClinicDatabase) async throws {
        let digest = try Self.digest(of: try file(of: kind))
        let arrival = try await database.arrival(ofShipped: kind, digest: digest, by: .program)
        guard arrival == .wanted else { return }
        if let system = kind.codeSystem {
            _ = try await bring(system, as: .wanted, digest: digest, into: database)
        } else {
            try await bringPlaces(as: .wanted, into: database)
        }
    }
}
