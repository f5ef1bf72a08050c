import Clinic
import Foundation
import Rendering
import TestSupport
import Testing

@Suite("The worked examples of dosages")
struct DosageExampleTests {
    @Test("are said word for word", arguments: DosageSample.all)
    func wordForWord(sample: DosageSample) throws {
        for (language, expected) in [(Language.english, sample.english), (.german, sample.german)] {
            let sentence = try writer(language).sentence(sample.dosages, sample.verb)
            #expect(sentence.full == expected)
            #expect(sentence.origin == .composed)
        }
    }

    @Test("a weekly medicine names its day and says that it is the only one")
    func weeklyOnly() throws {
        // The note is the prescriber's, in the language of the order.
        let wednesday = each(1, .tablet, on([.wednesday]), instruction: "never take it daily.")
        #expect(
            try writer(.english).sentence([wednesday], .take).full
                == "Take 1 tablet once a week, on Wednesday only. Note: never take it daily.")
        let mittwoch = each(1, .tablet, on([.wednesday]), instruction: "Niemals täglich einnehmen")
        #expect(
            try writer(.german).sentence([mittwoch], .take).full
                == "1-mal pro Woche, nur mittwochs, 1 Tablette einnehmen. Hinweis: Niemals täglich einnehmen.")
    }

    @Test("are all those of the collection, as it words them")
    func collection() throws {
        guard let file = Project.shared("domain/dosage-timing-examples.json") else {
            print("Skipped: the collection of worked examples is not on this machine.")
            return
        }
        let samples = Dictionary(uniqueKeysWithValues: DosageSample.all.map { ($0.number, $0) })
        let examples = try JSONDecoder().decode([Example].self, from: Data(contentsOf: file))
        #expect(examples.count == 44)
        for example in examples where example.n != 26 {
            #expect(samples[example.n]?.english == example.en)
            #expect(samples[example.n]?.german == example.de)
        }
    }

    private struct Example: Decodable {
        let n: Int
        let en: String
        let de: String
    }
}

/// On the 12-hour clock, in Berlin.
func writer(_ language: Language, _ clock: ClockStyle = .hours12) throws -> DosageWriter {
    let words = try MessageCatalogue(folder: Project.folder("Views/locales")).words(in: language)
    return DosageWriter(words, clock: clock, zone: TimeZone(identifier: "Europe/Berlin") ?? .gmt)
}
