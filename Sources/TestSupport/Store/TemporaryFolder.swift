import Foundation

/// Where tests put their files: one folder per run, gone when the run ends.
package enum TemporaryFolder {
    /// The path of a file that does not exist yet.
    package static func newFile(_ fileExtension: String) -> URL {
        url.appendingPathComponent(UUID().uuidString).appendingPathExtension(fileExtension)
    }

    /// The folder itself.
    package static let url: URL = {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("theralog-tests-\(UUID().uuidString)")
        do {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        } catch {
            fatalError("cannot make \(url.path): \(error)")
        }
        atexit {
            do {
                try FileManager.default.removeItem(at: TemporaryFolder.url)
            } catch {
                print("left behind: \(TemporaryFolder.url.path)")
            }
        }
        return url
    }()
}
