import ArgumentParser
import Foundation

/// The folder that holds the copy of the demo clinic.
struct DemoFolder: Sendable {
    let url: URL
    /// Whether it goes when the program stops; a folder that somebody named stays.
    let isTemporary: Bool

    /// Makes the folder, readable by its owner only.
    /// - Parameter named: where somebody wants it; nil for a new one among the system's temporary files.
    /// - Throws: `ValidationError` when there is something in it.
    init(named: URL?) throws {
        isTemporary = named == nil
        url =
            named ?? FileManager.default.temporaryDirectory.appendingPathComponent("theralog-demo-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        guard try FileManager.default.contentsOfDirectory(atPath: url.path).isEmpty else {
            throw ValidationError("--data-dir: \(url.path) is not empty; the demo clinic needs an empty folder or none")
        }
    }

    /// Removes the folder, or from one that somebody named what was put into it.
    func remove() throws {
        if isTemporary { return try FileManager.default.removeItem(at: url) }
        for name in try FileManager.default.contentsOfDirectory(atPath: url.path) {
            try FileManager.default.removeItem(at: url.appendingPathComponent(name))
        }
    }
}
