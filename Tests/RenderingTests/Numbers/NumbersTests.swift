import Clinic
import Foundation
import Rendering
import Testing

@Suite("Numbers in a language")
struct NumbersTests {
    @Test("are exact, with the language's decimal mark and no grouping")
    func decimals() throws {
        let value = try #require(Decimal(string: "1234.50"))
        #expect(Numbers(.english).decimal(value) == "1234.5")
        #expect(Numbers(.german).decimal(value) == "1234,5")
        #expect(Numbers(.german).decimal(try #require(Decimal(string: "0.30")), places: 0) == "0")
        #expect(Numbers(.english).decimal(try #require(Decimal(string: "72.5747792")), places: 1) == "72.6")
        #expect(Numbers(.english).decimal(180) == "180")
    }
}
