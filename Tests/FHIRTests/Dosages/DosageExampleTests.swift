import Clinic
import Foundation
import Rendering
import TestSupport
import Testing

@testable import FHIR

/// The worked examples that were handed to the project, read whole. Their essence stands in the other suites.
@Suite("The shared dosage examples")
struct DosageExampleTests {
    private static let file = "domain/dosage-timing-examples.json"
    private static var isHere: Bool { Project.shared(file) != nil }

    private struct Example {
        let number: Int
        let json: JSONValue
        let sentences: [Language: String]
    }

    private static func examples() throws -> [Example] {
        let data = try Data(contentsOf: #require(Project.shared(file)))
        guard case .array(let examples) = try JSONValue(data) else { return [] }
        return examples.compactMap { example in
            guard case .object(let fields) = example, case .number(let number)? = fields["n"],
                let dosage = fields["dosage"], case .string(let english)? = fields["en"],
                case .string(let german)? = fields["de"]
            else { return nil }
            return Example(
                number: NSDecimalNumber(decimal: number).intValue, json: dosage,
                sentences: [.english: english, .german: german])
        }
    }

    @Test(
        "Every example is read without a remainder and comes back the same",
        .enabled(if: isHere, "skipped: the shared examples are not on this machine"))
    func reads() throws {
        let examples = try Self.examples()
        #expect(examples.count == 44)
        for example in examples {
            let (number, json) = (example.number, example.json)
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

    @Test(
        "Every example is said in English and German as the collection words it",
        .enabled(if: isHere, "skipped: the shared examples are not on this machine"))
    func says() throws {
        let catalogue = try MessageCatalogue(folder: Project.folder("Views/locales"))
        for language in Language.allCases {
            let writer = DosageWriter(
                catalogue.words(in: language), clock: .hours12, zone: FHIRSample.berlin)
            for example in try Self.examples() {
                var dosages = try ReadDosages(example.json, in: FHIRSample.berlin).dosages
                for index in dosages.indices { dosages[index].count(in: Self.unit(of: example.number)) }
                let said = writer.sentence(dosages, Self.verb(of: example.number))
                #expect(said.origin == .composed, "example \(example.number)")
                #expect(
                    said.full == Self.wordings[example.number]?[language] ?? example.sentences[language],
                    "example \(example.number)")
            }
        }
    }

    /// The collection counts everything in "Stück", and words it with the form that the medicine has.
    private static func unit(of example: Int) -> DoseUnit {
        switch example {
        case 2, 13: .capsule
        case 8: .drop
        case 19: .infusion
        case 20: .patch
        case 23: .spray
        case 50: .dose
        case 61: .injection
        default: .tablet
        }
    }

    private static func verb(of example: Int) -> AdministrationVerb {
        switch example {
        case 8, 23: .use
        case 19, 61: .receive
        case 20: .stick
        case 49: .exercise
        case 50: .inhale
        default: .take
        }
    }

    /// Where the collection translates the prescriber's own note, which stays in the language it was written in.
    private static let wordings: [Int: [Language: String]] = [
        26: [.english: "Take 1 tablet once a week, on Wednesday only. Note: Niemals täglich einnehmen."]
    ]
}

extension Dosage {
    /// The same numbers of something else.
    fileprivate mutating func count(in unit: DoseUnit) {
        dose = dose.flatMap { Dose(from: $0.low, to: $0.high, unit) }
        limits.perPeriod = limits.perPeriod.map { DoseLimit($0.most, unit, per: $0.period) }
    }
}
