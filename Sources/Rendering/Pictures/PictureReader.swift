import Clinic
import Foundation
import Subprocess

/// Reads pictures that people send: decoded by libvips in a process of its own with little memory, turned upright,
/// scaled down and encoded again, so that nothing of the file but its pixels stays.
///
/// Decoders are where hostile pictures do harm. The process gets one file in a folder of its own, 20 seconds and 1 GiB,
/// and libvips refuses every loader that it does not trust itself; what the file is was decided by its first bytes.
package struct PictureReader: Sendable {
    /// The largest file that is read, in bytes.
    package static let largestFile = 8 << 20
    /// The most pixels that are decoded.
    package static let mostPixels = 50_000_000

    /// Why there is no picture.
    package enum Failure: Error, Hashable, Sendable, CaseIterable {
        /// Over ``PictureReader/largestFile``.
        case tooLarge
        /// Neither JPEG, PNG, WebP nor HEIC.
        case unknownFormat
        /// Over ``PictureReader/mostPixels``.
        case tooManyPixels
        /// It begins like a picture, but cannot be decoded, or not within the limits.
        case damaged
        /// Too many wait already, or this one was not done in time.
        case busy
        /// libvips' programs are not installed.
        case missing
    }

    let turnstile = Turnstile(atOnce: 2, longestQueue: 20)
    private let timeLimit: Duration

    /// - Parameter timeLimit: how long one picture may take by the clock; a busy machine needs longer than the 20 seconds
    ///   of work that each program may do.
    package init(timeLimit: Duration = .seconds(60)) {
        self.timeLimit = timeLimit
    }

    /// The picture in a file, at most ``Picture/longestSide`` pixels long.
    /// - Throws: ``Failure``; `CancellationError`.
    package func picture(in file: Data) async throws -> Picture {
        guard file.count <= Self.largestFile else { throw Failure.tooLarge }
        guard let format = PictureFormat(file) else { throw Failure.unknownFormat }
        do {
            return try await turnstile.pass { try await inTime { try await Self.read(file, as: format) } }
        } catch is Turnstile.Crowded { throw Failure.busy }
    }

    func inTime<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
        try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask { try await work() }
            group.addTask { [timeLimit] in
                try await Task.sleep(for: timeLimit)
                return nil
            }
            // Ending the other task kills the process.
            defer { group.cancelAll() }
            guard let value = try await group.next() ?? nil else { throw Failure.busy }
            return value
        }
    }

    private static func read(_ file: Data, as format: PictureFormat) async throws -> Picture {
        let folder = try newFolder()
        defer { remove(folder) }
        let source = folder.appendingPathComponent("picture.\(format)")
        let result = folder.appendingPathComponent("picture-small.png")
        try file.write(to: source)
        let header = try await header(of: source, in: folder)
        guard header.loader == format.loader else { throw Failure.unknownFormat }
        guard header.width * header.height <= mostPixels else { throw Failure.tooManyPixels }
        let side = "\(Picture.longestSide)"
        try await run(
            [
                "vips", "thumbnail", source.path, "\(result.path)[strip,compression=9]", side, "--height", side,
                "--size", "down", "--fail-on", "error", "--export-profile", "srgb",
            ], in: folder)
        let png = try Data(contentsOf: result)
        let size = try await self.header(of: result, in: folder)
        return Picture(png: png, width: size.width, height: size.height)
    }

    /// A folder that only this program reads.
    static func newFolder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("theralog-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        return folder
    }

    private struct Header {
        let width: Int
        let height: Int
        let loader: String
    }

    /// What `vipsheader` says: `…: 4032x3024 uchar, 3 bands, srgb, jpegload`. Reads no pixels.
    private static func header(of file: URL, in folder: URL) async throws -> Header {
        let line = try await run(["vipsheader", file.path], in: folder)
        guard let match = line.firstMatch(of: /: (\d{1,9})x(\d{1,9}) .*, (\w+)\s*$/), let width = Int(match.1),
            let height = Int(match.2), width > 0, height > 0
        else { throw Failure.damaged }
        return Header(width: width, height: height, loader: String(match.3))
    }

    /// Runs one of libvips' or poppler's programs within limits; its standard output.
    @discardableResult
    static func run(_ command: [String], in folder: URL) async throws -> String {
        let limits = ["--as=1073741824", "--cpu=20", "--fsize=16777216", "--nofile=64", "--core=0", "--"]
        do {
            let result = try await Subprocess.run(
                .name("prlimit"), arguments: Arguments(limits + command),
                environment: .custom([
                    "PATH": "/usr/bin:/bin", "HOME": folder.path, "TMPDIR": folder.path, "LANG": "C.UTF-8",
                    "VIPS_BLOCK_UNTRUSTED": "1", "VIPS_CONCURRENCY": "1",
                ]),
                output: .string(limit: 4096), error: .discarded)
            guard result.terminationStatus.isSuccess else {
                // prlimit says 127 for a program that is not there.
                throw result.terminationStatus == .exited(127) ? Failure.missing : Failure.damaged
            }
            return result.standardOutput
        } catch let error as SubprocessError {
            try Task.checkCancellation()
            throw error.code == .executableNotFound ? Failure.missing : Failure.damaged
        }
    }

    /// What cannot be removed lies in the system's temporary folder, which is emptied at start.
    static func remove(_ folder: URL) {
        do { try FileManager.default.removeItem(at: folder) } catch { return }
    }
}
