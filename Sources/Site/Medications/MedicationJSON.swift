import Clinic
import HTTPTypes
import Hummingbird
import NIOCore

/// Medicines for programs: an array of `{id, name, brands, class, purpose}`, brands being a list. A find that is only a
/// guess also has `guess: true`, so that no program takes it for certain. Written by hand: this answers while somebody
/// types.
enum MedicationJSON {
    static func response(_ hits: [MedicationHit]) -> Response {
        var buffer = ByteBuffer()
        buffer.reserveCapacity(256 * hits.count + 2)
        buffer.writeString("[")
        for (index, hit) in hits.enumerated() {
            if index > 0 { buffer.writeString(",") }
            write(hit, to: &buffer)
        }
        buffer.writeString("]")
        return Response(
            status: .ok, headers: [.contentType: "application/json; charset=utf-8"],
            body: ResponseBody(byteBuffer: buffer))
    }

    private static func write(_ hit: MedicationHit, to buffer: inout ByteBuffer) {
        let medication = hit.medication
        buffer.writeString("{\"id\":\"\(medication.id)\",\"name\":")
        buffer.writeJSONString(medication.name)
        buffer.writeString(",\"brands\":[")
        for (index, brand) in medication.brandList.enumerated() {
            if index > 0 { buffer.writeString(",") }
            buffer.writeJSONString(brand)
        }
        buffer.writeString("],\"class\":")
        buffer.writeJSONString(MedicationSummary.parts(of: medication.classes).joined(separator: "; "))
        buffer.writeString(",\"purpose\":")
        buffer.writeJSONString(MedicationSummary.parts(of: medication.purposes).joined(separator: "; "))
        buffer.writeString(hit.reason == .guess ? ",\"guess\":true}" : "}")
    }
}
