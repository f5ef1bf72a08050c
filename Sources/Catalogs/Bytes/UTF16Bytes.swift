/// UTF-16 with a byte order mark, as spreadsheets save "Unicode text", handed on as UTF-8. What is no text becomes a byte
/// that no UTF-8 has, so that the line is refused where it stands.
struct UTF16Bytes: ByteSource {
    private var source: any ByteSource
    private let isBigEndian: Bool
    private var rest: [UInt8] = []
    private var hasStarted = false
    private var high: UInt16?

    init(_ source: any ByteSource, isBigEndian: Bool) {
        self.source = source
        self.isBigEndian = isBigEndian
    }

    /// Whether bytes begin with the mark of UTF-16, and if so in which order; nil for no mark.
    static func isBigEndian(_ head: some Sequence<UInt8>) -> Bool? {
        switch Array(head.prefix(2)) {
        case [0xFF, 0xFE]: false
        case [0xFE, 0xFF]: true
        default: nil
        }
    }

    mutating func next() throws -> [UInt8]? {
        while let piece = try source.next() {
            var bytes = rest + piece
            if !hasStarted, bytes.count >= 2 {
                hasStarted = true
                if Self.isBigEndian(bytes) != nil { bytes.removeFirst(2) }
            }
            let text = converted(bytes)
            if !text.isEmpty { return text }
        }
        guard !rest.isEmpty || high != nil else { return nil }
        rest = []
        high = nil
        return [0xFF]
    }

    private mutating func converted(_ bytes: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        for place in stride(from: 0, to: bytes.count & ~1, by: 2) {
            let (first, second) = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
            append(isBigEndian ? first << 8 | second : second << 8 | first, to: &text)
        }
        rest = bytes.count.isMultiple(of: 2) ? [] : [bytes[bytes.count - 1]]
        return text
    }

    private mutating func append(_ unit: UInt16, to text: inout [UInt8]) {
        if let first = high {
            high = nil
            if UTF16.isTrailSurrogate(unit) {
                let value = 0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(unit) - 0xDC00)
                Self.encode(value, to: &text)
                return
            }
            text.append(0xFF)
        }
        if UTF16.isLeadSurrogate(unit) {
            high = unit
        } else if UTF16.isTrailSurrogate(unit) {
            text.append(0xFF)
        } else {
            Self.encode(UInt32(unit), to: &text)
        }
    }

    private static func encode(_ value: UInt32, to text: inout [UInt8]) {
        guard value >= 0x80, let scalar = Unicode.Scalar(value) else {
            text.append(UInt8(truncatingIfNeeded: value))
            return
        }
        text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
}

/// Bytes as they are, or from UTF-16 if they begin with its mark.
struct DecodedBytes: ByteSource {
    private var source: any ByteSource
    private var first: [UInt8]?

    init(_ source: some ByteSource) throws {
        var source: any ByteSource = source
        let first = try source.next()
        if let first, let isBigEndian = UTF16Bytes.isBigEndian(first) {
            self.source = UTF16Bytes(Joined(first: first, rest: source), isBigEndian: isBigEndian)
        } else {
            self.first = first
            self.source = source
        }
    }

    mutating func next() throws -> [UInt8]? {
        guard let piece = first else { return try source.next() }
        first = nil
        return piece
    }

    /// A piece that was looked at, and what follows it.
    private struct Joined: ByteSource {
        var first: [UInt8]?
        var rest: any ByteSource

        mutating func next() throws -> [UInt8]? {
            guard let piece = first else { return try rest.next() }
            first = nil
            return piece
        }
    }
}
