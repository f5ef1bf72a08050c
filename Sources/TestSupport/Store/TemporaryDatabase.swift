import Clinic
import Foundation
import Store

extension ClinicDatabase {
    /// A migrated, empty database in a file of its own in the temporary folder. Real SQLite with WAL and flushes, copied
    /// from one that was migrated once per run.
    package static func temporary(_ fixed: FixedSurroundings = FixedSurroundings()) async throws -> ClinicDatabase {
        let file = TemporaryFolder.newFile("sqlite")
        try FileManager.default.copyItem(at: try await template.value, to: file)
        return try await open(at: file, surroundings: fixed.surroundings)
    }

    private static let template = Task {
        let file = TemporaryFolder.newFile("sqlite")
        try await open(at: file, surroundings: FixedSurroundings().surroundings).close()
        return file
    }
}
