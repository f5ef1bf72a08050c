import Clinic
import Foundation
import TestSupport
import Testing

@testable import FHIR

/// The worked examples that were handed to the project, read whole. Their essence stands in the other suites.
@Suite("The shared dosage examples")
struct DosageExampleTests {
    private static let file = "domain/dosage-timing-examples.json"
    private static var isHere: Bool { Project.shared(file) != nil }

    private static func examples() throws -> [(number: Int, json: JSONValue)] {
        let data = try Data(contentsOf: #require(Project.shared(file)))
        guard case .array(let examples) = try JSONValue(data) else { return [] }
        return examples.compactMap { example in
            guard case .object(let fields) = example, case .number(let number)? = fields["n"],
                let dosage = fields["dosage"]
            else { return nil }
            return (NSDecimalNumber(decimal: number).intValue, dosage)
        }
    }

    @Test(
        "Every example is read without a remainder and comes back the same",
        .enabled(if: isHere, "skipped: the shared examples are not on this machine"))
    func reads() throws {
        let examples = try Self.examples()
        #expect(examples.count == 44)
        for (number, json) in examples {
            let read = try ReadDosages(json, in: FHIRSample.berlin)
            #expect(read.notes.isEmpty, "example \(number)")
            #expect(read.dosages.filter { $0.asWritten != nil }.isEmpty, "example \(number)")
            let rules = DosageRules(start: FHIRSample.day("2026-05-01"), isTyped: false)
            #expect(rules.problems(in: read.dosages) == [], "example \(number)")
            let written = WrittenDosages.json(read.dosages) { _ in nil }
            let again = try ReadDosages(JSONValue(written.data()), in: FHIRSample.berlin)
            #expect(again.dosages == read.dosages, "example \(number)")
        }
    }
}
