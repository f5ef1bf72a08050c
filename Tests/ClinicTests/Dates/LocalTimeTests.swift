import Clinic
import Testing

@Suite("Times of the clock as typed")
struct LocalTimeTests {
    @Test(
        "are read however people write them",
        arguments: [
            ("08:30", "08:30"), ("8:30", "08:30"), ("8.30", "08:30"), (" 8 : 30 ", "08:30"), ("0830", "08:30"),
            ("830", "08:30"), ("8", "08:00"), ("8h", "08:00"), ("8h30", "08:30"), ("23:59", "23:59"), ("0:00", "00:00"),
            ("8 am", "08:00"), ("8:30PM", "20:30"), ("12 am", "00:00"), ("12 pm", "12:00"), ("1230pm", "12:30"),
        ])
    func typed(text: String, expected: String) {
        #expect(LocalTime(typed: text)?.description == expected)
    }

    @Test(
        "that are none are refused",
        arguments: [
            "", " ", "24:00", "8:60", "8:3", "8:", ":30", "8:30:00", "-8", "eight", "99", "13 pm", "0 am", "pm", "h",
            "8::30",
            "8:30\u{301}", "٨:٣٠", "08:30 <b>", String(repeating: "8", count: 10_000),
        ])
    func refused(text: String) {
        #expect(LocalTime(typed: text) == nil)
    }
}
