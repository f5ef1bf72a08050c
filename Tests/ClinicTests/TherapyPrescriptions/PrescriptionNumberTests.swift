import Clinic
import Testing

@Suite("The number of a prescription")
struct PrescriptionNumberTests {
    @Test("reads back what it prints, with and without hyphens and spaces")
    func roundTrip() {
        for count in [1, 2, 42, 99_999, 100_000, 1_234_567] {
            let number = PrescriptionNumber(year: 2026, count: count)
            let text = number.description
            #expect(PrescriptionNumber(text) == number)
            #expect(PrescriptionNumber(text.replacing("-", with: "")) == number)
            #expect(PrescriptionNumber("  \(text.replacing("-", with: " - ")) ") == number)
        }
    }

    @Test("the check digit of a published example is the published one")
    func publishedExample() {
        // Damm's own example: 572 has check digit 4. Here with the year 0000 in front, which leaves the chain at zero.
        #expect(PrescriptionNumber(year: 0, count: 572).description == "0000-00572-4")
    }

    @Test("any single wrong digit and any two neighbours swapped are told")
    func slips() {
        let digits = Array(PrescriptionNumber(year: 2026, count: 31_857).description.filter { $0 != "-" })
        for place in digits.indices {
            for wrong in "0123456789" where wrong != digits[place] {
                var slip = digits
                slip[place] = wrong
                #expect(PrescriptionNumber(String(slip)) == nil)
            }
            guard place + 1 < digits.count, digits[place] != digits[place + 1] else { continue }
            var slip = digits
            slip.swapAt(place, place + 1)
            #expect(PrescriptionNumber(String(slip)) == nil)
        }
    }

    @Test(
        "anything else is not a number",
        arguments: [
            "", "2026", "2026-00042", "abc", "2026-00000-0", "９９９９-00042-7", "2026-00042-7<",
            String(repeating: "1", count: 400),
        ])
    func malformed(text: String) {
        #expect(PrescriptionNumber(text) == nil)
    }
}
