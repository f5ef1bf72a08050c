import Catalogs
import Clinic
import Foundation
import Store

extension ImportCheck {
    /// Writes a code list as a release: all of it, or what is in use with a part of it laid over.
    func stageCodes(
        _ catalog: CatalogFile, of system: CodeSystem, digest: Data, _ findings: inout CatalogImport.Findings,
        _ problems: inout ImportProblems, _ meter: ImportMeter
    ) async throws -> Int64 {
        throw Refusal(.unknownKind)
    }
}
