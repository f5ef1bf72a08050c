import NIOCore

extension ByteBuffer {
    /// Writes a JSON string (RFC 8259, section 7): quotes, backslashes and control characters escaped. For answers while
    /// somebody types, where Foundation's encoder takes longer than the search.
    mutating func writeJSONString(_ text: String) {
        let needsEscapes = text.utf8.contains { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C }
        guard needsEscapes else {
            writeString("\"\(text)\"")
            return
        }
        writeString("\"")
        for byte in text.utf8 {
            switch byte {
            case 0x22: writeString("\\\"")
            case 0x5C: writeString("\\\\")
            case ..<0x20:
                let digits = String(byte, radix: 16)
                writeString("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
            default: writeInteger(byte)
            }
        }
        writeString("\"")
    }
}
