import Foundation
import Rendering

/// A `Views` folder of its own for one test, removed with it.
final class ViewsFolder {
    let url: URL

    /// - Parameter english: the text of the only locale file; German gets the same.
    init(english: String) throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("views-\(UUID().uuidString)")
        try write(english, to: "locales/en/a.json")
        try write(english, to: "locales/de/a.json")
    }

    deinit {
        do {
            try FileManager.default.removeItem(at: url)
        } catch {
            // The system clears its folder of temporary files.
        }
    }

    func write(_ text: String, to path: String) throws {
        let file = url.appendingPathComponent(path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    func catalogue() throws -> MessageCatalogue {
        try MessageCatalogue(folder: url.appendingPathComponent("locales"))
    }
}
