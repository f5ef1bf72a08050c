import Clinic
import Testing

@Suite("A person's name")
struct PersonNameTests {
    @Test("is shown in the person's own order and listed by family name")
    func order() {
        let vietnamese = PersonName(given: "Thị Mai", family: "Nguyễn", order: .familyFirst)
        #expect(vietnamese.full == "Nguyễn Thị Mai")
        #expect(vietnamese.listed == "Nguyễn, Thị Mai")
        #expect(PersonName(given: "Maria", family: "Lopez").full == "Maria Lopez")
    }

    @Test("may be a single word on either side")
    func single() {
        #expect(PersonName(given: "Suharto", family: "").full == "Suharto")
        #expect(PersonName(given: "", family: "Suharto", order: .familyFirst).listed == "Suharto")
    }

    @Test(
        "resembles these",
        arguments: [
            ("Maria Lopez", "Lopez Maria"), ("María López", "Maria Lopez"), ("Maria Lopez", "Maria Lopes"),
            ("Maria Carmen Lopez Garcia", "Maria Lopez"), ("John Fitzgerald Kennedy", "John F. Kennedy"),
            ("Anna-Lena Müller", "Annalena Mueller"), ("Michael Brown", "Micheal Brown"), ("Suharto", "Suharto"),
            ("王 小明", "小明 王"), ("Muhammad Hussain", "Mohammad Hussein"),
        ])
    func resembling(one: String, other: String) {
        let (first, second) = (PersonName(given: one, family: ""), PersonName(given: other, family: ""))
        #expect(first.resembles(second))
        #expect(second.resembles(first))
    }

    @Test(
        "does not resemble these",
        arguments: [
            ("Maria Lopez", "Maria Garcia"), ("Wei Li", "Wei Lu"), ("J K", "John Kennedy"),
            ("Peter Maier", "Petra Huber"),
            ("", "Maria"), ("---", "---"),
        ])
    func different(one: String, other: String) {
        #expect(!PersonName(given: one, family: "").resembles(PersonName(given: other, family: "")))
    }

    @Test("of hostile length is compared quickly")
    func long() {
        let long = PersonName(
            given: String(repeating: "abcdefghij", count: 20), family: String(repeating: "a ", count: 100))
        #expect(long.resembles(long))
    }
}

@Suite("A patient number")
struct PatientNumberTests {
    @Test("is read back as written, with or without its hyphen")
    func roundTrip() {
        for serial in 1001...3000 {
            let number = PatientNumber(serial: serial)
            #expect(PatientNumber(typed: number.description) == number)
            #expect(PatientNumber(typed: " \(number.digits) ") == number)
        }
    }

    @Test("with one wrong digit or two swapped ones is refused")
    func checkDigit() {
        for serial in stride(from: 1001, to: 9999, by: 37) {
            let digits = Array(PatientNumber(serial: serial).digits)
            for index in digits.indices {
                var wrong = digits
                wrong[index] = digits[index] == "9" ? "0" : "9"
                #expect(PatientNumber(typed: String(wrong)) == nil)
                guard index > 0, digits[index] != digits[index - 1] else { continue }
                var swapped = digits
                swapped.swapAt(index, index - 1)
                #expect(PatientNumber(typed: String(swapped)) == nil)
            }
        }
    }

    @Test("is nothing else", arguments: ["", "-", "7", "abc", "1001-7x", "0-0", "１", "999999999999999999999"])
    func garbage(text: String) {
        #expect(PatientNumber(typed: text) == nil)
    }
}
