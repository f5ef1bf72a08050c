import CArchive
import Foundation

/// A file unpacked while it is read (gzip, bzip2, xz, lzma, zstd, compress, or not packed at all), in pieces of 64 KiB.
/// Formats that would need another program to unpack are left out on purpose.
package final class PackedFile: ByteSource {
    private let archive: OpaquePointer
    private let limit: Int
    private let isEmpty: Bool
    private var unpacked = 0
    private var buffer = [UInt8](repeating: 0, count: 65_536)

    /// Opens a file.
    /// - Parameter limit: bytes it may unpack to; a small file can unpack to a thousand times its size.
    /// - Throws: ``FileProblem/unreadable(_:)``.
    package init(_ file: URL, limit: Int = 256 << 20) throws {
        guard let archive = archive_read_new() else { throw FileProblem.unreadable("out of memory") }
        self.archive = archive
        self.limit = limit
        let filters = [
            archive_read_support_filter_gzip, archive_read_support_filter_bzip2, archive_read_support_filter_xz,
            archive_read_support_filter_lzma, archive_read_support_filter_zstd, archive_read_support_filter_compress,
        ]
        for support in filters { _ = support(archive) }
        archive_read_support_format_raw(archive)
        archive_read_support_format_empty(archive)
        guard archive_read_open_filename(archive, file.path, buffer.count) == ARCHIVE_OK else {
            throw FileProblem.unreadable(Self.reason(archive))
        }
        var entry: OpaquePointer?
        let header = archive_read_next_header(archive, &entry)
        isEmpty = header == ARCHIVE_EOF
        guard header == ARCHIVE_OK || isEmpty else { throw FileProblem.unreadable(Self.reason(archive)) }
    }

    deinit { archive_read_free(archive) }

    package func next() throws -> [UInt8]? {
        guard !isEmpty else { return nil }
        let count = buffer.withUnsafeMutableBytes { archive_read_data(archive, $0.baseAddress, $0.count) }
        guard count >= 0 else { throw FileProblem.unreadable(Self.reason(archive)) }
        guard count > 0 else { return nil }
        unpacked += count
        guard unpacked <= limit else { throw FileProblem.tooBig(limit: limit) }
        return Array(buffer[..<count])
    }

    private static func reason(_ archive: OpaquePointer) -> String {
        archive_error_string(archive).map { String(cString: $0) } ?? "unknown"
    }
}
