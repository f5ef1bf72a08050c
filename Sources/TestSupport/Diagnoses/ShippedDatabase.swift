import Clinic
import Foundation
import Site
import Store

extension ClinicDatabase {
    /// A database of its own that holds the code lists which come with the program, copied from one into which they were
    /// imported once per run.
    package static func withShippedCatalogs(
        _ fixed: FixedSurroundings = FixedSurroundings()
    ) async throws -> ClinicDatabase {
        try await withShippedCatalogs(fixed.surroundings)
    }

    /// The same with a clock and identities of any kind.
    package static func withShippedCatalogs(_ surroundings: Surroundings) async throws -> ClinicDatabase {
        let file = TemporaryFolder.newFile("sqlite")
        try FileManager.default.copyItem(at: try await shipped.value, to: file)
        return try await open(at: file, surroundings: surroundings)
    }

    private static let shipped = Task {
        let file = TemporaryFolder.newFile("sqlite")
        let database = try await open(at: file, surroundings: FixedSurroundings().surroundings)
        try await ShippedCatalogs(dataFolder: Project.folder("data")).bringUpToDate(database)
        try database.close()
        return file
    }
}
