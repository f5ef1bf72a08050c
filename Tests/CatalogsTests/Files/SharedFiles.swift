import Catalogs
import Clinic
import Foundation

/// Official files and samples that tests may read and the project does not carry.
enum SharedFiles {
    /// `../shared/data` beside the package.
    static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("shared/data")

    /// Whether the folder is there; tests that need it say that they are left out where it is not.
    static let areThere = FileManager.default.fileExists(atPath: folder.appendingPathComponent("samples").path)

    static func file(_ path: String) -> URL { folder.appendingPathComponent(path) }
}

/// What a part gave: how many rows and skipped lines, and the problems.
struct ReadPart<Row> {
    var rows: [Row] = []
    var lines: [Int] = []
    var problems: [RowProblem] = []
    var skipped = 0
    var bytes = 0

    init(_ reader: any CatalogReader<Row>) throws {
        var reader = reader
        while let read = try reader.next() {
            switch read {
            case .success(let (line, row)):
                lines.append(line)
                rows.append(row)
            case .failure(let problem): problems.append(problem)
            }
        }
        skipped = reader.skipped
        bytes = reader.bytesRead
    }
}
