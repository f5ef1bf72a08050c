import Clinic
import Foundation
import HTTPTypes
import Store
import TestSupport
import Testing

@testable import Site

@Suite("Set-up, sign-in and sessions")
struct SignInTests {
    @Test("the set-up link makes the first account, once, and leads to provider information")
    func setUp() async throws {
        let site = try await TestSite()
        let path = try #require(try await site.site.setUpPath())
        try await site.run { browser in
            #expect(try await browser.get("/sign-in").status == 503)
            let page = try await browser.get(path)
            #expect(page.status == 200)
            let code = String(path.split(separator: "=")[1])
            let fields: KeyValuePairs = [
                "code": code, "name": "Dana Reyes", "email": "Dana@Example.org", "password": TestSite.password,
            ]
            let answer = try await browser.post("/set-up", fields)
            #expect(answer.status == 303)
            #expect(answer.location == "/provider")
            let second = browser.another()
            try await second.get("/sign-in")
            #expect(try await second.post("/set-up", fields).location == "/sign-in")
        }
        let accounts = try await site.database.accounts()
        #expect(accounts.map(\.email) == ["dana@example.org"])
        #expect(accounts.first?.roles == [.admin, .clinician])
        #expect(try await site.site.setUpPath() == nil)
    }

    @Test("set-up with a wrong code or bad fields keeps what was typed and makes nothing")
    func setUpRefused() async throws {
        let site = try await TestSite()
        try await site.run { browser in
            try await browser.get("/set-up")
            let answer = try await browser.post(
                "/set-up", ["code": "guess", "name": "Ann <b>", "email": "nobody", "password": "short"])
            #expect(answer.status == 422)
            #expect(answer.body.contains("Ann &lt;b&gt;"))
            #expect(answer.text.contains("The set-up link is wrong or out of date"))
            #expect(answer.text.contains("Use at least 10 characters"))
        }
        #expect(try await !site.database.hasAccounts())
    }

    @Test("an unknown address and a wrong password get the same answer")
    func sameAnswer() async throws {
        let site = try await TestSite()
        try await site.account()
        try await site.run { browser in
            try await browser.get("/sign-in")
            let wrong = try await browser.post("/sign-in", ["email": "dana.reyes@example.org", "password": "nonsense"])
            let unknown = try await browser.post(
                "/sign-in", ["email": "dana.reyez@example.org", "password": "nonsense"])
            #expect(wrong.status == 422)
            #expect(unknown.status == 422)
            #expect(wrong.body.replacing("reyes", with: "reyez") == unknown.body)
        }
    }

    @Test("repeated failures have to wait, longer each time, even with the right password")
    func throttle() async throws {
        let site = try await TestSite()
        let account = try await site.account()
        try await site.run { browser in
            try await browser.get("/sign-in")
            for _ in 0..<5 {
                let answer = try await browser.post("/sign-in", ["email": account.email, "password": "wrong password"])
                #expect(answer.status == 422)
            }
            let right: KeyValuePairs = ["email": account.email, "password": TestSite.password]
            let waiting = try await browser.post("/sign-in", right)
            #expect(waiting.status == 429)
            #expect(waiting.headers[.retryAfter] == "2")
            site.fixed.advance(by: 3)
            #expect(try await browser.post("/sign-in", right).status == 303)
        }
        #expect((0...8).map { SignInThrottle.wait(failures: $0, free: 5) } == [0, 0, 0, 0, 0, 2, 4, 8, 16])
        #expect(SignInThrottle.wait(failures: 1000, free: 5) == 900)
    }

    @Test("a session ends when idle, when old, when signed out and when revoked elsewhere")
    func sessionEnds() async throws {
        let site = try await TestSite()
        let account = try await site.account()
        try await site.run { browser in
            try await browser.signIn(account)
            site.fixed.advance(by: 61 * 60)
            #expect(try await browser.get("/account").location == "/sign-in?return=/account")

            try await browser.signIn(account)
            for _ in 0..<13 {
                site.fixed.advance(by: 55 * 60)
                try await browser.get("/account")
            }
            site.fixed.advance(by: 55 * 60)
            #expect(try await browser.get("/account").status == 303)

            try await browser.signIn(account)
            let other = browser.another()
            try await other.signIn(account)
            let page = try await browser.get("/account")
            let id = try #require(page.body.firstMatch(of: /sessions\/([0-9a-f-]{36})\/revocation/)?.1)
            #expect(try await browser.post("/sessions/\(id)/revocation").status == 303)
            #expect(try await other.get("/account").status == 303)

            let token = try #require(browser.cookie("theralog_session"))
            #expect(try await browser.post("/sign-out").status == 303)
            browser.setCookie("theralog_session", token)
            #expect(try await browser.get("/account").status == 303)
        }
    }

    @Test("somebody else's session cannot be revoked")
    func foreignSession() async throws {
        let site = try await TestSite()
        let dana = try await site.account()
        let lee = try await site.account("Lee Ward", [.admin])
        try await site.run { browser in
            try await browser.signIn(dana)
            let other = browser.another()
            try await other.signIn(lee)
            let sessions = try await site.database.sessions(of: lee, limits: site.site.sessionLimits)
            let answer = try await browser.post("/sessions/\(sessions[0].id)/revocation")
            #expect(answer.status == 404)
            #expect(try await other.get("/account").status == 200)
        }
    }

    @Test("a form sent after the session ran out waits through sign-in, for the same account only")
    func pendingForm() async throws {
        let site = try await TestSite()
        let dana = try await site.account()
        let lee = try await site.account("Lee Ward", [.clinician])
        try await site.run { browser in
            try await browser.signIn(dana)
            site.fixed.advance(by: 61 * 60)
            let typed: KeyValuePairs = ["notes": "a long <text>", "password": "secret", "csrf": "old"]
            let kept = try await browser.post("/account/password", typed)
            #expect(kept.status == 401)
            #expect(kept.body.contains("a long &lt;text&gt;"))
            #expect(!kept.body.contains("secret"))
            let token = try #require(kept.body.firstMatch(of: /name="pending-token" value="([^"]+)"/)?.1)
            func signIn(_ account: Account) async throws -> TestBrowser.Answer {
                try await browser.post(
                    "/sign-in",
                    [
                        "email": account.email, "password": TestSite.password, "pending-token": String(token),
                        "pending-action": "/account/password", "pending:notes": "a long <text>",
                    ])
            }
            #expect(try await signIn(lee).status == 303)
            try await browser.get("/account")
            try await browser.post("/sign-out")
            try await browser.get("/sign-in")
            let resumed = try await signIn(dana)
            #expect(resumed.status == 200)
            #expect(resumed.body.contains("name=\"notes\" value=\"a long &lt;text&gt;\""))
            #expect(resumed.body.contains("action=\"/account/password\""))
            #expect(try await browser.post("/account/password", ["notes": "x"]).status == 422)
        }
    }

    @Test("changing the password needs the present one and ends all other sessions")
    func changePassword() async throws {
        let site = try await TestSite()
        let account = try await site.account()
        try await site.run { browser in
            try await browser.signIn(account)
            let other = browser.another()
            try await other.signIn(account)
            let wrong = try await browser.post(
                "/account/password", ["password": "not it at all", "new-password": "a completely new one"])
            #expect(wrong.status == 422)
            #expect(wrong.text.contains("This is not your present password"))
            let right = try await browser.post(
                "/account/password", ["password": TestSite.password, "new-password": "a completely new one"])
            #expect(right.status == 303)
            #expect(try await browser.get("/account").text.contains("Your password is changed"))
            #expect(try await other.get("/account").status == 303)
        }
    }

    @Test("after sign-in one returns to a page of this site only")
    func returnPath() {
        #expect(LocalPath("/patients/1?x=2").text == "/patients/1?x=2")
        for path in [
            "", "//evil.example", "https://evil.example", "/\\evil.example", "/a\r\nSet-Cookie: x", "/sign-in",
        ] {
            #expect(LocalPath(path).text == "/")
        }
    }

    @Test("the cookie is closed to scripts and other sites, and the database keeps only its hash")
    func cookie() async throws {
        let site = try await TestSite()
        let account = try await site.account()
        try await site.run { browser in
            try await browser.get("/sign-in")
            let answer = try await browser.post(
                "/sign-in", ["email": account.email, "password": TestSite.password])
            let cookie = try #require(answer.headers[values: .setCookie].first { $0.hasPrefix("theralog_session=") })
            #expect(cookie.contains("HttpOnly"))
            #expect(cookie.contains("SameSite=Lax"))
            let token = try #require(browser.cookie("theralog_session"))
            #expect(try await site.site.session(token: token)?.account.id == account.id)
        }
    }

    @Test("the language follows the browser before sign-in and the account afterwards")
    func language() async throws {
        let site = try await TestSite()
        let account = try await site.account()
        try await site.run { browser in
            let german = ["Accept-Language": "fr, de-AT;q=0.8, en;q=0.5"]
            #expect(try await browser.get("/sign-in", german).text.contains("Anmelden"))
            try await browser.signIn(account)
            try await browser.post("/language", ["language": "de", "return": "/account"])
            #expect(try await browser.get("/account").text.contains("Mein Konto"))
            let other = browser.another()
            try await other.signIn(account)
            #expect(try await other.get("/account", ["Accept-Language": "en"]).text.contains("Mein Konto"))
        }
    }

    @Test(
        "signing out and choosing a language work after the session ended; nobody is said to have typed what they did not"
    )
    func afterTheEnd() async throws {
        let site = try await TestSite()
        let account = try await site.prescriber()
        try await site.run { browser in
            try await browser.signIn(account)
            let token = browser.csrf
            site.fixed.advance(by: 13 * 3600)
            let language = try await browser.post(
                "/language", ["csrf": token, "language": "de", "return": "/patients"])
            #expect(language.location == "/patients")
            #expect(browser.cookie("theralog_language") == "de")
            try await browser.post("/language", ["csrf": token, "language": "en"])
            let begun = try await browser.post("/prescriptions", ["csrf": token])
            #expect(begun.status == 401 && !begun.text.contains("typed") && begun.text.contains("sign in to go on"))
            #expect(try await browser.post("/sign-out", ["csrf": token]).location == "/sign-in")
            #expect(try await browser.get("/sign-in").text.contains("You are signed out."))
            let forged = String(repeating: "A", count: 43)
            #expect(try await browser.post("/sign-out", ["csrf": forged]).status == 403)
        }
    }
}
