import Foundation

/// Finds the line on which a JSON text goes wrong: the decoder only says that it does.
struct JSONSlip {
    private let bytes: [UInt8]
    private var place = 0

    /// The line, counted from 1; nil when the brackets, texts and commas of the whole are right.
    /// - Parameter json: with brackets no deeper than ``TherapyTemplateFile/deepest``.
    static func line(in json: Data) -> Int? {
        var reader = JSONSlip(bytes: Array(json))
        let isRight = reader.value()
        if isRight { reader.skipSpace() }
        guard !isRight || reader.place < reader.bytes.count else { return nil }
        return 1 + reader.bytes.prefix(reader.place).count { $0 == UInt8(ascii: "\n") }
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

    private mutating func skipSpace() {
        while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { place += 1 }
    }

    private mutating func take(_ byte: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: byte) else { return false }
        place += 1
        return true
    }

    /// Reads one value. False leaves the place where it goes wrong.
    private mutating func value() -> Bool {
        skipSpace()
        switch next.map({ Character(Unicode.Scalar($0)) }) {
        case "{"?: return list(to: "}") { $0.member() }
        case "["?: return list(to: "]") { $0.value() }
        case "\""?: return text()
        default: return word()
        }
    }

    private mutating func member() -> Bool {
        skipSpace()
        guard text() else { return false }
        skipSpace()
        return take(":") && value()
    }

    private mutating func list(to end: Unicode.Scalar, _ element: (inout JSONSlip) -> Bool) -> Bool {
        place += 1
        skipSpace()
        if take(end) { return true }
        repeat {
            guard element(&self) else { return false }
            skipSpace()
        } while take(",")
        return take(end)
    }

    private mutating func text() -> Bool {
        guard take("\"") else { return false }
        while let byte = next, byte >= 0x20 {
            place += 1
            if byte == UInt8(ascii: "\"") { return true }
            if byte == UInt8(ascii: "\\") { place += 1 }
        }
        return false
    }

    /// A number, `true`, `false` or `null`.
    private mutating func word() -> Bool {
        let start = place
        while let byte = next, byte.isWordByte { place += 1 }
        let word = String(decoding: bytes[start..<place], as: UTF8.self)
        if ["true", "false", "null"].contains(word) || Double(word) != nil { return true }
        place = start
        return false
    }
}

extension UInt8 {
    fileprivate var isWordByte: Bool {
        (48...57).contains(self) || (97...122).contains(self) || (65...90).contains(self)
            || [43, 45, 46].contains(self)
    }
}
