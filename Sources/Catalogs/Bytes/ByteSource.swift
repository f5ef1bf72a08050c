import Clinic

/// Bytes that come piece by piece: a file, what an archive holds, or what a test says.
package protocol ByteSource {
    /// The next piece, never empty; nil at the end.
    /// - Throws: ``FileProblem``.
    mutating func next() throws -> [UInt8]?
}

/// Bytes that are in memory already, handed out in pieces of a given size.
package struct MemoryBytes: ByteSource {
    private let bytes: [UInt8]
    private let pieceSize: Int
    private var position = 0

    package init(_ bytes: some Sequence<UInt8>, pieceSize: Int = 65_536) {
        self.bytes = Array(bytes)
        self.pieceSize = max(1, pieceSize)
    }

    package mutating func next() -> [UInt8]? {
        guard position < bytes.count else { return nil }
        let end = min(position + pieceSize, bytes.count)
        defer { position = end }
        return Array(bytes[position..<end])
    }
}

/// A file that cannot be read as what it should be. Cases and values; words come from the message catalogue.
package enum FileProblem: Error, Hashable, Sendable {
    /// It cannot be opened, or ends before it should; holds the library's reason for the log.
    case unreadable(String)
    /// It unpacks to more than `limit` bytes.
    case tooBig(limit: Int)
    /// It is not of the format; holds what was missing, such as `release`.
    case wrongFormat(missing: String)
    /// It has more rows than a list may have.
    case tooManyRows(limit: Int)
    /// It unpacks to more than `ratio` times its size: made to fill the disk, no list.
    case suspicious(ratio: Int)
    /// An archive with more files than `limit`.
    case tooManyParts(limit: Int)
    /// The archive is locked with a password.
    case encrypted
    /// The archive holds lists of several kinds; only one can be taken at a time.
    case severalKinds([CatalogKind])
    /// An XML or JSON document is broken at a line, counted from 1; what follows cannot be read.
    case brokenAt(line: Int)
    /// The titles of a code list hold more than `limit` bytes.
    case tooMuchText(limit: Int)
}
