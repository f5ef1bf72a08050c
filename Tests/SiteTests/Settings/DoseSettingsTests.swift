import Clinic
import Foundation
import Store
import TestSupport
import Testing

@Suite("The clinic's settings for doses")
struct DoseSettingsTests {
    private func signedIn(_ body: @escaping @Sendable (TestBrowser, TestSite) async throws -> Void) async throws {
        let site = try await TestSite()
        let admin = try await site.account("Morgan Ellis", [.admin])
        try await site.run { browser in
            try await browser.signIn(admin)
            try await body(browser, site)
        }
    }

    @Test("show the rules in force, explained; an admin changes them, half the gap being nothing")
    func change() async throws {
        try await signedIn { browser, site in
            let page = try await browser.get("/settings/doses")
            #expect(page.body.contains("value=\"60\"") && page.body.contains("value=\"04:00\""))
            #expect(page.text.contains("belongs to the evening before"))
            let saved = try await browser.post(
                "/settings/doses", ["minutesBefore": " 30 ", "minutesAfter": "90", "dayEnd": "3:30", "version": "0"])
            #expect(saved.status == 303 && saved.location == "/settings")
            let rules = DoseWindows(minutesBefore: 30, minutesAfter: 90, dayEnd: LocalTime(minuteOfDay: 210))
            #expect(try await site.database.doseWindows().windows == rules)
            #expect(try await browser.get("/settings").text.contains("The clinic’s settings are saved."))
            let fields = [("minutesBefore", "60"), ("minutesAfter", ""), ("dayEnd", "04.00"), ("version", "1")]
            #expect(try await browser.post("/settings/doses", fields: fields).status == 303)
            #expect(try await site.database.doseWindows().windows == DoseWindows())
            let stale = try await browser.post("/settings/doses", fields: fields)
            #expect(stale.status == 422 && stale.text.contains("Somebody else has changed the settings meanwhile."))
            #expect(stale.body.contains("name=\"version\" value=\"2\""))
        }
    }

    @Test(
        "what cannot be is said at its field, nothing typed is lost and nothing saved",
        arguments: [
            ("minutesBefore", ""), ("minutesBefore", "-1"), ("minutesBefore", "721"), ("minutesBefore", "1.5"),
            ("minutesBefore", "99999999999999999999"), ("minutesBefore", "<b>"), ("minutesAfter", "14"),
            ("minutesAfter", "1441"), ("minutesAfter", "\"\u{301}"), ("dayEnd", ""), ("dayEnd", "12:00"),
            ("dayEnd", "24:00"),
            ("dayEnd", "four"), ("dayEnd", String(repeating: "0", count: 5000)),
        ])
    func refused(field: String, value: String) async throws {
        try await signedIn { browser, site in
            let right = [("minutesBefore", "60"), ("minutesAfter", "60"), ("dayEnd", "04:00"), ("version", "0")]
            let fields = right.map { ($0.0, $0.0 == field ? value : $0.1) }
            let answer = try await browser.post("/settings/doses", fields: fields)
            #expect(answer.status == 422)
            #expect(answer.body.contains("href=\"#\(field)\""))
            #expect(answer.body.contains("aria-invalid=\"true\""))
            if value == "721" { #expect(answer.body.contains("value=\"721\"")) }
            #expect(try await site.database.doseWindows().version == 0)
        }
    }

    @Test("decide when a dose counts as missed on the patient's page, at once and for the past")
    func used() async throws {
        let clinic = try await LogSite()
        let actor = Actor(account: clinic.dana.id)
        // Somebody logs: the evening dose of the day before.
        let entry = AdministrationDraft(
            .taken, at: clinic.site.fixed.now.addingTimeInterval(-13 * 3600), in: .gmt,
            day: try #require(LocalDate(iso: "2026-11-20")), medicine: "lisinopril", slot: "2026-11-20.2000")
        _ = try await clinic.database.record(
            AdministrationEntry(prescription: clinic.medicine.id, formKey: "k", details: entry), by: actor)
        try await clinic.run { browser in
            // It is 09:30 and the dose of 08:00 can be taken until 14:00.
            let before = try await browser.get("/")
            #expect(try !LogSite.tap(before).isEmpty && !before.text.contains("Missed"))
            try await clinic.database.updateDoseWindows(DoseWindows(minutesAfter: 60), version: 0, by: actor)
            let home = try await browser.get("/")
            #expect(home.text.contains("Missed"))
        }
    }
}
