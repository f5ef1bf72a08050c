import Clinic
import Crypto
import Foundation

/// The files that came by the browser, one per import, named by its id alone.
package struct ImportFiles: Sendable {
    /// Made when the first file comes, readable by its owner only.
    let folder: URL

    /// Why a piece of a file was not taken.
    enum Failure: Error {
        /// It does not begin where the file ends; holds the bytes that are there.
        case elsewhere(received: Int)
    }

    func url(_ id: Identifier<CatalogImport>) -> URL { folder.appendingPathComponent("\(id.text).import") }

    /// Bytes of a file that are here.
    func size(of id: Identifier<CatalogImport>) -> Int {
        let values = try? FileManager.default.attributesOfItem(atPath: url(id).path)
        return (values?[.size] as? Int) ?? 0
    }

    /// Opens a file to be continued, cut off behind the bytes that were confirmed: what came after them was never promised.
    func open(_ id: Identifier<CatalogImport>, at offset: Int) throws -> FileHandle {
        let path = url(id).path
        if !FileManager.default.fileExists(atPath: path) {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            guard
                FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
            else { throw CocoaError(.fileWriteNoPermission) }
        }
        let size = size(of: id)
        guard size >= offset else { throw Failure.elsewhere(received: size) }
        let handle = try FileHandle(forWritingTo: url(id))
        try handle.truncate(atOffset: UInt64(offset))
        return handle
    }

    /// Whether so many more bytes fit on the disk; true where the disk does not tell.
    func hasRoom(for bytes: Int) -> Bool {
        let there = FileManager.default.fileExists(atPath: folder.path) ? folder : folder.deletingLastPathComponent()
        let values = try? FileManager.default.attributesOfFileSystem(forPath: there.path)
        return (values?[.systemFreeSize] as? NSNumber).map { $0.int64Value > Int64(bytes) } ?? true
    }

    /// Nothing happens when it is not there.
    func remove(_ id: Identifier<CatalogImport>) {
        do {
            try FileManager.default.removeItem(at: url(id))
        } catch {
            // Gone already, or to be swept away with the rest at the next start.
        }
    }

    /// Removes files whose imports are over, as after a power cut.
    func sweep(keeping ids: Set<Identifier<CatalogImport>>) {
        let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        for file in files where file.pathExtension == "import" {
            let id = Identifier<CatalogImport>(untrusted: file.deletingPathExtension().lastPathComponent)
            if let id, !ids.contains(id) { remove(id) }
        }
    }

    /// SHA-256 of a file, a piece at a time.
    /// - Parameter progress: called after each MiB; what it throws ends the reading.
    static func digest(of file: URL, progress: @Sendable () async throws -> Void) async throws -> Data {
        let handle = try FileHandle(forReadingFrom: file)
        defer { try? handle.close() }
        var hash = SHA256()
        while let piece = try handle.read(upToCount: 1 << 20), !piece.isEmpty {
            hash.update(data: piece)
            try await progress()
        }
        return Data(hash.finalize())
    }
}
