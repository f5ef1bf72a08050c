import Clinic
import Foundation
import HTTPTypes
import Store
import TestSupport
import Testing

@testable import Site

@Suite("The page of a medicine and its log")
struct LogPageTests {
    @Test("it says what is due, draws the chart with its figures as a table, and lists what is logged")
    func show() async throws {
        let clinic = try await LogSite()
        try await clinic.run { browser in
            try await browser.post(
                "\(clinic.path)/administrations", ["dose": "2026-11-21.0800", "outcome": "taken", "key": "a"])
            let page = try await browser.get(clinic.path)
            #expect(page.text.contains("lisinopril 10 mg"))
            #expect(page.text.contains("Next dose: today, 20:00"))
            #expect(page.text.contains("Nov 2026: 1 taken") || page.text.contains("November 2026: 1 taken"))
            #expect(page.body.matches(of: /class="chart__point"/).count == 7)
            #expect(
                page.text.contains(
                    "Taken 1 of 15 doses that are over and have a record (7 %). 26 doses have no record."))
            #expect(page.text.contains("May 2026 0 0 0 0"))
            #expect(!page.body.contains("style="))
        }
    }

    @Test(
        "each grouping and length has its address; one that is unreadable is the usual one",
        arguments: [
            "group=day", "group=day&groups=14", "group=week&groups=30", "group=month&groups=90", "group=year",
            "group=x&groups=8&end=yesterday", "from=2026-11-01&to=2026-11-21&group=day",
            "from=2026-11-21&to=2026-11-01",
            "group=day&end=9999-12-31", "group=year&groups=90&end=0001-01-01",
            "before=01920000-0000-7000-8000-00000000ffff",
            "logged=x", "from=0001-01-01&to=9999-12-31&group=day",
        ])
    func addresses(query: String) async throws {
        let clinic = try await LogSite()
        try await clinic.run { browser in
            #expect(try await browser.get("\(clinic.path)?\(query)").status == 200)
            let chart = try await browser.get("\(clinic.path)/chart.svg?\(query)")
            #expect(chart.status == 200)
            #expect(chart.headers[.contentType] == "image/svg+xml; charset=utf-8")
            #expect(chart.body.contains("<svg xmlns=\"http://www.w3.org/2000/svg\""))
        }
    }

    @Test("the day view draws planned against taken, the year its map")
    func views() async throws {
        let clinic = try await LogSite()
        try await clinic.run { browser in
            try await browser.post(
                "\(clinic.path)/administrations", ["dose": "2026-11-21.0800", "outcome": "taken", "key": "a"])
            let day = try await browser.get("\(clinic.path)?group=day")
            #expect(day.body.contains("<title>Nov 21, 2026, 08:00: Taken at 09:30</title>"))
            let year = try await browser.get("\(clinic.path)?group=year")
            #expect(year.text.contains("Some taken: 1 day") || year.text.contains("All taken: 1 day"))
        }
    }

    @Test("the log as a table is safe in a spreadsheet and says local time, zone and UTC")
    func table() async throws {
        let clinic = try await LogSite()
        try await clinic.run { browser in
            try await browser.post(
                "\(clinic.path)/administrations",
                [
                    "dose": "2026-11-21.0800", "outcome": "not-taken", "reason": "cost", "key": "a",
                    "note": "=HYPERLINK(\"http://x\")",
                ])
            let table = try await browser.get("\(clinic.path)/log.csv")
            #expect(table.headers[.contentType] == "text/csv; charset=utf-8")
            #expect(table.body.hasPrefix("\u{FEFF}Date,Time,Time zone,UTC,"))
            #expect(table.body.contains("2026-11-21,09:30,GMT,2026-11-21T09:30:00Z,Not taken,2026-11-21,08:00,"))
            #expect(table.body.contains("Cost,\"'=HYPERLINK(\"\"http://x\"\")\","))
        }
    }

    @Test("cells that a spreadsheet would compute are text", arguments: ["=1", "+1", "-1", "@x", " =1", "\t=1"])
    func formulas(text: String) { #expect(CSV.cell(text).contains("'")) }

    @Test("a quotation mark with a combining mark behind it does not end a cell, nor hide a formula")
    func combiningMarks() {
        #expect(Array(CSV.cell("a\"\u{301},b").utf8) == Array("\"a\"\"\u{301},b\"".utf8))
        #expect(CSV.cell("=\u{301}1").hasPrefix("'"))
        #expect(CSV.cell(",\u{301}").hasPrefix("\""))
    }

    @Test("a long log is paged, newest first")
    func pages() async throws {
        let clinic = try await LogSite()
        let actor = Actor(account: clinic.dana.id)
        let now = clinic.site.fixed.now
        for number in 0..<30 {
            let draft = AdministrationDraft(
                .taken, at: now.addingTimeInterval(-600 * Double(number)), in: .gmt,
                day: LocalDate(now, in: .gmt), medicine: "lisinopril", note: "entry \(number).")
            _ = try await clinic.database.record(
                AdministrationEntry(prescription: clinic.medicine.id, formKey: "k\(number)", details: draft), by: actor)
        }
        try await clinic.run { browser in
            let first = try await browser.get(clinic.path)
            #expect(first.text.contains("entry 24.") && !first.text.contains("entry 25."))
            let older = try #require(first.body.firstMatch(of: /href="([^"]+\?before=[^"#]+)#log"/))
            let second = try await browser.get(String(older.1))
            #expect(second.text.contains("entry 25.") && second.text.contains("entry 29."))
            #expect(!second.text.contains("entry 24."))
        }
    }

    @Test("the patient's list has the doses due first, then the medicines, the stopped ones last")
    func list() async throws {
        let clinic = try await LogSite()
        let actor = Actor(account: clinic.dana.id)
        let stopped = try await LogSite.sign(
            .sample(from: "2026-11-01", "ramipril"), for: clinic.patient, clinic.database, actor)
        let day = try #require(LocalDate(iso: "2026-11-20"))
        try await clinic.database.discontinue(stopped.id, lastDay: day, reason: "cough", by: actor)
        try await clinic.run { browser in
            for path in ["/", "/my/medications"] {
                let page = try await browser.get(path)
                let text = page.text
                let parts = [
                    "08:00", "My medicines", "Next dose: today, 08:00", "No longer taken", "ramipril", "cough",
                ]
                for part in parts { #expect(text.contains(part), "\(path) \(part)") }
                let due = try #require(text.range(of: "08:00"))
                let end = try #require(text.range(of: "No longer taken"))
                #expect(due.lowerBound < end.lowerBound)
            }
        }
    }

    @Test("German says it in German")
    func german() async throws {
        let clinic = try await LogSite()
        try await clinic.database.updateLanguage(
            of: clinic.maria.id, to: .german, by: Actor(account: clinic.maria.id))
        try await clinic.run { browser in
            let text = try await browser.get(clinic.path).text
            #expect(text.contains("Nächste Dosis: heute, 8:00 Uhr"))
            #expect(text.contains("November 2026: 0 genommen"))
            #expect(!text.contains("["))
        }
    }

    @Test("the patient's own times place doses that name none, and the clock reads as chosen")
    func times() async throws {
        var order = MedicationOrder.sample()
        order.dosages = [Dosage(Dose(.one, .tablet), Timing(.calendar(CalendarRhythm(frequency: 2...2))))]
        let clinic = try await LogSite(order)
        try await clinic.run { browser in
            #expect(try await browser.get(clinic.path).text.contains("During the day"))
            #expect(try await browser.get("/my/times").body.contains("value=\"07:00\""))
            let fields: KeyValuePairs = [
                "wake": "6:30", "breakfast": "07:15", "lunch": "", "dinner": "18:00", "bed": "22:00", "clock": "12",
                "version": "0",
            ]
            #expect(try await browser.post("/my/times", fields).location == "/my/medications")
            let text = try await browser.get(clinic.path).text
            #expect(text.contains("7:15 am"))
            #expect(text.contains("assumed, by your usual times"))
            #expect(try await browser.post("/my/times", fields).status == 422, "somebody saved meanwhile")
            let bad = try await browser.post("/my/times", ["wake": "25:00", "bed": "<b>", "version": "1"])
            #expect(bad.status == 422)
            #expect(bad.text.contains("Enter a time such as 08:30"))
            let order = try await browser.post(
                "/my/times", ["wake": "07:00", "breakfast": "20:00", "lunch": "08:00", "version": "1"])
            #expect(order.text.contains("do not follow one another"))
        }
    }
}

@Suite("Whose log it is")
struct LogAccessTests {
    @Test("another patient gets no page of it and writes nothing, by any address")
    func stranger() async throws {
        let clinic = try await LogSite()
        try await clinic.run { browser in
            try await browser.post(
                "\(clinic.path)/administrations", ["dose": "2026-11-21.0800", "outcome": "taken", "key": "a"])
            let entry = try #require(try await clinic.log().first)
            let other = browser.another()
            try await other.signIn(clinic.stranger)
            for route in clinic.site.site.routeEntries()
            where route.path.contains("/administrations/:id")
                || route.path.contains("/my/medications/:id") || route.path.hasPrefix("/medication-prescriptions/:id")
            {
                let id = route.path.contains("/administrations/:id") ? entry.id.text : clinic.medicine.id.text
                let path = route.path.replacing(":id", with: id)
                let fields: KeyValuePairs = ["outcome": "taken", "version": "1", "dose": "2026-11-21.2000"]
                let answer = route.method == "GET" ? try await other.get(path) : try await other.post(path, fields)
                #expect(answer.status == (route.access == .patient ? 404 : 403), "\(route)")
            }
            let home = try await other.get("/?logged=\(entry.id)")
            #expect(!home.text.contains("lisinopril"))
            #expect(try await clinic.log().count == 1)
        }
    }

    @Test("a clinician logs for a patient under their own name, and opening the page is audited")
    func clinician() async throws {
        let clinic = try await LogSite()
        try await clinic.site.run { browser in
            try await browser.signIn(clinic.dana)
            let page = try await browser.get(clinic.clinicPath)
            #expect(page.status == 200)
            #expect(page.text.contains("María Okafor"))
            let answer = try await browser.post(
                "\(clinic.clinicPath)/administrations", ["dose": "2026-11-21.0800", "outcome": "taken", "key": "a"])
            let entry = try #require(try await clinic.log().first)
            #expect(answer.location == "\(clinic.clinicPath)?logged=\(entry.id)")
            #expect(entry.recordedBy == "Dana Reyes")
            #expect(try await browser.get("/administrations/\(entry.id)").text.contains("Logged by Dana Reyes"))
            #expect(try await browser.get("/my/medications/\(clinic.medicine.id)").status == 403)
            let audit = try await clinic.database.auditEntries(of: clinic.patient)
            #expect(audit.contains { $0.action == .read && $0.entityID == clinic.medicine.id.text })
            #expect(audit.contains { $0.action == .created && $0.entity == "administration" })
        }
    }

    @Test("an account without a record has an empty list")
    func noRecord() async throws {
        let site = try await TestSite()
        let account = try await site.account("Nobody", [.patient])
        try await site.run { browser in
            try await browser.signIn(account)
            #expect(try await browser.get("/my/medications").text.contains("No medicine is prescribed for you here"))
            #expect(try await browser.get("/my/times").status == 404)
        }
    }
}
