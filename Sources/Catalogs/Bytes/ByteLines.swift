import Clinic
import Foundation

/// Cuts bytes into lines without making text of them. Lines end with a line feed, with a carriage return before it or
/// not; where the first piece has no line feed at all, with a carriage return. A byte order mark at the start is dropped.
/// Memory stays bounded whatever comes: of a line that is too long nothing is kept.
struct ByteLines {
    private var source: any ByteSource
    private let limit: Int
    private var piece: [UInt8] = []
    private var position = 0
    private var carry: [UInt8] = []
    private var isTooLong = false
    private var hasStarted = false
    private var hasEnded = false
    private var end: UInt8 = 0x0A
    /// The number of the line that ``next()`` gave last, counted from 1.
    private(set) var number = 0
    /// Bytes taken from the source and handed out.
    var bytesRead: Int { bytesTaken - (piece.count - position) }
    private var bytesTaken = 0

    init(_ source: any ByteSource, limit: Int = 65_536) {
        self.source = source
        self.limit = limit
    }

    /// The next line without its end; nil at the end of the file.
    /// - Throws: ``FileProblem`` of the source.
    mutating func next() throws -> Result<ArraySlice<UInt8>, RowProblem.Reason>? {
        while true {
            if position == piece.count, try !advance() {
                guard !carry.isEmpty || isTooLong else { return nil }
                return take(carry[...])
            }
            guard let found = piece.firstIndex(of: end, from: position) else {
                keep(piece[position...])
                position = piece.count
                continue
            }
            let rest = piece[position..<found]
            position = found + 1
            if carry.isEmpty, !isTooLong { return take(rest) }
            keep(rest)
            return take(carry[...])
        }
    }

    private mutating func advance() throws -> Bool {
        guard !hasEnded, var bytes = try source.next() else {
            hasEnded = true
            return false
        }
        bytesTaken += bytes.count
        if !hasStarted {
            hasStarted = true
            if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
            if !bytes.contains(0x0A), bytes.dropLast().contains(0x0D) { end = 0x0D }
        }
        piece = bytes
        position = 0
        return true
    }

    private mutating func keep(_ bytes: ArraySlice<UInt8>) {
        guard !isTooLong, carry.count + bytes.count <= limit + 1 else {
            isTooLong = true
            carry = []
            return
        }
        carry.append(contentsOf: bytes)
    }

    private mutating func take(_ line: ArraySlice<UInt8>) -> Result<ArraySlice<UInt8>, RowProblem.Reason> {
        defer {
            carry = []
            isTooLong = false
        }
        number += 1
        let line = line.last == 0x0D ? line.dropLast() : line
        if isTooLong || line.count > limit { return .failure(.tooLong(limit: limit)) }
        if line.containsByte(0) { return .failure(.binary) }
        return .success(line)
    }
}

extension [UInt8] {
    /// By the C library: many times as fast as a loop.
    func firstIndex(of byte: UInt8, from start: Int) -> Int? {
        withUnsafeBytes { bytes in
            guard start < bytes.count, let base = bytes.baseAddress,
                let found = memchr(base + start, Int32(byte), bytes.count - start)
            else { return nil }
            return UnsafeRawPointer(found) - base
        }
    }
}

extension ArraySlice<UInt8> {
    func containsByte(_ byte: UInt8) -> Bool {
        withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return false }
            return memchr(base, Int32(byte), bytes.count) != nil
        }
    }

    /// Eight bytes at a time.
    var isASCII: Bool {
        withUnsafeBytes { bytes in
            var place = 0
            while place + 8 <= bytes.count {
                if bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self) & 0x8080_8080_8080_8080 != 0 {
                    return false
                }
                place += 8
            }
            while place < bytes.count {
                if bytes[place] >= 0x80 { return false }
                place += 1
            }
            return true
        }
    }

    /// Nothing but spaces and tabs.
    var isBlank: Bool { allSatisfy { $0 == 0x20 || $0 == 0x09 } }

    /// Without spaces, tabs and carriage returns at both ends.
    var trimmed: ArraySlice<UInt8> {
        var start = startIndex
        var end = endIndex
        while start < end, self[start] == 0x20 || self[start] == 0x09 || self[start] == 0x0D { start += 1 }
        while start < end, self[end - 1] == 0x20 || self[end - 1] == 0x09 || self[end - 1] == 0x0D { end -= 1 }
        return self[start..<end]
    }

    /// The number that digits alone say; nil for anything else and beyond 18 digits.
    var digitsValue: Int? {
        guard !isEmpty, count <= 18 else { return nil }
        var value = 0
        for byte in self {
            guard (0x30...0x39).contains(byte) else { return nil }
            value = value * 10 + Int(byte - 0x30)
        }
        return value
    }
}
