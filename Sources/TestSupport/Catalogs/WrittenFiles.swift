import Foundation

/// A folder of files that a test writes; gone with it.
package final class WrittenFiles: Sendable {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("theralog-\(UUID().uuidString)")

    package init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Writes a file; a second of the same name replaces the first.
    package func file(_ bytes: some Sequence<UInt8>, name: String = "file") throws -> URL {
        let file = folder.appendingPathComponent(name)
        try Data(bytes).write(to: file)
        return file
    }

    /// The bytes as gzip packs them.
    package func gzipped(_ bytes: some Sequence<UInt8>) throws -> Data {
        let file = try file(bytes, name: UUID().uuidString)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["gzip", "-n", "-9", file.path]
        try process.run()
        process.waitUntilExit()
        return try Data(contentsOf: file.appendingPathExtension("gz"))
    }

    /// A zip of deflated files. What gzip makes between its head and its end is what a zip holds.
    /// - Parameter isLocked: says that the files are encrypted, as after a password was set.
    package func zip(_ files: [(name: [UInt8], bytes: [UInt8])], isLocked: Bool = false) throws -> [UInt8] {
        var archive: [UInt8] = []
        var directory: [UInt8] = []
        let flags = Self.number(isLocked ? 0x801 : 0x800, 2)
        for (name, bytes) in files {
            let packed = [UInt8](try gzipped(bytes))
            let data = packed[10..<packed.count - 8]
            let crc = Array(packed[(packed.count - 8)..<(packed.count - 4)])
            let head =
                Self.number(20, 2) + flags + Self.number(8, 2) + Self.number(0, 4) + crc
                + Self.number(data.count, 4) + Self.number(bytes.count, 4) + Self.number(name.count, 2)
                + Self.number(0, 2)
            directory +=
                [0x50, 0x4B, 1, 2] + Self.number(20, 2) + head + Self.number(0, 10) + Self.number(archive.count, 4)
                + name
            archive += [0x50, 0x4B, 3, 4] + head + name + data
        }
        let end = [0x50, 0x4B, 5, 6] + Self.number(0, 4) + Self.number(files.count, 2) + Self.number(files.count, 2)
        return archive + directory + end + Self.number(directory.count, 4) + Self.number(archive.count, 4)
            + Self.number(0, 2)
    }

    private static func number(_ value: Int, _ bytes: Int) -> [UInt8] {
        (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * min($0, 7))) }
    }
}
