import Clinic

/// Cuts the elements of one array out of a JSON document, one at a time: of `{"meta": …, "results": [{…}, {…}]}` those of
/// `results`. The document itself is never held in memory. An element's own form is checked by whoever decodes it.
struct JSONElements {
    private enum Place { case document, key, colon, value, array }

    private var source: any ByteSource
    private let key: [UInt8]
    private let limits: CatalogLimits
    private var piece: [UInt8] = []
    private var position = 0
    private var hasEnded = false
    private var bytesTaken = 0
    private var line = 1
    private var nesting = JSONNesting()
    private var place = Place.document
    /// The key before the value at hand, of those of the document itself.
    private var currentKey: [UInt8] = []
    /// The line where the element that ``next()`` gave last begins, counted from 1.
    private(set) var number = 0
    var bytesRead: Int { bytesTaken - (piece.count - position) }

    /// - Parameter key: of the array, in the document's outermost object.
    init(_ source: any ByteSource, key: String, limits: CatalogLimits) {
        self.source = source
        self.key = Array(key.utf8)
        self.limits = limits
    }

    /// The next element's bytes; nil behind the array.
    /// - Throws: ``FileProblem/brokenAt(line:)`` where the document is none, and what the source throws.
    mutating func next() throws -> Result<[UInt8], RowProblem.Reason>? {
        while let byte = try nextByte() {
            switch (place, byte) {
            case (.document, UInt8(ascii: "{")): place = .key
            case (.key, UInt8(ascii: "}")): return nil
            case (.key, UInt8(ascii: ",")): continue
            case (.key, 0x22):
                currentKey = try string()
                place = .colon
            case (.colon, UInt8(ascii: ":")): place = .value
            case (.value, UInt8(ascii: "[")) where currentKey == key: place = .array
            case (.value, _):
                try skipValue(byte)
                place = .key
            case (.array, UInt8(ascii: ",")): continue
            case (.array, UInt8(ascii: "]")): place = .key
            case (.array, _): return try element(byte)
            default: throw FileProblem.brokenAt(line: line)
            }
        }
        throw FileProblem.brokenAt(line: line)
    }

    /// The next byte that is no white space; nil at the end.
    private mutating func nextByte() throws -> UInt8? {
        while try position < piece.count || advance() {
            let byte = piece[position]
            position += 1
            switch byte {
            case 0x0A: line += 1
            case 0x20, 0x09, 0x0D: continue
            default: return byte
            }
        }
        return nil
    }

    private mutating func advance() throws -> Bool {
        guard !hasEnded, var bytes = try source.next() else {
            hasEnded = true
            return false
        }
        if bytesTaken == 0, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
        bytesTaken += bytes.count
        piece = bytes
        position = 0
        return true
    }

    /// A key of the document, of which the quotation mark has been read. Longer ones than any that is looked for are cut.
    private mutating func string() throws -> [UInt8] {
        var bytes: [UInt8] = []
        var isEscaped = false
        while try position < piece.count || advance() {
            let byte = piece[position]
            position += 1
            if byte == 0x0A { break }
            if byte == 0x22, !isEscaped { return bytes }
            isEscaped = byte == 0x5C && !isEscaped
            if bytes.count < 100 { bytes.append(byte) }
        }
        throw FileProblem.brokenAt(line: line)
    }

    private mutating func skipValue(_ first: UInt8) throws { _ = try value(first, limit: 0) }

    private mutating func element(_ first: UInt8) throws -> Result<[UInt8], RowProblem.Reason> {
        number = line
        let bytes = try value(first, limit: limits.elementBytes)
        if nesting.deepest > limits.jsonDepth { return .failure(.tooDeep(limit: limits.jsonDepth)) }
        return bytes.map { .success($0) } ?? .failure(.tooLong(limit: limits.elementBytes))
    }

    /// Reads a value to its end, of which the first byte has been read.
    /// - Returns: nil for one of more bytes than the limit.
    private mutating func value(_ first: UInt8, limit: Int) throws -> [UInt8]? {
        nesting = JSONNesting()
        var bytes: [UInt8] = []
        var isTooLong = limit == 0
        position -= 1
        while try position < piece.count || advance() {
            let start = position
            let isDone: Bool
            switch nesting.scan(piece, &position, &line) {
            case .more: isDone = false
            case .done: isDone = true
            case .broken: throw FileProblem.brokenAt(line: line)
            }
            if !isTooLong {
                bytes += piece[start..<position]
                isTooLong = bytes.count > limit
                if isTooLong { bytes = [] }
            }
            if isDone { return isTooLong ? nil : bytes }
        }
        throw FileProblem.brokenAt(line: line)
    }
}

/// Follows the brackets and strings of one JSON value to its end. Which bracket closes which is not its business.
struct JSONNesting {
    enum Step { case more, done, broken }

    private var depth = 0
    private(set) var deepest = 0
    private var isInString = false
    private var isEscaped = false
    private var isBare = false

    /// Reads on in a piece; behind the value's last byte it stops.
    mutating func scan(_ piece: [UInt8], _ position: inout Int, _ line: inout Int) -> Step {
        piece.withUnsafeBufferPointer { bytes in
            while position < bytes.count {
                let byte = bytes[position]
                if isInString {
                    position += 1
                    if byte == 0x0A { line += 1 }
                    if isEscaped {
                        isEscaped = false
                    } else if byte == 0x5C {
                        isEscaped = true
                    } else if byte == 0x22 {
                        isInString = false
                        if depth == 0 { return .done }
                    }
                    continue
                }
                let step = take(byte, &position, &line)
                if step != .more { return step }
            }
            return .more
        }
    }

    private mutating func take(_ byte: UInt8, _ position: inout Int, _ line: inout Int) -> Step {
        switch byte {
        case 0x22:
            if isBare { return .broken }
            isInString = true
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            if isBare { return .broken }
            depth += 1
            deepest = max(deepest, depth)
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            // The end of what holds a number or a word.
            if isBare, depth == 0 { return .done }
            depth -= 1
            if depth < 0 { return .broken }
            if depth == 0 {
                position += 1
                return .done
            }
        case UInt8(ascii: ","), 0x20, 0x09, 0x0A, 0x0D:
            if depth == 0 { return isBare ? .done : .broken }
            if byte == 0x0A { line += 1 }
        default: isBare = depth == 0
        }
        position += 1
        return .more
    }
}
