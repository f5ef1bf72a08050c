import Clinic
import Foundation
import Store
import TestSupport
import Testing

@testable import Site

@Suite("Entering a patient")
struct PatientFormTests {
    @Test("the same form sent several times at once enters one patient, and a changed one another")
    func sentTwice() async throws {
        let site = try await PatientSite()
        try await site.run { browser in
            let key = try #require(
                try await browser.get("/patients/new").body.firstMatch(of: /name="form-key" value="([^"]+)"/)?.1)
            let typing = PatientTyping(["form-key": String(key)])
            let locations = try await withThrowingTaskGroup(of: String?.self) { group in
                for _ in 1...4 {
                    group.addTask { try await browser.post("/patients", fields: typing.fields).location }
                }
                return try await group.reduce(into: Set<String?>()) { $0.insert($1) }
            }
            #expect(locations.count == 1 && locations.first != .some(nil))
            let found = try await site.database.patients(recentFor: site.account.id, page: 1)
            #expect(found.lines.count == 1)
            let other = typing.with("given", "Peter").with("birth-date", "1950-01-01")
            let second = try await browser.post("/patients", fields: other.fields).location
            #expect(second != nil && !locations.contains(second))
        }
    }

    @Test("keeps everything that was typed and shows it on the record")
    func everything() async throws {
        let site = try await PatientSite()
        try await site.run { browser in
            #expect(try await browser.get("/patients/new").status == 200)
            var typing = PatientTyping([
                "birth-date": "03/12/1948", "street": "1 Main St", "city": "Springfield", "state": "il",
                "postcode": "62704", "phone": "1(217)555-0142", "email": "maria@Example.org", "language": "es",
                "time-zone": "chicago", "notes": "**Falls** <script>alert(1)</script>",
                "allergy-status": "recorded",
                "weight": "160 lb", "weight-on": "11/01/2026", "height": "5'4", "height-unit": "[in_i]",
                "kidney": "1.1", "kidney-unit": "mg/dL", "pregnancy": "not-pregnant",
            ])
            typing.addAllergy("Latex", "Rash", "mild")
            typing.addAllergy("", "", "")
            typing.addAllergy("Penicillin", "Anaphylaxis", "severe")
            typing.addCondition("Asthma", "since 2010")
            let answer = try await browser.post("/patients", fields: typing.fields)
            #expect(answer.status == 303)
            let patient = try await site.database.patient(try patientID(answer))
            #expect(patient.phone?.e164 == "+12175550142")
            #expect(patient.birthDate.description == "1948-03-12")
            #expect(patient.weight?.unit == .pounds && patient.weight?.measuredOn.description == "2026-11-01")
            #expect(patient.height?.value == 64)
            #expect(patient.pregnancy?.asOf.description == "2026-11-21")
            let page = try await browser.get(try #require(answer.location))
            for text in [
                "Maria Lopez", "Mar 12, 1948 (78 years)", "1001-", "Springfield, IL 62704", "(217) 555-0142",
                "maria@example.org", "Spanish", "America/Chicago", "Penicillin (severe: Anaphylaxis)",
                "Latex (mild: Rash)",
                "Asthma (since 2010)", "160 lb (72.6 kg), Nov 1, 2026", "5′4″ (162.6 cm)", "Creatinine 1.1 mg/dL",
                "Not pregnant", "The patient is recorded.", "Severe allergy",
            ] {
                #expect(page.text.contains(text), "\(text)")
            }
            #expect(page.body.contains("<strong>Falls</strong>"))
            #expect(!page.body.contains("<script>alert"))
        }
    }

    @Test("with one name only, in a script of any direction")
    func names() async throws {
        let site = try await PatientSite()
        try await site.run { browser in
            try await browser.get("/patients/new")
            for (given, family) in [
                ("Suharto", ""), ("", "王小明"), ("محمد", "أحمد"), (String(repeating: "ö", count: 200), "X"),
            ] {
                let typing = PatientTyping(["given": given, "family": family])
                #expect(try await browser.post("/patients", fields: typing.fields).status == 303, "\(given)\(family)")
            }
        }
    }

    @Test(
        "says what is wrong beside the field and keeps everything typed",
        arguments: [
            ("given", "", "family", "", "Enter a given name or a family name"),
            ("given", String(repeating: "x", count: 201), "family", "Kept", "at most 200 characters"),
            ("given", "a\u{0}b", "family", "Kept", "characters that cannot be seen"),
            ("given", "\u{202E}evil", "family", "Kept", "characters that cannot be seen"),
            ("birth-date", "", "family", "Kept", "Enter a date such as"),
            ("birth-date", "12.3.48", "family", "Kept", "four digits"),
            ("birth-date", "2026-11-22", "family", "Kept", "has not come yet"),
            ("birth-date", "1879-01-01", "family", "Kept", "from 1880 on"),
            ("birth-date", "30 Feb 1948", "family", "Kept", "no such day"),
            ("sex", "robot", "family", "Kept", "Choose one"),
            ("country", "XX", "family", "Kept", "Choose a country"),
            ("postcode", "1234", "family", "Kept", "postcode such as"),
            ("state", "Bavaria", "family", "Kept", "state or province"),
            ("phone", "call me", "family", "Kept", "in digits"),
            ("email", "a@b\r\nBcc: x@y.org", "family", "Kept", "e-mail address such as"),
            ("language", "tlh", "family", "Kept", "Choose one"),
            ("time-zone", "Mars/Base", "family", "Kept", "a city of the time zone list"),
            ("weight", "heavy", "family", "Kept", "a number such as"),
            ("weight", "900", "family", "Kept", "0.3 to 650 kg"),
            ("weight-unit", "stone", "weight", "12", "Choose one"),
            ("weight-on", "2026-11-20", "family", "Kept", "no value"),
            ("height", "1.80", "family", "Kept", "20 to 280 cm"), ("kidney", "0", "family", "Kept", "eGFR from 1"),
            ("weight-on", "1940-01-01", "weight", "70", "before the date of birth"),
            ("pregnancy", "maybe", "family", "Kept", "Choose one"),
            ("notes", String(repeating: "x", count: 20_001), "family", "Kept", "at most 20000 characters"),
            ("allergy-status", "recorded", "family", "Kept", "at least one substance"),
        ])
    func wrong(field: String, value: String, other: String, kept: String, message: String) async throws {
        let site = try await PatientSite()
        try await site.run { browser in
            try await browser.get("/patients/new")
            let typing = PatientTyping().with(other, kept).with(field, value)
            let answer = try await browser.post("/patients", fields: typing.fields)
            #expect(answer.status == 422)
            #expect(answer.text.contains(message))
            if !kept.isEmpty { #expect(answer.body.contains("value=\"\(kept)\"")) }
            #expect(answer.body.contains("value=\"Maria\"") || field == "given")
            #expect(try await site.database.patients(recentFor: site.account.id, page: 1).lines.isEmpty)
        }
    }

    @Test("refuses allergies beside “none known”, and takes filled rows as an answer")
    func allergyStatus() async throws {
        let site = try await PatientSite()
        try await site.run { browser in
            try await browser.get("/patients/new")
            var typing = PatientTyping(["allergy-status": "none-known"])
            typing.addAllergy("Latex")
            let answer = try await browser.post("/patients", fields: typing.fields)
            #expect(answer.status == 422)
            #expect(answer.text.contains("You chose “None known”"))
            #expect(answer.body.contains("value=\"Latex\""))
            typing.set("allergy-status", "not-asked")
            let saved = try await browser.post("/patients", fields: typing.fields)
            #expect(
                try await site.database.patient(try patientID(saved)).allergies
                    == .recorded([Allergy(substance: "Latex")]))
        }
    }

    @Test("a row without its substance is a problem at that row")
    func rowProblem() async throws {
        let site = try await PatientSite()
        try await site.run { browser in
            try await browser.get("/patients/new")
            var typing = PatientTyping(["allergy-status": "recorded"])
            typing.addAllergy("Latex")
            typing.addAllergy("", "Hives", "severe")
            let answer = try await browser.post("/patients", fields: typing.fields)
            #expect(answer.status == 422)
            #expect(answer.body.contains("href=\"#allergy-substance-2\""))
            #expect(answer.body.contains("id=\"allergy-substance-2-error\""))
            #expect(answer.body.contains("value=\"Hives\""))
        }
    }

    @Test("another row is given without losing what was typed, and nothing is saved")
    func addRow() async throws {
        let site = try await PatientSite()
        try await site.run { browser in
            try await browser.get("/patients/new")
            var typing = PatientTyping(["family": "<b>\"Kept\"</b>", "birth-date": "nonsense"])
            typing.addAllergy("Latex")
            typing.addAllergy("Nickel")
            typing.set("add-row", "allergy")
            let answer = try await browser.post("/patients", fields: typing.fields)
            #expect(answer.status == 200)
            #expect(answer.body.contains("id=\"allergy-substance-3\""))
            for text in ["Latex", "Nickel", "nonsense", "&lt;b&gt;&quot;Kept&quot;&lt;/b&gt;"] {
                #expect(answer.body.contains("value=\"\(text)\""), "\(text)")
            }
            #expect(!answer.body.contains("field__error"))
            #expect(try await site.database.patients(recentFor: site.account.id, page: 1).lines.isEmpty)
        }
    }

    @Test("another country asks for its own fields without losing what was typed")
    func changeCountry() async throws {
        let site = try await PatientSite()
        try await site.run { browser in
            let empty = try await browser.get("/patients/new")
            #expect(empty.body.contains("name=\"state\""))
            let typing = PatientTyping(["country": "DE", "street": "Hauptstr. 1", "change-country": "yes"])
            let answer = try await browser.post("/patients", fields: typing.fields)
            #expect(answer.status == 200)
            #expect(!answer.body.contains("name=\"state\""))
            #expect(answer.body.contains("value=\"Hauptstr. 1\"") && answer.body.contains("value=\"DE\" selected"))
        }
    }

    @Test("waits until the provider information is complete, and leads there")
    func incompleteProvider() async throws {
        let site = try await TestSite()
        let account = try await site.account("Lee Ward")
        let patient = try await site.database.insertPatient(
            PatientDraft(
                name: PersonName(given: "Maria", family: "Lopez"),
                birthDate: try #require(LocalDate(iso: "1948-03-12")),
                sex: .female), by: .program)
        try await site.run { browser in
            try await browser.signIn(account)
            for path in ["/patients/new", "/patients/\(patient.id)/edit", "/patients/\(patient.id)/merge"] {
                let answer = try await browser.get(path)
                #expect(answer.status == 303 && answer.location?.hasPrefix("/provider") == true, "\(path)")
            }
            for path in ["", "/\(patient.id)", "/\(patient.id)/merge", "/\(patient.id)/separation"] {
                let answer = try await browser.post("/patients\(path)", fields: PatientTyping().fields)
                #expect(answer.status == 303 && answer.location?.hasPrefix("/provider") == true, "\(path)")
            }
            let list = try await browser.get("/patients")
            #expect(list.status == 200)
        }
    }

    @Test("hostile fields never make more than a refusal")
    func hostile() async throws {
        let site = try await PatientSite()
        try await site.run { browser in
            try await browser.get("/patients/new")
            let texts = [
                "<script>alert(1)</script>", "\"' OR 1=1 --", "{{name}} [[patients.title]]", "😀\n\r\t",
                "../../etc/passwd", "%00",
            ]
            for text in texts {
                let typing = PatientTyping().fields.map { ($0.0, text) }
                let answer = try await browser.post("/patients", fields: typing)
                #expect(answer.status == 422)
                #expect(!answer.body.contains("<script>alert"))
            }
            let repeated = PatientTyping().fields + PatientTyping(["given": "Other"]).fields
            #expect([303, 422].contains(try await browser.post("/patients", fields: repeated).status))
            #expect(try await browser.post("/patients", fields: []).status == 422)
            let rows = (0..<400).map { _ in ("allergy-reaction", "x") }
            #expect(try await browser.post("/patients", fields: rows).status == 422)
        }
    }

    @Test("the record and its form are there in German, with German dates and numbers")
    func german() async throws {
        let site = try await PatientSite()
        let patient = try await site.insert("Jürgen", "Müller") {
            $0.weight = Weight(value: Decimal(string: "82.5") ?? 0, unit: .kilograms, measuredOn: $0.birthDate)
        }
        try await site.database.updateLanguage(of: site.account.id, to: .german, by: .program)
        try await site.run { browser in
            let page = try await browser.get("/patients/\(patient.id)")
            #expect(page.text.contains("12.03.1948 (78 Jahre)"))
            #expect(page.text.contains("82,5 kg, 12.03.1948"))
            let form = try await browser.get("/patients/\(patient.id)/edit")
            #expect(form.body.contains("value=\"12.03.1948\""))
            #expect(form.body.contains("value=\"82,5\""))
        }
    }

    @Test("the edit form reads back to the same record", arguments: [Language.english, .german])
    func unchanged(language: Language) async throws {
        let site = try await PatientSite()
        let patient = try await site.insert("Jürgen", "Müller") { draft in
            draft.phone = PhoneNumber(e164: "+493098765432")
            draft.height = Height(value: Decimal(string: "71.5") ?? 0, unit: .inches, measuredOn: draft.birthDate)
            draft.weight = Weight(value: Decimal(string: "160.125") ?? 0, unit: .pounds, measuredOn: draft.birthDate)
            draft.pregnancy = Pregnancy(status: .pregnant, asOf: draft.birthDate)
            draft.allergies = .recorded([Allergy(substance: "A, B", reaction: "x", severity: .moderate)])
            draft.conditions = [Condition(name: "Gout", note: "old")]
            draft.timeZone = TimeZoneName(typed: "Europe/Berlin")
            draft.notes = "Line 1\n\n- two"
        }
        let reading = PatientReading(
            language: language, home: .unitedStates, today: try #require(LocalDate(iso: "2026-11-21")))
        #expect(try PatientForm(patient.details, reading).draft(reading) == patient.details)
    }
}
