import Clinic
import Foundation
import Store
import TestSupport
import Testing

@testable import Site

@Suite("Logging doses")
struct LoggingTests {
    @Test("one tap on a dose that is due logs it as taken now, and Undo takes it back")
    func tap() async throws {
        let clinic = try await LogSite()
        try await clinic.run { browser in
            let home = try await browser.get("/")
            let answer = try await browser.post("\(clinic.path)/administrations", fields: try LogSite.tap(home))
            #expect(answer.status == 303)
            let entry = try #require(try await clinic.log().first)
            #expect(answer.location == "/?logged=\(entry.id)")
            #expect(entry.details.slot == "2026-11-21.0800")
            #expect(entry.details.at == clinic.site.fixed.now)
            #expect(entry.details.medicine == "lisinopril 10 mg")
            #expect(entry.recordedBy == "Maria Okafor")
            let after = try await browser.get("/?logged=\(entry.id)")
            #expect(after.text.contains("Logged as taken: lisinopril 10 mg, Nov 21, 2026, 09:30"))
            #expect(after.text.contains("Taken at 09:30"))
            let undone = try await browser.post(
                "/my/administrations/\(entry.id)/undoing", ["version": "1", "return": "home"])
            #expect(undone.location == "/")
            #expect(try await clinic.log().isEmpty)
            #expect(try await browser.get("/").body.contains("Taken<span class=\"visually-hidden\">: lisinopril"))
        }
    }

    @Test("a dose in the small hours is due on its page, on the first page and in the form before the day before ends")
    func smallHours() async throws {
        var order = MedicationOrder.sample()
        let times = [2, 10, 18].map { LocalTime(minuteOfDay: $0 * 60) }
        order.dosages = [Dosage(Dose(.one, .tablet), Timing(.calendar(CalendarRhythm(at: .times(times)))))]
        let clinic = try await LogSite(order)
        // 01:30; the day ends at four.
        clinic.site.fixed.advance(by: -8 * 3600)
        try await clinic.run { browser in
            for page in ["/", "/my/medications", clinic.path] {
                let tap = try LogSite.tap(try await browser.get(page))
                #expect(tap.contains { $0 == ("dose", "2026-11-21.0200") }, "\(page)")
            }
            let form = try await browser.get("\(clinic.path)/administrations/new")
            #expect(form.body.contains("value=\"2026-11-21.0200\""))
            let home = try await browser.get("/")
            #expect(!home.text.contains("yesterday’s"))
            #expect(!home.body.contains("2026-11-21.1000"), "not yet")
            try await browser.post("\(clinic.path)/administrations", fields: try LogSite.tap(home))
            #expect(try await clinic.log().first?.details.day == LocalDate(iso: "2026-11-21"))
            #expect(try await browser.get("/").text.contains("Taken at 01:30"))
        }
    }

    @Test("the same tap twice, and one from another device, are one entry")
    func twice() async throws {
        let clinic = try await LogSite()
        try await clinic.run { browser in
            let fields = try LogSite.tap(try await browser.get("/my/medications"))
            let url = "\(clinic.path)/administrations"
            try await browser.post(url, fields: fields)
            let again = try await browser.post(url, fields: fields)
            let device = try await browser.post(url, ["dose": "2026-11-21.0800", "outcome": "taken", "key": "other"])
            #expect((again.status, device.status) == (303, 303))
            #expect(try await clinic.log().count == 1)
            #expect(try await browser.get(again.location ?? "").text.contains("logged already"))
        }
    }

    @Test("a tap that arrives after its entry was taken back logs nothing and says so")
    func lateTap() async throws {
        let clinic = try await LogSite()
        try await clinic.run { browser in
            let fields = try LogSite.tap(try await browser.get(clinic.path))
            let url = "\(clinic.path)/administrations"
            try await browser.post(url, fields: fields)
            let entry = try #require(try await clinic.log().first)
            try await browser.post("/my/administrations/\(entry.id)/undoing", ["version": "1"])
            let late = try await browser.post(url, fields: fields)
            #expect(try await clinic.log().isEmpty)
            #expect(try await browser.get(late.location ?? "").text.contains("This entry was taken back"))
        }
    }

    @Test("the form logs a dose that was not taken, with why, and one at another time with another amount")
    func form() async throws {
        let clinic = try await LogSite()
        try await clinic.run { browser in
            let url = "\(clinic.path)/administrations"
            let page = try await browser.get("\(url)/new?dose=2026-11-20.2000")
            #expect(page.status == 200)
            #expect(page.body.contains("value=\"2026-11-20.2000\" selected"))
            try await browser.post(
                url,
                ["dose": "2026-11-20.2000", "outcome": "not-taken", "reason": "ran-out", "when": "planned", "key": "a"])
            try await browser.post(
                url,
                [
                    "dose": "2026-11-21.0800", "outcome": "taken", "when": "other", "date": "2026-11-21",
                    "time": "8.15", "amount": "1½", "note": "with juice", "key": "b",
                ])
            let log = try await clinic.log()
            #expect(log.map(\.details.slot) == ["2026-11-21.0800", "2026-11-20.2000"])
            #expect(log.last?.details.outcome == .notTaken(.ranOut))
            #expect(log.last?.details.at == log.last?.details.plannedAt)
            let one = try #require(log.first?.details)
            #expect(one.at == clinic.site.fixed.now.addingTimeInterval(-75 * 60))
            #expect(one.amount?.high.description == "3/2")
            #expect(one.note == "with juice")
            let text = try await browser.get(clinic.path).text
            #expect(text.contains("Nov 20, 2026, 20:00 Ran out · planned for 20:00 Not taken"))
            #expect(text.contains("1½ tablets · planned for 08:00 · with juice"))
        }
    }

    @Test("a dose without a name is put to the one whose time it is")
    func nearest() async throws {
        let clinic = try await LogSite()
        try await clinic.run { browser in
            try await browser.post(
                "\(clinic.path)/administrations",
                ["outcome": "taken", "when": "other", "date": "2026-11-20", "time": "21:10", "key": "a"])
            #expect(try await clinic.log().map(\.details.slot) == ["2026-11-20.2000"])
        }
    }

    @Test(
        "what cannot be is said at its field, and nothing typed is lost",
        arguments: [
            (["outcome": ""], "Say whether the dose was taken"),
            (["outcome": "not-taken"], "Choose why it was not taken"),
            (["when": "other", "date": "2026-11-22", "time": "08:00"], "This day has not come yet"),
            (["when": "other", "date": "2026-11-21", "time": "23:00"], "This time has not come yet"),
            (["when": "other", "date": "2026-11-21", "time": "25:00"], "Enter a time such as 08:30"),
            (["when": "other", "date": "<script>", "time": ""], "Enter a time such as 08:30"),
            (["when": "other", "date": "2026-08-01", "time": "08:00"], "before the medicine was prescribed"),
            (["when": "planned", "dose": "unplanned"], "This dose has no planned time"),
            (["when": "x"], "Choose when"),
            (["dose": "2026-11-21.0900"], "no longer in the plan"),
            (["dose": "\u{0}\"'><b>"], "no longer in the plan"),
            (["amount": "1.0"], "1.0"), (["amount": ".5"], ".5"), (["amount": "many"], "many"),
            (["note": "a\u{202E}b"], "Note: "),
            (["note": String(repeating: "x", count: 1001)], "1000"),
        ])
    func badInput(fields: [String: String], message: String) async throws {
        let clinic = try await LogSite()
        try await clinic.run { browser in
            try await browser.get("/account")
            let usual = [
                "dose": "2026-11-21.0800", "outcome": "taken", "when": "now", "note": "kept & safe", "key": "a",
            ]
            let sent = usual.merging(fields) { $1 }
            let answer = try await browser.post("\(clinic.path)/administrations", fields: sent.map { ($0, $1) })
            #expect(answer.status == 422)
            #expect(answer.text.contains(message))
            #expect(!answer.body.contains("<b>") && !answer.body.contains("<script>"))
            if fields["note"] == nil { #expect(answer.body.contains("kept &amp; safe")) }
            #expect(try await clinic.log().isEmpty)
        }
    }

    @Test("a second real dose is warned of, and recorded once it is confirmed")
    func extra() async throws {
        let clinic = try await LogSite()
        try await clinic.run { browser in
            let url = "\(clinic.path)/administrations"
            try await browser.post(url, ["dose": "2026-11-21.0800", "outcome": "taken", "key": "a"])
            let warned = try await browser.post(url, ["dose": "unplanned", "outcome": "taken", "key": "b"])
            #expect(warned.status == 422)
            #expect(warned.text.contains("not one of the planned doses. 1 dose is logged for this day."))
            #expect(warned.body.contains("name=\"confirmed\""))
            let confirmed = try await browser.post(
                url, ["dose": "unplanned", "outcome": "taken", "key": "b", "confirmed": "yes"])
            #expect(confirmed.status == 303)
            #expect(try await clinic.log().count == 2)
        }
    }

    @Test("as needed: the time since the last dose is shown, limits warn and never block, nothing is missed")
    func asNeeded() async throws {
        let clinic = try await LogSite(try LogSite.asNeeded())
        try await clinic.run { browser in
            let url = "\(clinic.path)/administrations"
            let page = try await browser.get(clinic.path)
            #expect(page.text.contains("Not taken yet"))
            #expect(try await browser.post(url, fields: try LogSite.tap(page)).status == 303)
            clinic.site.fixed.advance(by: 2 * 3600 + 300)
            // The session has run out meanwhile.
            try await browser.signIn(clinic.maria)
            let later = try await browser.get(clinic.path)
            #expect(later.text.contains("Last taken 2 hours 5 minutes ago"))
            #expect(later.text.contains("Wait until Nov 21, 2026, 15:30"))
            let warned = try await browser.post(url, fields: try LogSite.tap(later))
            #expect(warned.status == 422)
            #expect(warned.text.contains("At least 6 hours should pass after the last dose."))
            let fields = try LogSite.tap(later) + [("confirmed", "yes")]
            #expect(try await browser.post(url, fields: fields).status == 303)
            #expect(try await clinic.log().count == 2)
            let third = try await browser.post(url, ["dose": "unplanned", "outcome": "taken", "key": "third"])
            #expect(third.text.contains("This would be more than 2 tablets in 1 day."))
            #expect(!(try await browser.get(clinic.path)).text.contains("Missed 1"))
        }
    }

    @Test("a correction keeps what was said first, with who and when")
    func correction() async throws {
        let clinic = try await LogSite()
        try await clinic.run { browser in
            try await browser.post(
                "\(clinic.path)/administrations", ["dose": "2026-11-21.0800", "outcome": "taken", "key": "a"])
            let entry = try #require(try await clinic.log().first)
            let url = "/my/administrations/\(entry.id)"
            clinic.site.fixed.advance(by: 600)
            let correction: KeyValuePairs = [
                "outcome": "not-taken", "reason": "side-effect", "when": "now", "note": "dizzy", "version": "1",
            ]
            #expect(try await browser.post(url, correction).location == url)
            let page = try await browser.get(url).text
            #expect(page.contains("Side effect · planned for 08:00 · dizzy"))
            #expect(page.contains("Nov 21, 2026, 09:30 1 tablet · planned for 08:00 Changed by Maria Okafor"))
            let stale = try await browser.post(url, correction)
            #expect(stale.status == 422)
            #expect(stale.text.contains("This was changed meanwhile"))
            #expect(try await clinic.log().first?.details.outcome == .notTaken(.sideEffect))
            let bad = try await browser.post(url, ["outcome": "taken", "when": "other", "date": "x", "version": "2"])
            #expect(bad.status == 422)
        }
    }

    @Test("several days are logged at once; what was chosen stays chosen when something is missing")
    func days() async throws {
        let clinic = try await LogSite()
        try await clinic.run { browser in
            let url = "\(clinic.path)/administrations/days"
            let page = try await browser.get(url)
            #expect(page.body.matches(of: /name="slot"/).count == 13)
            let slots = [("slot", "2026-11-19.0800"), ("slot", "2026-11-19.2000")]
            let missing = try await browser.post(url, fields: slots + [("outcome", "not-taken")])
            #expect(missing.status == 422)
            #expect(missing.body.contains("value=\"2026-11-19.0800\" checked"))
            #expect(try await browser.post(url, ["outcome": "taken"]).status == 422)
            #expect(try await browser.post(url, fields: slots + [("outcome", "taken")]).status == 303)
            let log = try await clinic.log()
            #expect(log.map(\.details.slot) == ["2026-11-19.2000", "2026-11-19.0800"])
            #expect(log.allSatisfy { $0.details.at == $0.details.plannedAt })
            #expect(try await browser.get(url).body.matches(of: /name="slot"/).count == 11)
        }
    }
}
