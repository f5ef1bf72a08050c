import Clinic

/// One record of a table: its values lie one behind the other, without the quotation marks around them.
struct CSVRecord {
    /// Where each value ends in ``bytes``.
    fileprivate(set) var ends: [Int] = []
    fileprivate(set) var bytes: [UInt8] = []

    var count: Int { ends.count }

    /// A value without spaces around it; empty beyond the last.
    subscript(_ place: Int) -> ArraySlice<UInt8> {
        guard place < ends.count else { return [] }
        return bytes[(place == 0 ? 0 : ends[place - 1])..<ends[place]].trimmed
    }

    /// Whether no value has anything but spaces.
    var isBlank: Bool { bytes[...].allSatisfy { $0 == 0x20 || $0 == 0x09 } }
}

/// Cuts bytes into the records of a table with a separator (RFC 4180): quotation marks around a value may hold
/// separators, line ends and doubled quotation marks; elsewhere they are text. Records end with a line feed, a carriage
/// return or both. Memory stays bounded whatever comes.
struct CSVRecords {
    /// How many times reading begins again behind the first line of a record whose quotation mark nothing closes. Beyond
    /// that what was read of it is dropped, so that time stays bounded.
    private static let restartLimit = 16

    private var source: any ByteSource
    private let limit: Int
    private var piece: [UInt8] = []
    private var position = 0
    private var machine: CSVMachine
    private var hasStarted = false
    private var hasEnded = false
    /// Everything behind the first line of a record that goes over several, up to the piece at hand.
    private var replay: [UInt8] = []
    private var restarts = 0
    private var bytesTaken = 0
    /// The number of the line where the record that ``next()`` gave last begins, counted from 1.
    private(set) var number = 0
    var bytesRead: Int { bytesTaken - (piece.count - position) }

    init(_ source: any ByteSource, separator: UInt8, limit: Int = 1 << 20) {
        self.source = source
        self.limit = limit
        machine = CSVMachine(separator: separator)
    }

    /// The next record, blank ones too; nil at the end.
    /// - Throws: ``FileProblem`` of the source.
    mutating func next() throws -> Result<CSVRecord, RowProblem.Reason>? {
        machine.begin()
        replay = []
        number = machine.lineEnds + 1
        while true {
            if position == piece.count, try !advance() {
                if machine.isQuoted { return try fail() }
                return machine.hasNothing ? nil : machine.finish(limit: limit)
            }
            // Not further than this in one go, so that a quotation mark that is never closed is found in time.
            let stop = min(piece.count, position + 65_536)
            if machine.scan(piece, &position, stop) { return machine.finish(limit: limit) }
            if machine.length + replay.count > limit {
                if machine.isQuoted { return try fail() }
                machine.discard()
            }
        }
    }

    private mutating func advance() throws -> Bool {
        guard !hasEnded else { return false }
        if let start = machine.secondLine {
            replay += piece[start...]
            machine.secondLine = 0
        }
        guard var bytes = try source.next() else {
            hasEnded = true
            if machine.secondLine != nil { machine.secondLine = piece.count }
            return false
        }
        bytesTaken += bytes.count
        if !hasStarted {
            hasStarted = true
            if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
        }
        piece = bytes
        position = 0
        return true
    }

    /// Gives up a record whose quotation mark nothing closes, and goes on behind its first line.
    private mutating func fail() throws -> Result<CSVRecord, RowProblem.Reason> {
        let start = machine.secondLine
        restarts += 1
        if restarts <= Self.restartLimit, let start {
            piece = replay + piece[start...]
            position = 0
            machine.restart(line: number)
        } else {
            machine.discard()
            while try position < piece.count || advance() {
                if machine.scan(piece, &position, piece.count) { break }
            }
        }
        return .failure(.unclosedQuote)
    }
}

/// Goes over the bytes of a table one by one.
private struct CSVMachine {
    enum State { case start, plain, quoted, closing, discarding }

    let separator: UInt8
    private var record = CSVRecord()
    private var state = State.start
    private var wasReturn = false
    /// Whether the first line end of the record was a carriage return, of which the line feed may follow.
    private var isSecondLineAfterReturn = false
    /// Where in the piece the record's second line begins; nil while it has one line.
    var secondLine: Int?
    /// Line ends seen so far.
    private(set) var lineEnds = 0

    init(separator: UInt8) { self.separator = separator }

    var isQuoted: Bool { state == .quoted }
    var length: Int { record.bytes.count }
    var hasNothing: Bool { state == .start && record.ends.isEmpty }

    mutating func begin() {
        record = CSVRecord()
        record.bytes.reserveCapacity(256)
        state = .start
        secondLine = nil
    }

    mutating func discard() {
        record = CSVRecord()
        state = .discarding
        secondLine = nil
    }

    mutating func restart(line: Int) {
        lineEnds = line
        wasReturn = isSecondLineAfterReturn
        secondLine = nil
    }

    /// Reads on in a piece; true at the end of a record.
    mutating func scan(_ piece: [UInt8], _ position: inout Int, _ stop: Int) -> Bool {
        piece.withUnsafeBufferPointer { bytes in
            while position < stop {
                let byte = bytes[position]
                position += 1
                if byte == 0x0A, wasReturn {
                    // The second half of a line end that was counted.
                    wasReturn = false
                    if state == .quoted { record.bytes.append(byte) }
                    continue
                }
                wasReturn = byte == 0x0D
                if byte == 0x0A || byte == 0x0D {
                    lineEnds += 1
                    guard state == .quoted else { return true }
                    if secondLine == nil {
                        secondLine = position
                        isSecondLineAfterReturn = wasReturn
                    }
                }
                take(byte)
            }
            return false
        }
    }

    private mutating func take(_ byte: UInt8) {
        switch state {
        case .plain:
            if byte == separator { endValue() } else { record.bytes.append(byte) }
        case .quoted:
            if byte == 0x22 { state = .closing } else { record.bytes.append(byte) }
        case .start where byte == 0x22: state = .quoted
        case .closing where byte == 0x22:
            record.bytes.append(byte)
            state = .quoted
        case .start, .closing:
            if byte == separator {
                endValue()
            } else {
                record.bytes.append(byte)
                state = .plain
            }
        case .discarding: break
        }
    }

    private mutating func endValue() {
        record.ends.append(record.bytes.count)
        state = .start
    }

    mutating func finish(limit: Int) -> Result<CSVRecord, RowProblem.Reason> {
        if state == .discarding { return .failure(.tooLong(limit: limit)) }
        record.ends.append(record.bytes.count)
        if record.bytes[...].containsByte(0) { return .failure(.binary) }
        return .success(record)
    }
}
