import Foundation
import TestSupport

/// The project's own files.
enum ProjectFiles {
    /// Paths from the project's root of the files of a kind below a folder.
    static func below(_ folder: String, kind: String) throws -> [String] {
        let paths = FileManager.default.enumerator(atPath: Project.folder(folder).path)?.compactMap { $0 as? String }
        return (paths ?? []).filter { $0.hasSuffix(".\(kind)") }.sorted().map { "\(folder)/\($0)" }
    }

    static func text(_ path: String) throws -> String {
        try String(contentsOf: Project.folder(path), encoding: .utf8)
    }
}
