import Clinic
import Testing

@Suite("The name of a time zone")
struct TimeZoneNameTests {
    @Test(
        "is read whole or by its place, in any case",
        arguments: [
            ("America/New_York", "America/New_York"), ("new york", "America/New_York"),
            ("NEW_YORK", "America/New_York"),
            ("Berlin", "Europe/Berlin"), (" europe/berlin ", "Europe/Berlin"), ("são paulo", "America/Sao_Paulo"),
            ("utc", "UTC"),
        ])
    func read(typed: String, expected: String) {
        #expect(TimeZoneName(typed: typed)?.text == expected)
    }

    @Test(
        "is none that the database does not have",
        arguments: ["", " ", "/", "Mars/Base", "York", "EST", "GMT+3", "../../etc"])
    func none(typed: String) {
        #expect(TimeZoneName(typed: typed) == nil)
    }
}
