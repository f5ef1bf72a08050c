import Clinic
import Foundation
import TestSupport
import Testing

@testable import FHIR

/// Any dosage that can be typed comes back from FHIR as it was.
@Suite("Dosages to FHIR and back")
struct DosageRoundTripTests {
    @Test("Eight hundred orders of every shape come back the same", arguments: 0..<20)
    func roundTrip(_ seed: Int) throws {
        var random = DosageGenerator(seed: UInt64(seed) * 7919 + 17)
        for _ in 0..<40 {
            let dosages = random.dosages()
            let json = WrittenDosages.json(dosages, route: "oral") { _ in "as said" }
            let read = try ReadDosages(JSONValue(json.data()), in: FHIRSample.berlin)
            #expect(read.dosages == dosages)
            #expect(read.notes.allSatisfy { note in if case .asWritten = note { true } else { false } })
        }
    }
}
