import Clinic
import Foundation
import Store
import TestSupport
import Testing

@Suite("Writing a prescription in a browser without scripts")
struct PrescriptionWritingTests {
    @Test("nothing begins before the provider information is complete")
    func providerFirst() async throws {
        let site = try await TestSite()
        let account = try await site.account()
        try await site.run { browser in
            try await browser.signIn(account)
            #expect(try await browser.get("/").text.contains("complete your provider information"))
            let answer = try await browser.post("/prescriptions")
            #expect(answer.status == 303)
            #expect(answer.location?.hasPrefix("/provider") == true)
        }
    }

    @Test("the whole way: four parts, check, sign, sheet")
    func wholeWay() async throws {
        let clinic = try await PrescriptionSite()
        try await clinic.run { browser in
            let path = try await clinic.begin(browser)
            #expect(try await browser.get(path).text.matches(of: /Missing/).count == 4)
            let refused = try await browser.get("\(path)/sheet")
            #expect(refused.status == 422)
            for part in PrescriptionPart.allCases {
                #expect(refused.body.contains("<a href=\"\(path)/\(part.rawValue)\">"))
            }
            let found = try await browser.get("\(path)/patient?q=okafor+maria")
            #expect(found.body.contains("value=\"\(clinic.patient.id)\""))
            #expect(try await browser.post("\(path)/patient", ["patient": clinic.patient.id.text]).location == path)
            #expect(try await browser.get("\(path)/diagnoses?q=pain+right+hip").body.contains("icd10cm:M25.551"))
            try await browser.post("\(path)/diagnoses", ["code": "icd10cm:M25.551"])
            let offer = try await browser.post("\(path)/practice", fields: PrescriptionSite.practice())
            #expect(offer.location == "\(path)/practice/favourite")
            try await browser.post(
                "\(path)/therapies",
                [
                    "visits": "12", "per-week": "2", "weeks": "6", "items": "modalities", "items": "return-report",
                    "kinds": "modalities/heat", "instructions": "Begin *gently*", "valid-until": "Jan 31, 2027",
                    "version": "1",
                ])
            #expect(try await browser.get(path).text.matches(of: /Complete/).count == 4)
            #expect(try await browser.get("\(path)/sheet").body.contains("sheet__watermark"))
            #expect(try await clinic.sign(browser, path).location == path)
            let page = try await browser.get(path)
            for text in [
                "2026-00001-", "María Okafor", "Lakeside Physical Therapy", "Modalities", "(Heat)", "M25.551", "Right",
                "Jan 31, 2027", "Dana Reyes, PA-C", "2 visits per week, for 6 weeks",
            ] { #expect(page.text.contains(text), "\(text)") }
            #expect(!page.body.contains("sheet__watermark"))
            #expect(page.body.contains("<em>gently</em>"))
            #expect(!page.text.contains("Conditioning"))
        }
    }

    @Test("a fourth diagnosis and the same code twice are refused with the explanation; order and removal work")
    func diagnoses() async throws {
        let clinic = try await PrescriptionSite()
        try await clinic.run { browser in
            let path = "\(try await clinic.begin(browser))/diagnoses"
            for code in ["icd10cm:M25.551", "icd10cm:M54.2", "icd9cm:722.10"] {
                #expect(try await browser.post(path, ["code": code]).status == 303)
            }
            let twice = try await browser.post(path, ["code": "icd10cm:M54.2"])
            #expect(twice.status == 422)
            #expect(twice.body.contains("error-summary"))
            let fourth = try await browser.post(path, ["code": "icd10cm:M54.16"])
            #expect(fourth.status == 422)
            #expect(fourth.text.contains("3"))
            #expect(try await browser.post(path, ["code": "icd10cm:M54"]).status == 422)
            #expect(try await browser.post(path, ["code": "icd10cm:Z99.999"]).status == 404)
            #expect(try await browser.post(path, ["code": "<script>"]).status == 404)
            try await browser.post("\(path)/order", ["code": "icd9cm:722.10", "move": "up"])
            try await browser.post("\(path)/removal", ["code": "icd10cm:M25.551"])
            let page = try await browser.get(path)
            let codes = page.body.matches(of: /chosen__body"><code class="code">([^<]+)/).map { String($0.1) }
            #expect(codes == ["722.10", "M54.2"])
        }
    }

    @Test("a code that leaves the side open is signed once somebody says that it is meant, any other at once")
    func side() async throws {
        let clinic = try await PrescriptionSite()
        try await clinic.run { browser in
            let path = try await clinic.complete(browser)
            #expect(try await !browser.get("\(path)/sheet").body.contains("side-left-open"))
            try await browser.post("\(path)/diagnoses", ["code": "icd10cm:M25.559"])
            let preview = try await browser.get("\(path)/sheet")
            #expect(preview.text.contains("M25.559: the title does not say which side"))
            #expect(!preview.text.contains("M25.551: the title"))
            let refused = try await clinic.sign(browser, path)
            #expect(refused.status == 422 && refused.body.contains("href=\"#side-left-open\""))
            #expect(refused.text.contains("Choose a code that names the side"))
            #expect(try await clinic.database.therapyPrescriptions().isEmpty)
            let fingerprint = try await clinic.fingerprint(browser, path)
            let changed = try await browser.post(
                "\(path)/signature", ["fingerprint": String(repeating: "0", count: 64), "side-left-open": "yes"])
            #expect(changed.status == 409 && changed.body.contains(/id="side-left-open"[^>]* checked/))
            let signed = try await browser.post(
                "\(path)/signature", ["fingerprint": fingerprint, "side-left-open": "yes"])
            #expect(signed.location == path)
        }
    }

    @Test("“No” to the offered favourite saves none, and choosing a favourite is one press")
    func favourites() async throws {
        let clinic = try await PrescriptionSite()
        try await clinic.run { browser in
            let path = try await clinic.begin(browser)
            try await browser.post("\(path)/practice", fields: PrescriptionSite.practice())
            #expect(try await browser.get("\(path)/practice/favourite").text.contains("Save this practice"))
            #expect(try await browser.post("\(path)/practice/favourite", ["keep": "no"]).location == path)
            #expect(try await browser.post("\(path)/practice/favourite", ["keep": ""]).location == path)
            #expect(try await clinic.database.favouritePracticeCount(of: clinic.dana.id) == 0)
            try await browser.post("\(path)/practice/favourite", ["keep": "yes"])
            try await browser.post("\(path)/practice/favourite", ["keep": "yes"])
            let favourites = try await clinic.database.favouritePractices(of: clinic.dana.id)
            #expect(favourites.map(\.practice.name) == ["Lakeside Physical Therapy"])
            #expect(try await browser.get("\(path)/practice/favourite").location == path)
            try await browser.post("\(path)/clearing", ["confirmed": "yes"])
            let chosen = try await browser.post(
                "\(path)/practice/choice", ["practice": "f\(try #require(favourites.first).id)"])
            #expect(chosen.location == path)
            #expect(try await browser.get(path).text.contains("Lakeside Physical Therapy"))
        }
    }

    @Test("a practice typed wrongly keeps what was typed; a second tab gets both versions")
    func practiceByHand() async throws {
        let clinic = try await PrescriptionSite()
        try await clinic.run { browser in
            let path = "\(try await clinic.begin(browser))/practice"
            let wrong = try await browser.post(
                path, ["name": "Lake \"side\" <b>", "country": "US", "phone": "12", "version": "1"])
            #expect(wrong.status == 422)
            #expect(wrong.body.contains("Lake &quot;side&quot; &lt;b&gt;"))
            try await browser.post(path, fields: PrescriptionSite.practice())
            let stale = try await browser.post(
                path, ["name": "Other", "country": "US", "phone": "2075550111", "version": "1"])
            #expect(stale.status == 409)
            #expect(stale.text.contains("Lakeside Physical Therapy"))
            #expect(stale.body.contains(#"name="version" value="2""#))
        }
    }

    @Test("a new patient entered from a prescription comes back on it; the record begins prescriptions too")
    func newPatient() async throws {
        let clinic = try await PrescriptionSite()
        try await clinic.run { browser in
            let path = try await clinic.begin(browser)
            let id = path.split(separator: "/").last ?? ""
            #expect(try await browser.get("\(path)/patient").body.contains("/patients/new?prescription=\(id)"))
            let form = try await browser.get("/patients/new?prescription=\(id)")
            #expect(form.body.contains("action=\"/patients?prescription=\(id)\""))
            let fields = [
                ("given", "Ayşe"), ("family", "Yılmaz"), ("birth-date", "1980-05-04"), ("sex", "female"),
                ("country", "US"),
                ("name-order", "given-first"), ("allergy-status", "none-known"),
            ]
            let saved = try await browser.post("/patients?prescription=\(id)", fields: fields)
            #expect(saved.location == path)
            #expect(try await browser.get(path).text.contains("Ayşe Yılmaz"))
            let record = try await browser.get("/patients/\(clinic.patient.id)")
            #expect(record.body.contains("value=\"\(clinic.patient.id)\""))
            let begun = try await browser.post("/prescriptions", ["patient": clinic.patient.id.text])
            #expect(try await browser.get(begun.location ?? "").text.contains("María Okafor"))
            #expect(try await browser.post("/prescriptions", ["patient": "<script>"]).status == 404)
        }
    }

    @Test("Clear asks first, and then empties")
    func clear() async throws {
        let clinic = try await PrescriptionSite()
        try await clinic.run { browser in
            let path = try await clinic.complete(browser)
            #expect(try await browser.get("\(path)/clearing").text.contains("Clear Prescription?"))
            #expect(try await browser.post("\(path)/clearing").status == 200)
            #expect(try await browser.get(path).text.matches(of: /Complete/).count == 4)
            #expect(try await browser.post("\(path)/clearing", ["confirmed": "yes"]).status == 303)
            #expect(try await browser.get(path).text.matches(of: /Missing/).count == 4)
        }
    }

    @Test("a draft is its clinician's alone; signed, the whole clinic reads it; a patient and an admin never")
    func roles() async throws {
        let clinic = try await PrescriptionSite()
        let admin = try await clinic.site.account("Ada Admin", [.admin])
        let patient = try await clinic.site.account("Pat Ient", [.patient], patient: clinic.patient.id)
        try await clinic.run { browser in
            let path = try await clinic.complete(browser)
            let lee = browser.another()
            try await lee.signIn(clinic.lee)
            let pages = ["", "/patient", "/diagnoses", "/practice", "/therapies", "/sheet", "/clearing", "/sheet.pdf"]
            for page in pages { #expect(try await lee.get(path + page).status == 404, "\(page)") }
            #expect(try await lee.post("\(path)/signature", ["fingerprint": "x"]).status == 404)
            #expect(try await lee.post("\(path)/therapies", ["visits": "3", "version": "1"]).status == 404)
            try await clinic.sign(browser, path)
            #expect(try await lee.get(path).status == 200)
            #expect(try await lee.post("\(path)/signature", ["fingerprint": "x"]).status == 404)
            #expect(try await lee.get("/prescriptions").text.contains("María Okafor"))
            for account in [admin, patient] {
                let other = browser.another()
                try await other.signIn(account)
                for page in [path, "\(path)/sheet.pdf", "/prescriptions"] {
                    #expect(try await other.get(page).status == 403, "\(page)")
                }
            }
            let reads = try await clinic.database.auditEntries(of: clinic.patient.id, limit: 200)
            #expect(reads.contains { $0.action == .read && $0.actor.account == clinic.lee.id })
        }
    }
}
