import Clinic
import Foundation
import HTTPTypes
import Rendering
import Site
import Store
import TestSupport
import Testing

@Suite("Prescribing a medicine", .serialized)
struct MedicationPrescribingTests {
    @Test("from the patient's page to a signed sheet that says it in a sentence")
    func whole() async throws {
        let clinic = try await MedicationSite()
        try await clinic.run { browser in
            let page = try await browser.get("/patients/\(clinic.patient.id)")
            #expect(page.body.contains("/patients/\(clinic.patient.id)/medications"))
            let path = try await clinic.begin(browser)
            let answer = try await clinic.fill(
                browser, path,
                [
                    "dosage": "1 tab bid x7d", "reason": "high blood pressure", "quantity": "14",
                    "quantity-unit": "tablet", "route": "oral", "form": "tablet",
                ])
            #expect(answer.location == "\(path)/sheet")
            let preview = try await browser.get("\(path)/sheet")
            #expect(preview.text.contains("Take 1 tablet twice a day for 7 days."))
            #expect(preview.text.contains("UNSIGNED"))
            #expect(preview.text.contains("Penicillin (severe: hives)"))
            #expect(preview.text.contains("Interactions and allergies are not checked"))
            #expect(try await clinic.sign(browser, path).location == "\(path)/sheet")
            let signed = try await browser.get("\(path)/sheet")
            #expect(!signed.text.contains("UNSIGNED"))
            #expect(signed.text.contains("14 tablets"))
            #expect(signed.text.contains("2026-00001-"))
            let list = try await browser.get("/patients/\(clinic.patient.id)/medications")
            #expect(list.text.contains("lisinopril 10 mg Take 1 tablet twice a day for 7 days."))
            #expect(list.text.contains("high blood pressure"))
        }
    }

    @Test("shows what a dosage means, with the next days' doses, to a script and without one")
    func meaning() async throws {
        let clinic = try await MedicationSite()
        try await clinic.run { browser in
            let path = try await clinic.begin(browser)
            let shown = try await clinic.fill(browser, path, ["dosage": "1 tab at 08:00 and 20:00", "show": "yes"])
            #expect(shown.location == "\(path)/edit#meaning")
            let page = try await browser.get("\(path)/edit")
            #expect(page.text.contains("Every day take 1 tablet at 08:00 and 1 tablet at 20:00."))
            #expect(page.text.contains("08:00 1 tablet; 20:00 1 tablet"))
            let fragment = try await browser.get("\(path)/edit", ["X-Fragment": "1"])
            #expect(!fragment.body.contains("<html"))
            #expect(fragment.text.contains("Every day take 1 tablet at 08:00 and 1 tablet at 20:00."))
        }
    }

    @Test("the next days' doses are those of the signed order: none of today that is past")
    func meaningFromNow() async throws {
        let clinic = try await MedicationSite()
        try await clinic.run { browser in
            let path = try await clinic.begin(browser)
            let day = LocalDate(clinic.site.fixed.now, in: .gmt)
            let dates = Dates(.english)
            _ = try await clinic.fill(browser, path, ["dosage": "1 tab at 00:00 and 23:59", "show": "yes"])
            let page = try await browser.get("\(path)/edit").text
            #expect(page.contains("\(dates.date(day)) 23:59 1 tablet \(dates.date(day.adding(days: 1))) 00:00"))
        }
    }

    @Test(
        "a wrong field is said at the field, and everything typed stays",
        arguments: [
            (["dosage": "1 tab whenever"], "whenever"), (["dosage": ""], "Dosage"),
            (["dosage": ".5 tab bid"], ".5"), (["dosage": "1 tab qd"], "qd"),
            (["dosage": "1 tab bid", "start": "31 Feb 2026"], "There is no such day"),
            (["dosage": "1 tab bid", "end": "11/01/2026"], "before"),
            (["dosage": "1 tab bid", "refills": "-3"], "0 to 99"),
            (["dosage": "1 tab bid", "quantity": "30"], "Choose what is counted"),
            (["dosage": "1 tab bid", "as-written": "as told"], "not both"),
            (["dosage": "1 tab tid max 2/24h"], "max"),
            (["dosage": "1 tab weekly"], "weekday"),
            (["dosage": "1 tab bid", "strength": "a\u{0}b"], "Strength"),
        ])
    func wrong(fields: [String: String], message: String) async throws {
        let clinic = try await MedicationSite()
        try await clinic.run { browser in
            let path = try await clinic.begin(browser)
            var typed = fields
            typed["note-patient"] = "keep <b>me</b>"
            let answer = try await clinic.fill(browser, path, typed)
            #expect(answer.status == 422)
            #expect(answer.text.localizedCaseInsensitiveContains(message), "\(answer.text.prefix(900))")
            #expect(answer.body.contains("keep &lt;b&gt;me&lt;/b&gt;"))
            let kept = try await browser.get("\(path)/edit")
            #expect(kept.body.contains("keep &lt;b&gt;me&lt;/b&gt;"))
            #expect(try await browser.get("\(path)/sheet").location == "\(path)/edit")
        }
    }

    @Test("a medicine for once a week is not ordered daily")
    func weeklyOnly() async throws {
        let clinic = try await MedicationSite()
        try await clinic.run { browser in
            let path = try await clinic.begin(browser, "methotrexate")
            #expect(try await browser.get("\(path)/edit").text.contains("once a week, never daily"))
            #expect(try await clinic.fill(browser, path, ["dosage": "1 tab every day"]).status == 422)
            let weekly = try await clinic.fill(browser, path, ["dosage": "1 tab on wednesday"])
            #expect(weekly.location == "\(path)/sheet")
        }
    }

    @Test("a controlled substance says what the law asks, and has no refills in schedule II")
    func controlled() async throws {
        let clinic = try await MedicationSite()
        try await clinic.run { browser in
            let path = try await clinic.begin(browser, "oxycodone")
            let refused = try await clinic.fill(browser, path, ["dosage": "1 tab q6h prn pain max 4/24h"])
            #expect(refused.text.contains("No refills for schedule II"))
            try await clinic.fill(browser, path, ["dosage": "1 tab q6h prn pain max 4/24h", "refills": "0"])
            try await clinic.sign(browser, path)
            let sheet = try await browser.get("\(path)/sheet")
            #expect(sheet.text.contains("signature by hand"))
            #expect(sheet.text.contains("Registration number (DEA)"))
        }
    }

    @Test("a medicine that is not in the catalogue is prescribed as typed, and looks it")
    func freeText() async throws {
        let clinic = try await MedicationSite()
        try await clinic.run { browser in
            let location = try #require(
                try await browser.post("/patients/\(clinic.patient.id)/medications").location)
            let path = location.replacing("/medicine", with: "")
            #expect(try await browser.post(location, ["name": ""]).status == 422)
            #expect(try await browser.post(location, ["medicine": "../../etc"]).status == 404)
            #expect(try await browser.post(location, ["name": "Grandma’s <i>syrup</i>"]).location == "\(path)/edit")
            let form = try await browser.get("\(path)/edit")
            #expect(form.body.contains("Grandma’s &lt;i&gt;syrup&lt;/i&gt;"))
            try await clinic.fill(browser, path, ["as-written": "one spoon when it hurts", "dosage": ""])
            try await clinic.sign(browser, path)
            let sheet = try await browser.get("\(path)/sheet")
            #expect(sheet.text.contains("Not in the catalogue"))
            #expect(sheet.text.contains("one spoon when it hurts"))
            #expect(sheet.text.contains("As written by the prescriber"))
        }
    }

    @Test("what was changed in a second window is not signed, and the form sent from the first keeps its text")
    func twoWindows() async throws {
        let clinic = try await MedicationSite()
        try await clinic.run { browser in
            let path = try await clinic.begin(browser)
            let version = try await clinic.version(browser, path)
            try await clinic.fill(browser, path, ["dosage": "1 tab bid"])
            let preview = try await browser.get("\(path)/sheet")
            let old = try #require(preview.body.firstMatch(of: /name="fingerprint" value="([0-9a-f]{64})"/)).1
            try await clinic.fill(browser, path, ["dosage": "2 tab bid"])
            let refused = try await browser.post("\(path)/signature", ["fingerprint": String(old)])
            #expect(refused.status == 409)
            let stale = try await browser.post(
                "\(path)/edit", ["dosage": "3 tab bid", "start": "11/21/2026", "version": version])
            #expect(stale.status == 409)
            #expect(stale.body.contains("3 tab bid"))
            let background = try await browser.post(
                "\(path)/edit", ["dosage": "3 tab bid", "version": version], ["X-Autosave": "1"])
            #expect(background.status == 409)
        }
    }

    @Test("changed, paused, resumed, discontinued: each where it is wanted, the list says so")
    func changes() async throws {
        let clinic = try await MedicationSite()
        try await clinic.run { browser in
            let list = "/patients/\(clinic.patient.id)/medications"
            let first = try await clinic.signed(browser)
            let draft = try #require(try await browser.post("\(first)/versions").location)
            #expect(try await browser.get(draft).body.contains("1 tablet twice a day"), "what was typed is there")
            let second = draft.replacing("/edit", with: "")
            try await clinic.fill(browser, second, ["dosage": "2 tablets twice a day"])
            try await clinic.sign(browser, second)
            #expect(try await browser.get("\(first)/sheet").text.contains("A later version took its place"))
            #expect(try await browser.post("\(first)/versions").status == 409)
            #expect(try await browser.post("\(second)/pause", ["day": "", "reason": ""]).status == 422)
            let paused = try await browser.post(
                "\(second)/pause", ["day": "11/21/2026", "reason": "surgery", "resumption": "restarts"])
            #expect(paused.location == list)
            #expect(try await browser.get(list).text.contains("Paused since Nov 21, 2026: surgery"))
            #expect(try await browser.post("\(second)/resumption").location == list)
            let stopped = try await browser.post(
                "\(second)/discontinuation", ["day": "11/30/2026", "reason": "cough <b>"])
            #expect(stopped.location == list)
            let page = try await browser.get(list)
            #expect(page.text.contains("No medicine is in force"))
            #expect(page.text.contains("Discontinued, last day Nov 30, 2026: cough"))
        }
    }

    @Test("the pharmacy's PDF says what the sheet says")
    func pdf() async throws {
        let clinic = try await MedicationSite()
        try await clinic.run { browser in
            let path = try await clinic.signed(browser)
            #expect(try await browser.get("\(path)/sheet.pdf").headers[.contentType] == "application/pdf")
            let id = Identifier<MedicationPrescription>(String(path.split(separator: "/").last ?? ""))
            let pdf = try #require(try await clinic.database.sheetPDF(of: id, status: .signed, paper: .letter))
            #expect(try PDFInspector.info(pdf).contains(/Pages: +1/))
            let text = try PDFInspector.text(pdf)
            for words in ["lisinopril 10 mg", "Take 1 tablet twice a day.", "Penicillin", "Dana Reyes, PA-C", "3"] {
                #expect(text.contains(words), "\(words)")
            }
        }
    }

    @Test("a sheet that goes on to other pages says on each of them whose it is, and signs with what was ordered")
    func longPDF() async throws {
        let clinic = try await MedicationSite()
        try await clinic.run { browser in
            let lines = (1...120).map { "\($0)" }.joined(separator: "\n")
            let path = try await clinic.signed(
                browser, ["dosage": "1 tablet twice a day", "note-patient": lines, "note-pharmacist": lines])
            _ = try await browser.get("\(path)/sheet.pdf")
            let id = Identifier<MedicationPrescription>(String(path.split(separator: "/").last ?? ""))
            let pdf = try #require(try await clinic.database.sheetPDF(of: id, status: .signed, paper: .letter))
            let pages = try PDFInspector.text(pdf).split(separator: "\u{0C}").map(String.init)
            #expect(pages.count > 1)
            for (index, page) in pages.enumerated() {
                #expect(page.contains(/2026-00001-\d · María Okafor, Mar 12, 1947/))
                #expect(page.contains("\(index + 1)/\(pages.count)"))
            }
            #expect(pages.last?.contains(/Date and time Nov 21, 2026/) == true, "the signature's page has its date")
        }
    }

    @Test("a draft is its author's alone; a patient sees none of it")
    func others() async throws {
        let clinic = try await MedicationSite()
        let account = try await clinic.site.account("Maria O", [.patient], patient: clinic.patient.id)
        try await clinic.run { browser in
            let path = try await clinic.begin(browser)
            let lee = browser.another()
            try await lee.signIn(clinic.lee)
            let own = browser.another()
            try await own.signIn(account)
            for page in ["/edit", "/medicine", "/sheet", "/removal"] {
                #expect(try await lee.get("\(path)\(page)").status == 404, "\(page)")
                #expect(try await own.get("\(path)\(page)").status == 403, "\(page)")
            }
            #expect(try await own.get("/patients/\(clinic.patient.id)/medications").status == 403)
            #expect(try await browser.post("\(path)/removal", ["confirmed": "yes"]).status == 303)
            #expect(try await browser.get("\(path)/edit").status == 404)
        }
    }

    @Test("every dosage that the form shows as an example can be typed into it", arguments: Language.allCases)
    func examples(language: Language) async throws {
        let words = try await TestSite().site.templates.words(in: language)
        let shorthand = DosageShorthand(language, field: "dosage")
        let start = try #require(LocalDate(iso: "2026-11-21"))
        let hint = words("medication-prescriptions.dosage.hint")
        let examples = hint.split(separator: ", ").map { example in
            String(example).replacing("For example ", with: "").replacing("Zum Beispiel ", with: "")
        }
        #expect(examples.count >= 4)
        for text in examples {
            do {
                let dosages = try shorthand.dosages(text)
                #expect(DosageRules(start: start).problems(in: dosages).isEmpty, "\(text)")
            } catch {
                Issue.record("\(text): \(error.message) \(error.values)")
            }
        }
    }
}
