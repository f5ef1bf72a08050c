import Clinic
import Foundation
import Store
import TestSupport
import Testing

@Suite("The password asked for again at a signature")
struct SigningPasswordTests {
    private func wrong(_ browser: TestBrowser, _ path: String, _ shown: String) async throws -> TestBrowser.Answer {
        try await browser.post("\(path)/signature", ["fingerprint": shown, "password": "not the password"])
    }

    @Test("half an hour after sign-in a signature needs it; then it is not asked for again for a while")
    func after() async throws {
        let clinic = try await PrescriptionSite()
        try await clinic.run { browser in
            let path = try await clinic.complete(browser)
            clinic.site.fixed.advance(by: 30 * 60)
            #expect(try await !browser.get("\(path)/sheet").body.contains(#"name="password""#))
            clinic.site.fixed.advance(by: 1)
            let preview = try await browser.get("\(path)/sheet")
            #expect(preview.body.contains(#"name="password""#) && !preview.body.contains(#"data-shortcut="s""#))
            let shown = try await clinic.fingerprint(browser, path)
            let none = try await clinic.sign(browser, path)
            #expect(none.status == 422)
            #expect(none.text.contains("Enter your password to sign") && none.text.contains("María Okafor"))
            let refused = try await wrong(browser, path, shown)
            #expect(refused.status == 422)
            #expect(refused.text.contains("This is not your present password"))
            #expect(!refused.body.contains("not the password"))
            #expect(try await clinic.database.therapyPrescriptions().isEmpty)
            let signed = try await browser.post(
                "\(path)/signature", ["fingerprint": shown, "password": TestSite.password])
            #expect(signed.location == path)

            let next = try await clinic.complete(browser)
            clinic.site.fixed.advance(by: 29 * 60)
            #expect(try await clinic.sign(browser, next).location == next)
        }
    }

    @Test("wrong ones are counted as failed sign-ins are, and with them")
    func throttled() async throws {
        let clinic = try await PrescriptionSite()
        try await clinic.run { browser in
            let path = try await clinic.complete(browser)
            clinic.site.fixed.advance(by: 31 * 60)
            let shown = try await clinic.fingerprint(browser, path)
            var last = try await wrong(browser, path, shown)
            for _ in 0..<20 where last.status == 422 { last = try await wrong(browser, path, shown) }
            #expect(last.status == 429)
            #expect(last.text.contains("Too many failed attempts"))
            let right = try await browser.post(
                "\(path)/signature", ["fingerprint": shown, "password": TestSite.password])
            #expect(right.status == 429)
            let other = browser.another()
            try await other.get("/sign-in")
            let signIn = try await other.post(
                "/sign-in", ["email": clinic.dana.email, "password": TestSite.password])
            #expect(signIn.status == 429)
            clinic.site.fixed.advance(by: 20 * 60)
            let later = try await browser.post(
                "\(path)/signature", ["fingerprint": shown, "password": TestSite.password])
            #expect(later.location == path)
            let failed = try await clinic.database.auditEntries(limit: 100).filter { $0.action == .signInFailed }
            #expect(failed.allSatisfy { $0.actor.account == clinic.dana.id } && !failed.isEmpty)
        }
    }

    @Test("what changed since it was shown is shown again before the password counts")
    func changed() async throws {
        let clinic = try await PrescriptionSite()
        try await clinic.run { browser in
            let path = try await clinic.complete(browser)
            clinic.site.fixed.advance(by: 31 * 60)
            let answer = try await browser.post(
                "\(path)/signature", ["fingerprint": "other", "password": TestSite.password])
            #expect(answer.status == 409)
            #expect(try await clinic.database.therapyPrescriptions().isEmpty)
        }
    }

    @Test("the clinic says after how many minutes; with 0 each signature asks")
    func setting() async throws {
        let clinic = try await PrescriptionSite()
        let admin = try await clinic.site.account("Ada Root", [.admin])
        try await clinic.run { browser in
            let run = browser.another()
            try await run.signIn(admin)
            for bad in ["", "-1", "721", "abc", "1.5", "٣", "99999999999999999999"] {
                let answer = try await run.post("/settings/signing", ["signing-minutes": bad, "version": "0"])
                #expect(answer.status == 422, "\(bad)")
                #expect(answer.text.contains("Enter a whole number of minutes from 0 to 720"))
            }
            #expect(try await run.post("/settings/signing", ["signing-minutes": "0", "version": "0"]).status == 303)
            #expect(try await run.get("/settings").text.contains("Each signature"))
            let stale = try await run.post("/settings/signing", ["signing-minutes": "60", "version": "0"])
            #expect(stale.status == 409 && stale.body.contains(#"value="60""#))

            let path = try await clinic.complete(browser)
            #expect(try await clinic.sign(browser, path).status == 422)
            let shown = try await clinic.fingerprint(browser, path)
            let signed = try await browser.post(
                "\(path)/signature", ["fingerprint": shown, "password": TestSite.password])
            #expect(signed.location == path)
            let next = try await clinic.complete(browser)
            #expect(try await clinic.sign(browser, next).status == 422)
        }
    }

    @Test("changing the password shows it too")
    func changing() async throws {
        let clinic = try await PrescriptionSite()
        try await clinic.run { browser in
            let path = try await clinic.complete(browser)
            clinic.site.fixed.advance(by: 31 * 60)
            try await browser.post(
                "/account/password", ["password": TestSite.password, "new-password": "another long password"])
            #expect(try await clinic.sign(browser, path).location == path)
        }
    }

    @Test("a session that ran out meanwhile: the signature goes on after sign-in")
    func session() async throws {
        let clinic = try await PrescriptionSite()
        try await clinic.run { browser in
            let path = try await clinic.complete(browser)
            let shown = try await clinic.fingerprint(browser, path)
            clinic.site.fixed.advance(by: 61 * 60)
            let answer = try await browser.post(
                "\(path)/signature", ["fingerprint": shown, "password": "something secret"])
            #expect(answer.status == 401)
            #expect(answer.body.contains(shown) && !answer.body.contains("something secret"))
        }
    }

    @Test("an order of a medicine asks for it too")
    func medication() async throws {
        let clinic = try await MedicationSite()
        try await clinic.run { browser in
            let path = try await clinic.begin(browser)
            try await clinic.fill(browser, path, ["dosage": "1 tablet twice a day"])
            clinic.site.fixed.advance(by: 31 * 60)
            let none = try await clinic.sign(browser, path)
            #expect(none.status == 422)
            #expect(none.text.contains("Enter your password to sign") && none.text.contains("twice a day"))
            let shown = try #require(none.body.firstMatch(of: /name="fingerprint" value="([0-9a-f]{64})"/))
            let wrong = try await browser.post(
                "\(path)/signature", ["fingerprint": String(shown.1), "password": "wrong"])
            #expect(wrong.status == 422)
            let signed = try await browser.post(
                "\(path)/signature", ["fingerprint": String(shown.1), "password": TestSite.password])
            #expect(signed.location == "\(path)/sheet")
        }
    }
}
