import Clinic
import HTTPTypes
import Hummingbird
import NIOCore

/// Diagnoses for programs: an array of `{code, display, system, billable}`. Written by hand: this answers while somebody
/// types, and Foundation's encoder takes longer than the search.
enum DiagnosisJSON {
    static func response(_ diagnoses: [Diagnosis]) -> Response {
        var buffer = ByteBuffer()
        buffer.reserveCapacity(128 * diagnoses.count + 2)
        buffer.writeString("[")
        for (index, diagnosis) in diagnoses.enumerated() {
            buffer.writeString(index == 0 ? "{\"code\":\"" : ",{\"code\":\"")
            buffer.writeString(diagnosis.code.display)
            buffer.writeString("\",\"display\":")
            write(diagnosis.title, to: &buffer)
            buffer.writeString(",\"system\":\"\(diagnosis.system.rawValue)\",\"billable\":\(diagnosis.isBillable)}")
        }
        buffer.writeString("]")
        return Response(
            status: .ok, headers: [.contentType: "application/json; charset=utf-8"],
            body: ResponseBody(byteBuffer: buffer))
    }

    /// A JSON string (RFC 8259, section 7): quotes, backslashes and control characters escaped.
    private static func write(_ text: String, to buffer: inout ByteBuffer) {
        let needsEscapes = text.utf8.contains { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C }
        guard needsEscapes else {
            buffer.writeString("\"\(text)\"")
            return
        }
        buffer.writeString("\"")
        for byte in text.utf8 {
            switch byte {
            case 0x22: buffer.writeString("\\\"")
            case 0x5C: buffer.writeString("\\\\")
            case ..<0x20:
                let digits = String(byte, radix: 16)
                buffer.writeString("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
            default: buffer.writeInteger(byte)
            }
        }
        buffer.writeString("\"")
    }
}
