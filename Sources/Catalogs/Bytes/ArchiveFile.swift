import CArchive
import Clinic
import Foundation

/// A file opened with libarchive: packed by gzip, bzip2, xz, lzma, zstd or compress, a zip, or the bytes themselves.
/// Formats that would need another program to unpack are left out on purpose.
final class ArchiveFile {
    private let archive: OpaquePointer
    private let limits: CatalogLimits
    /// Bytes of the packed file.
    private let packed: Int
    private var unpacked = 0
    /// How many entries have been gone to, before the one that is being read.
    private var place = -1

    /// - Throws: ``FileProblem/unreadable(_:)``.
    init(_ file: URL, limits: CatalogLimits) throws {
        guard let archive = archive_read_new() else { throw FileProblem.unreadable("out of memory") }
        self.archive = archive
        self.limits = limits
        packed = try file.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
        let filters = [
            archive_read_support_filter_gzip, archive_read_support_filter_bzip2, archive_read_support_filter_xz,
            archive_read_support_filter_lzma, archive_read_support_filter_zstd, archive_read_support_filter_compress,
        ]
        for support in filters { _ = support(archive) }
        archive_read_support_format_zip(archive)
        archive_read_support_format_raw(archive)
        archive_read_support_format_empty(archive)
        guard archive_read_open_filename(archive, file.path, 65_536) == ARCHIVE_OK else { throw problem() }
    }

    deinit { archive_read_free(archive) }

    /// What is known of a file in the archive before it is read.
    struct Entry {
        let place: Int
        /// As text that can be shown.
        let path: String
        let size: Int?
        let isFolder: Bool
        let isEncrypted: Bool
    }

    /// For the thread that reads names, and only while it does. Never freed, never changed.
    nonisolated(unsafe) private static let unicodeLocale = newlocale(1 << LC_CTYPE, "C.UTF-8", nil)

    /// `AE_IFDIR`, a macro that Swift does not see.
    private static let folder: mode_t = 0o040000

    /// Whether it is an archive of files, and not one file. Known once an entry has been gone to.
    var isArchive: Bool { archive_format(archive) & ARCHIVE_FORMAT_BASE_MASK == ARCHIVE_FORMAT_ZIP }

    /// Goes to the next entry; nil behind the last.
    /// - Throws: ``FileProblem``.
    func nextEntry() throws -> Entry? {
        // Names are turned into the locale's encoding, and lost where it has none of their letters: a server's is often C.
        let before = Self.unicodeLocale.map { uselocale($0) }
        defer { if let before { uselocale(before) } }
        var entry: OpaquePointer?
        let status = archive_read_next_header(archive, &entry)
        if status == ARCHIVE_EOF { return nil }
        // A warning is about a name that the server's locale cannot say; the bytes are all right.
        guard status == ARCHIVE_OK || status == ARCHIVE_WARN, let entry else { throw problem() }
        place += 1
        guard place < limits.entries else { throw FileProblem.tooManyParts(limit: limits.entries) }
        unpacked = 0
        return Entry(
            place: place, path: isArchive ? Self.path(entry) : "",
            size: archive_entry_size_is_set(entry) != 0 ? Int(archive_entry_size(entry)) : nil,
            isFolder: archive_entry_filetype(entry) == Self.folder,
            isEncrypted: archive_entry_is_data_encrypted(entry) != 0)
    }

    /// The next piece of the entry; nil at its end.
    /// - Throws: ``FileProblem/tooBig(limit:)``, ``FileProblem/suspicious(ratio:)``, ``FileProblem/unreadable(_:)``.
    func read() throws -> [UInt8]? {
        var failed = 0
        let piece = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
            let read = archive_read_data(archive, buffer.baseAddress, buffer.count)
            count = max(0, read)
            failed = min(0, read)
        }
        guard failed == 0 else { throw problem() }
        guard !piece.isEmpty else { return nil }
        unpacked += piece.count
        guard unpacked <= limits.unpackedBytes else { throw FileProblem.tooBig(limit: limits.unpackedBytes) }
        guard unpacked <= limits.freeBytes || unpacked / limits.ratio <= packed else {
            throw FileProblem.suspicious(ratio: limits.ratio)
        }
        return piece
    }

    private func problem() -> FileProblem {
        .unreadable(archive_error_string(archive).map { String(cString: $0) } ?? "unknown")
    }

    /// The path without what would disturb a page, at most 200 characters of it.
    private static func path(_ entry: OpaquePointer) -> String {
        let raw = archive_entry_pathname_utf8(entry) ?? archive_entry_pathname(entry)
        guard let raw else { return "?" }
        var decoding = TextDecoding(fallback: .latin1)
        let bytes = Array(UnsafeRawBufferPointer(start: raw, count: min(strlen(raw), 1000)))
        let text = (try? decoding.text(bytes[...])) ?? String(decoding: bytes, as: UTF8.self)
        let clean = PlainText.cleaned(text).split(whereSeparator: \.isNewline).joined(separator: " ")
        return clean.isEmpty ? "?" : String(clean.prefix(200))
    }
}

/// One entry of an archive as a stream of bytes.
struct EntryBytes: ByteSource {
    private let file: ArchiveFile

    /// Opens the file anew and goes to the entry.
    /// - Throws: ``FileProblem``.
    init(_ file: URL, place: Int, limits: CatalogLimits) throws {
        self.file = try ArchiveFile(file, limits: limits)
        for _ in 0...place {
            guard try self.file.nextEntry() != nil else { throw FileProblem.unreadable("the file has changed") }
        }
    }

    func next() throws -> [UInt8]? { try file.read() }
}
