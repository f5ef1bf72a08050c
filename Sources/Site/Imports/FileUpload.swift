import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// A form with one file of any size, written to disk as it comes (RFC 7578). The fields stand before the file: the token
/// among them is checked before a byte of the file is kept.
struct FileUpload {
    /// The largest file, in bytes.
    static let most = 2 << 30
    /// All other fields together, in bytes.
    private static let mostFields = 65_536
    /// The head of a part, in bytes.
    private static let mostHead = 4096

    private(set) var form = Form(fields: [])
    private(set) var fileName = ""
    private(set) var size = 0
    /// Bytes of the fields that are read.
    private var fieldBytes = 0

    private let delimiter: [UInt8]
    /// Bytes that are here and not yet told apart. Begins with a line end, so that all delimiters look the same.
    private var buffer: [UInt8] = [0x0D, 0x0A]
    private var state = State.before

    private enum State {
        case before, head
        case field(name: String, bytes: [UInt8])
        case file
        case after
    }

    init(_ request: Request) throws {
        guard let boundary = Form.boundary(of: request.headers[.contentType] ?? "") else {
            throw FormError.unsupportedType
        }
        if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > Self.most + Self.mostFields {
            throw FormError.tooLarge
        }
        delimiter = Array("\r\n--\(boundary)".utf8)
    }

    /// Reads the whole body.
    /// - Parameters:
    ///   - admit: looks at the fields before the file; what it throws ends the reading.
    ///   - write: takes the next piece of the file.
    mutating func receive(
        _ body: RequestBody, admit: (Form) throws -> Void, write: ([UInt8]) throws -> Void
    ) async throws {
        do {
            for try await piece in body {
                buffer += piece.readableBytesView
                while try advance(admit: admit, write: write) {}
            }
        } catch let error as FormError {
            throw error
        } catch let error as CocoaError {
            throw error
        } catch {
            // Reading fails only by what the other side does: a connection that ends in the middle.
            throw FormError.malformed
        }
        guard case .after = state else { throw FormError.malformed }
    }

    /// Takes one step; false when more bytes are needed.
    private mutating func advance(admit: (Form) throws -> Void, write: ([UInt8]) throws -> Void) throws -> Bool {
        switch state {
        case .after:
            buffer.removeAll(keepingCapacity: true)
            return false
        case .before:
            guard let found = buffer.range(of: delimiter) else { return try needMore(than: Self.mostFields) }
            try check(found, within: Self.mostFields)
            buffer.removeFirst(found.upperBound)
            state = .head
            return true
        case .head: return try readHead(admit: admit)
        case .field(let name, var bytes):
            let (piece, isOver) = content()
            bytes += piece
            guard fieldBytes + bytes.count <= Self.mostFields else { throw FormError.tooLarge }
            state = .field(name: name, bytes: bytes)
            guard isOver else { return false }
            fieldBytes += bytes.count
            guard let text = String(validating: bytes, as: UTF8.self) else { throw FormError.malformed }
            form.append(name, text.replacing("\r\n", with: "\n"))
            guard form.fields.count <= 50 else { throw FormError.malformed }
            state = .head
            return true
        case .file:
            let (piece, isOver) = content()
            size += piece.count
            guard size <= Self.most else { throw FormError.tooLarge }
            if !piece.isEmpty { try write(piece) }
            if isOver { state = .head }
            return isOver
        }
    }

    /// The head of the next part, or the end.
    private mutating func readHead(admit: (Form) throws -> Void) throws -> Bool {
        guard buffer.count >= 2 else { return false }
        if buffer.starts(with: Array("--".utf8)) {
            state = .after
            return true
        }
        guard buffer.starts(with: [0x0D, 0x0A]) else { throw FormError.malformed }
        guard let gap = buffer.range(of: Array("\r\n\r\n".utf8)) else {
            return try needMore(than: Self.mostHead)
        }
        try check(gap, within: Self.mostHead)
        guard let head = String(validating: buffer[2..<max(2, gap.lowerBound)], as: UTF8.self),
            let part = Form.PartHead(head)
        else { throw FormError.malformed }
        buffer.removeFirst(gap.upperBound)
        guard let name = part.fileName else {
            state = .field(name: part.name, bytes: [])
            return true
        }
        // One file, and nothing behind it that could still be asked for.
        guard fileName.isEmpty, size == 0 else { throw FormError.malformed }
        try admit(form)
        fileName = name
        state = .file
        return true
    }

    /// Refuses what is refused too when it comes in smaller pieces.
    private func check(_ found: Range<Int>, within limit: Int) throws {
        guard found.upperBound <= limit + 1 else { throw FormError.malformed }
    }

    private func needMore(than limit: Int) throws -> Bool {
        guard buffer.count <= limit else { throw FormError.malformed }
        return false
    }

    /// What of the buffer is content for certain, and whether the part ends behind it.
    private mutating func content() -> (bytes: [UInt8], isOver: Bool) {
        if let found = buffer.range(of: delimiter) {
            let piece = Array(buffer[..<found.lowerBound])
            buffer.removeFirst(found.upperBound)
            return (piece, true)
        }
        // The delimiter may have begun at the end.
        let sure = max(0, buffer.count - delimiter.count)
        let piece = Array(buffer[..<sure])
        buffer.removeFirst(sure)
        return (piece, false)
    }
}

extension [UInt8] {
    /// The first place of some bytes, which begin with a byte that is rare; looked for by the C library.
    fileprivate func range(of needle: [UInt8]) -> Range<Int>? {
        withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress, let first = needle.first else { return nil }
            var start = 0
            while start + needle.count <= bytes.count,
                let found = memchr(base + start, Int32(first), bytes.count - start - needle.count + 1)
            {
                let place = UnsafeRawPointer(found) - base
                if bytes[place..<place + needle.count].elementsEqual(needle) { return place..<place + needle.count }
                start = place + 1
            }
            return nil
        }
    }
}
