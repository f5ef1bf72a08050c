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
            buffer.writeJSONString(diagnosis.title)
            buffer.writeString(",\"system\":\"\(diagnosis.system.rawValue)\",\"billable\":\(diagnosis.isBillable)}")
        }
        buffer.writeString("]")
        return Response(
            status: .ok, headers: [.contentType: "application/json; charset=utf-8"],
            body: ResponseBody(byteBuffer: buffer))
    }
}
