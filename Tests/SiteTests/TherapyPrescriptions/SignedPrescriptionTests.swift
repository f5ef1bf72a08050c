import Clinic
import Foundation
import Store
import TestSupport
import Testing

@Suite("Signed prescriptions in a browser")
struct SignedPrescriptionTests {
    @Test("what changed since it was shown is shown again, not signed")
    func changedMeanwhile() async throws {
        let clinic = try await PrescriptionSite()
        try await clinic.run { browser in
            let path = try await clinic.complete(browser)
            let shown = try await clinic.fingerprint(browser, path)
            var changed = clinic.patient.details
            changed.name.family = "Okafor-Smith"
            _ = try await clinic.database.updatePatient(
                clinic.patient.id, to: changed, version: clinic.patient.version, by: Actor(account: clinic.lee.id))
            let refused = try await browser.post("\(path)/signature", ["fingerprint": shown])
            #expect(refused.status == 409)
            #expect(refused.text.contains("Okafor-Smith"))
            for wrong in ["", "x", String(repeating: "0", count: 64)] {
                #expect(try await browser.post("\(path)/signature", ["fingerprint": wrong]).status == 409)
            }
            #expect(try await clinic.database.therapyPrescriptions().isEmpty)
            #expect(try await clinic.sign(browser, path).status == 303)
        }
    }

    @Test("a signature sent twice signs once and ends at the same page")
    func twice() async throws {
        let clinic = try await PrescriptionSite()
        try await clinic.run { browser in
            let path = try await clinic.complete(browser)
            let shown = try await clinic.fingerprint(browser, path)
            async let first = browser.post("\(path)/signature", ["fingerprint": shown])
            async let second = browser.post("\(path)/signature", ["fingerprint": shown])
            let both = try await [first, second]
            let third = try await browser.post("\(path)/signature", ["fingerprint": shown])
            #expect((both + [third]).map(\.location) == [path, path, path])
            #expect(try await clinic.database.therapyPrescriptions().count == 1)
            #expect(try await browser.get("\(path)/sheet").location == path)
        }
    }

    @Test("it stays as signed when patient and provider change")
    func unchanging() async throws {
        let clinic = try await PrescriptionSite()
        try await clinic.run { browser in
            let path = try await clinic.complete(browser)
            try await clinic.sign(browser, path)
            let before = try await browser.get(path).body
            var patient = clinic.patient.details
            patient.name = PersonName(given: "Somebody", family: "Else")
            _ = try await clinic.database.updatePatient(
                clinic.patient.id, to: patient, version: clinic.patient.version, by: Actor(account: clinic.dana.id))
            var provider = try PrescriptionSite.provider(of: clinic.dana)
            provider.practiceName = "Another Clinic"
            try await clinic.database.updateProvider(
                provider, of: clinic.dana.id, version: 1, by: Actor(account: clinic.dana.id))
            let after = try await browser.get(path).body
            let sheet = { (html: String) in
                html.firstMatch(of: /<article class="sheet[\s\S]*<\/article>/).map { String($0.0) }
            }
            #expect(sheet(before) == sheet(after))
            #expect(sheet(after)?.contains("María Okafor") == true)
            #expect(after.contains("Somebody Else"))
        }
    }

    @Test("a correction takes its place; both say so")
    func correct() async throws {
        let clinic = try await PrescriptionSite()
        try await clinic.run { browser in
            let path = try await clinic.complete(browser)
            try await clinic.sign(browser, path)
            let draft = try #require(try await browser.post("\(path)/correction").location)
            #expect(draft != path)
            #expect(try await browser.get(draft).text.contains("Corrects no. 2026-00001-"))
            #expect(try await browser.post("\(draft)/patient", ["patient": clinic.patient.id.text]).status == 303)
            let born = try #require(LocalDate(iso: "1990-01-01"))
            let other = try await clinic.database.insertPatient(
                PatientDraft(name: PersonName(given: "B", family: "C"), birthDate: born, sex: .male),
                by: Actor(account: clinic.dana.id))
            #expect(try await browser.post("\(draft)/patient", ["patient": other.id.text]).status == 422)
            try await browser.post("\(draft)/therapies", ["visits": "10", "version": "1"])
            #expect(try await clinic.sign(browser, draft).location == draft)
            let new = try await browser.get(draft)
            #expect(new.text.contains("2026-00002-"))
            #expect(new.text.contains("Takes the place of no."))
            let old = try await browser.get(path)
            #expect(old.text.contains("Superseded"))
            #expect(old.body.contains("SUPERSEDED"))
            #expect(!old.body.contains("\(path)/correction"))
            #expect(try await browser.post("\(path)/correction").location == path)
            #expect(try await browser.get(path).text.contains("A correction has taken the place"))
        }
    }

    @Test("cancelling asks for the reason and shows it; sent twice it is done once, and another reason is not taken")
    func cancel() async throws {
        let clinic = try await PrescriptionSite()
        try await clinic.run { browser in
            let path = try await clinic.complete(browser)
            try await clinic.sign(browser, path)
            for reason in ["", "  \n", String(repeating: "x", count: 501), "a\u{0}b", "a\u{202E}b"] {
                let answer = try await browser.post("\(path)/cancellation", ["reason": reason])
                #expect(answer.status == 422)
                #expect(answer.body.contains("href=\"#reason\""))
            }
            let hostile = "Wrong <script>alert(1)</script> \"side\""
            #expect(try await browser.post("\(path)/cancellation", ["reason": hostile]).location == path)
            let page = try await browser.get(path)
            #expect(page.body.contains("Wrong &lt;script&gt;alert(1)&lt;/script&gt; &quot;side&quot;"))
            #expect(!page.body.contains("<script>alert"))
            #expect(page.body.contains("CANCELLED"))
            #expect(try await browser.get("\(path)/cancellation").location == path)
            #expect(try await browser.post("\(path)/cancellation", ["reason": hostile]).location == path)
            #expect(try await browser.get(path).text.contains("The prescription is cancelled."))
            #expect(try await browser.post("\(path)/cancellation", ["reason": "again"]).location == path)
            let again = try await browser.get(path)
            #expect(again.text.contains("was cancelled meanwhile") && again.text.contains("Wrong"))
            #expect(try await browser.post("\(path)/correction").location == path)
        }
    }

    @Test("used again it is a new draft with the same content")
    func reuse() async throws {
        let clinic = try await PrescriptionSite()
        try await clinic.run { browser in
            let path = try await clinic.complete(browser)
            try await clinic.sign(browser, path)
            let draft = try #require(try await browser.post("\(path)/copies").location)
            let page = try await browser.get(draft)
            #expect(page.text.matches(of: /Complete/).count == 4)
            #expect(page.text.contains("Lakeside Physical Therapy"))
        }
    }

    @Test("the lists show it, by status, by number, by patient")
    func lists() async throws {
        let clinic = try await PrescriptionSite()
        try await clinic.run { browser in
            let path = try await clinic.complete(browser)
            try await clinic.sign(browser, path)
            let draft = try await clinic.begin(browser, patient: clinic.patient.id)
            let all = try await browser.get("/prescriptions")
            #expect(all.body.contains(path) && !all.body.contains(draft))
            let drafts = try await browser.get("/prescriptions?status=draft")
            #expect(drafts.body.contains(draft) && !drafts.body.contains(path))
            #expect(try await !browser.get("/prescriptions?status=cancelled").body.contains(path))
            let number = try #require(all.body.firstMatch(of: /2026-00001-\d/)).0
            #expect(try await browser.get("/prescriptions?number=\(number)").location == path)
            #expect(try await browser.get("/prescriptions?number=2026-00001").text.contains("There is no prescription"))
            #expect(try await browser.get("/patients/\(clinic.patient.id)/prescriptions").body.contains(path))
            let home = try await browser.get("/")
            #expect(home.body.contains(path) && home.body.contains(draft))
            for query in [
                "status=%3Cscript%3E", "before=x", "number=%00", "before=2026-00001-9", "status=signed&status=x",
            ] {
                #expect(try await browser.get("/prescriptions?\(query)").status == 200)
            }
        }
    }
}
