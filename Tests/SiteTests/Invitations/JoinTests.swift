import Clinic
import Foundation
import HTTPTypes
import Hummingbird
import Rendering
import Site
import Store
import TestSupport
import Testing

@Suite("Joining with a code on paper")
struct JoinTests {
    @Test(
        "code and date of birth, then address and password: signed in at the own record, and from then on by password")
    func joins() async throws {
        let site = try await InvitationSite { $0.email = EmailAddress("Maria@home.example") }
        try await site.patients.run { clinician in
            let code = try await site.code(clinician)
            let visitor = clinician.another()
            #expect(try await visitor.get("/sign-in").body.contains(#"href="/join""#))
            let answer = try await site.type(code.lowercased().replacing("-", with: " "), visitor)
            #expect(answer.location == "/join/account")
            let page = try await visitor.get("/join/account")
            #expect(page.text.contains("For Maria Lopez"))
            #expect(page.body.contains(#"value="Maria@home.example""#), "what the clinic knows need not be typed")
            #expect(!page.body.contains(code))
            #expect(try await site.finish(visitor).location == "/")
            let home = try await visitor.get("/")
            #expect(home.text.contains("Maria Lopez"))
            #expect(home.text.contains("Your account is made"))
            #expect(try await visitor.get("/patients").status == 403)

            let other = clinician.another()
            try await other.get("/sign-in")
            let signIn = try await other.post(
                "/sign-in", ["email": InvitationSite.email, "password": TestSite.password])
            #expect(signIn.status == 303)
        }
        #expect(try await site.audited("invitation") == [.created, .used])
        #expect(try await site.audited("account") == [.created])
    }

    @Test(
        "the date of birth in any spelling that finds a patient",
        arguments: [
            "1948-03-12", "19480312", "12 Mar 1948", "March 12, 1948", "12. März 1948", "12.3.1948", "12.03.1948",
            "03/12/1948", "12/03/1948", "12-03-1948", " 12 mar 1948 ", "١٢ Mar ١٩٤٨",
        ])
    func spellings(typed: String) async throws {
        let site = try await InvitationSite()
        for language in ["en", "de"] {
            try await site.patients.run { clinician in
                let code = try await site.code(clinician)
                let visitor = clinician.another()
                visitor.setCookie("theralog_language", language)
                #expect(try await site.type(code, visitor, born: typed).location == "/join/account")
            }
        }
    }

    @Test("an unknown, an expired, a used, a revoked code and a wrong date of birth get the very same answer")
    func sameAnswer() async throws {
        let site = try await InvitationSite()
        try await site.patients.run { clinician in
            let visitor = clinician.another()
            let used = try await site.code(clinician)
            try await site.type(used, clinician.another())
            let answer = { (code: String, born: String) in
                try await site.type(code, visitor, born: born).body.replacing(code, with: "CODE").replacing(
                    born, with: "BORN")
            }
            let wrongDay = try await answer(used, "1 Jan 1950")
            #expect(wrongDay.contains("do not belong together"))
            #expect(wrongDay.contains(#"value="CODE""#) && wrongDay.contains(#"value="BORN""#))
            let another = try await site.code(clinician)
            let unknown = try await answer("K7QF-3MXW-P9TD", "12.3.1948")
            let replaced = try await answer(used, "12.3.1948")
            try await site.join(clinician, clinician.another())
            let consumed = try await answer(another, "12.3.1948")
            #expect(Set([wrongDay, unknown, replaced, consumed]).count == 1)
        }
    }

    @Test("whoever guesses has to wait: for a code, and from an address")
    func throttled() async throws {
        let site = try await InvitationSite()
        try await site.patients.run { clinician in
            let visitor = clinician.another()
            for _ in 0..<5 { #expect(try await site.type("K7QF-3MXW-P9TD", visitor).status == 422) }
            let waiting = try await site.type("K7QF-3MXW-P9TD", visitor)
            #expect(waiting.status == 429)
            #expect(waiting.headers[.retryAfter] == "2")
            #expect(waiting.body.contains("K7QF-3MXW-P9TD"))
            let code = try await site.code(clinician)
            let alphabet = Array("23456789CDFGHJKMNPQRTWXY")
            for number in 0..<25 {
                let guess = "M7QF-3MXW-P9\(alphabet[number / 5])\(alphabet[number % 5])"
                #expect(try await site.type(guess, visitor, born: "1.1.1950").status == 422)
            }
            #expect(try await site.type(code, visitor).status == 429, "even with a right code")
            site.site.fixed.advance(by: 3)
            #expect(try await site.type(code, visitor).location == "/join/account")
        }
    }

    @Test("after five wrong dates of birth the code is dead, and audited as dead")
    func dead() async throws {
        let site = try await InvitationSite()
        try await site.patients.run { clinician in
            let code = try await site.code(clinician)
            let visitor = clinician.another()
            for _ in 0..<5 { #expect(try await site.type(code, visitor, born: "1 Jan 1950").status == 422) }
            site.site.fixed.advance(by: 3600)
            #expect(try await site.type(code, visitor).status == 422)
        }
        #expect(try await site.audited("invitation").contains(.locked))
        #expect(try await site.database.patientAccess(of: site.maria.id).accounts == [])
    }

    @Test(
        "what cannot be a code or a day is said at the field, with everything typed kept",
        arguments: [
            ("", "", "Fill this in"), ("K7QF-3MXW", "12.3.1948", "A code has 12 letters and digits"),
            ("K7QF-3MXW-P9T0", "12.3.1948", "It has no A, E, I, O, U, L or V, no 0 and no 1"),
            ("<script>alert(1)</script>", "12.3.1948", "A code has 12"),
            ("K7QF3MXWP9TD\0", "12.3.1948", "A code has 12"),
            ("K7QF-3MXW-P9TD", "yesterday", "Enter a date such as"), ("K7QF-3MXW-P9TD", "31.2.1948", "no such day"),
            ("K7QF-3MXW-P9TD", "12.3.48", "four digits"), ("K7QF-3MXW-P9TD", "12.3.2048", "has not come yet"),
            ("K7QF-3MXW-P9TD", "<b>12</b>", "Enter a date such as"),
            (String(repeating: "K7QF", count: 20_000), "12.3.1948", "A code has 12"),
            ("K7QF-3MXW-P9TD", String(repeating: "9", count: 80_000), "Enter a date such as"),
        ])
    func refused(code: String, born: String, words: String) async throws {
        let site = try await InvitationSite()
        try await site.site.run { visitor in
            let answer = try await site.type(code, visitor, born: born)
            #expect(answer.status == 422)
            #expect(answer.text.contains(words))
            let kept = { (text: String) in
                "value=\"\(text.replacing("<", with: "&lt;").replacing(">", with: "&gt;"))\""
            }
            #expect(answer.body.contains(kept(code)))
            #expect(answer.body.contains(kept(born)))
            #expect(!answer.body.contains("<script>alert"))
        }
        #expect(try await site.database.auditEntries().filter { $0.action == .signInFailed } == [])
    }

    @Test("a field that comes twice is its first; a form too large is refused")
    func repeated() async throws {
        let site = try await InvitationSite()
        try await site.patients.run { clinician in
            let code = try await site.code(clinician)
            let visitor = clinician.another()
            try await visitor.get("/join")
            let fields = [("code", code), ("code", "x"), ("birth-date", "12.3.1948"), ("birth-date", "1.1.1950")]
            #expect(try await visitor.post("/join", fields: fields).location == "/join/account")
            let huge = String(repeating: "K", count: 300_000)
            #expect(try await visitor.post("/join", ["code": huge]).status == 413)
        }
    }

    @Test("a bad or a taken address and a weak password are said at the field; the address stays")
    func badAccount() async throws {
        let site = try await InvitationSite()
        try await site.site.account("Lee Ward")
        try await site.patients.run { clinician in
            let visitor = clinician.another()
            try await site.type(try await site.code(clinician), visitor)
            for (email, password, words) in [
                ("", TestSite.password, "Fill this in"), ("nobody", TestSite.password, "Enter an e-mail address"),
                ("<b>@x", TestSite.password, "Enter an e-mail address"),
                ("a@b\0", TestSite.password, "Enter an e-mail address"),
                (String(repeating: "a", count: 9000) + "@b.example", TestSite.password, "Enter an e-mail address"),
                ("maria@home.example", "", "Fill this in"), ("maria@home.example", "short", "Use at least 10"),
                ("maria@home.example", "maria@home.example", "harder to guess"),
                ("maria@home.example", String(repeating: "long ", count: 60), "Use at most 200"),
                ("Lee.Ward@example.org", TestSite.password, "Somebody signs in with this e-mail address already"),
            ] {
                let answer = try await site.finish(visitor, email: email, password: password)
                #expect(answer.status == 422, "\(email.prefix(40))")
                #expect(answer.text.contains(words), "\(email.prefix(40))")
                let kept = email.replacing("<", with: "&lt;").replacing(">", with: "&gt;")
                #expect(answer.body.contains("value=\"\(kept)\""))
                #expect(password.isEmpty || email == password || !answer.body.contains(password))
            }
            #expect(try await site.finish(visitor).location == "/")
        }
    }

    @Test("the second tap of two signs in, as the first did; somebody else's password does not")
    func doubleTap() async throws {
        let site = try await InvitationSite()
        try await site.patients.run { clinician in
            let visitor = clinician.another()
            try await site.type(try await site.code(clinician), visitor)
            try await visitor.get("/join/account")
            let (csrf, pass) = (visitor.csrf, try #require(visitor.cookie("theralog_join")))
            let identity = try #require(visitor.cookie("theralog_visitor"))
            #expect(try await site.finish(visitor).location == "/")
            // Sent before the first answer came: without the cookie of the session.
            let second = clinician.another()
            second.setCookie("theralog_join", pass)
            second.setCookie("theralog_visitor", identity)
            let fields = [("csrf", csrf), ("email", InvitationSite.email), ("password", TestSite.password)]
            #expect(try await second.post("/join/account", fields: fields).location == "/")
            #expect(try await second.get("/my/medications").status == 200)
            let third = clinician.another()
            third.setCookie("theralog_join", pass)
            third.setCookie("theralog_visitor", identity)
            let thief = [("csrf", csrf), ("email", "thief@home.example"), ("password", "another sentence")]
            #expect(try await third.post("/join/account", fields: thief).status == 422)
        }
        #expect(try await site.database.patientAccess(of: site.maria.id).accounts.count == 1)
    }

    @Test("the second step is for the browser that took the first, for an hour, while the code lasts")
    func pass() async throws {
        let site = try await InvitationSite()
        try await site.patients.run { clinician in
            let visitor = clinician.another()
            #expect(try await visitor.get("/join/account").location == "/join")
            try await site.type(try await site.code(clinician), visitor)
            let pass = try #require(visitor.cookie("theralog_join"))
            let other = clinician.another()
            try await other.get("/join")
            for forged in [pass, "", "..", "x.y.z", pass + "x", "\(site.maria.id).9999999999.\(pass.suffix(43))"] {
                other.setCookie("theralog_join", forged)
                #expect(try await other.get("/join/account").location == "/join", "\(forged)")
                #expect(try await site.finish(other).location == "/join", "\(forged)")
            }
            #expect(try await visitor.get("/join/account").status == 200)
            site.site.fixed.advance(by: 3599)
            #expect(try await visitor.get("/join/account").status == 200)
            site.site.fixed.advance(by: 1)
            #expect(try await visitor.get("/join/account").location == "/join")
        }
        try await site.patients.run { clinician in
            let visitor = clinician.another()
            try await site.type(try await site.code(clinician), visitor)
            _ = try await site.code(clinician)
            #expect(try await site.finish(visitor).location == "/join", "a newer code took its place")
            #expect(try await visitor.get("/join").text.contains("Type the code and the date of birth again"))
        }
    }

    @Test("who is signed in signs out first: a couple shares a telephone")
    func signedIn() async throws {
        let site = try await InvitationSite()
        try await site.patients.run { clinician in
            let code = try await site.code(clinician)
            let page = try await clinician.get("/join")
            #expect(page.text.contains("In this browser is signed in: Dana Reyes"))
            #expect(try await clinician.post("/join", ["code": code, "birth-date": "12.3.1948"]).location == "/join")
            #expect(try await clinician.get("/join/account").location == "/")
            #expect(try await clinician.post("/join/account").location == "/")
        }
    }

    @Test("a forgotten password: waits are forgotten, the address may be put right, other browsers are signed out")
    func forgotten() async throws {
        let site = try await InvitationSite { $0.language = PersonLanguage(tag: "de") }
        try await site.patients.run { clinician in
            let (telephone, tablet) = (clinician.another(), clinician.another())
            try await site.join(clinician, telephone)
            try await tablet.get("/sign-in")
            for _ in 0..<6 {
                try await tablet.post("/sign-in", ["email": InvitationSite.email, "password": "no idea"])
            }
            let sheet = try await clinician.post("\(site.url)/invitations", fields: try await site.form(clinician))
            #expect(sheet.text.contains("Ihre E-Mail-Adresse hier: \(InvitationSite.email)"))
            #expect(try await telephone.get("/my/medications").status == 200)
            try await site.type(try InvitationSite.code(on: sheet), tablet)
            let page = try await tablet.get("/join/account")
            #expect(page.text.contains("Ein neues Passwort wählen"))
            #expect(page.body.contains("value=\"\(InvitationSite.email)\""))
            let answer = try await site.finish(tablet, email: "maria@new.example", password: "another good sentence")
            #expect(answer.location == "/")
            #expect(try await tablet.get("/").text.contains("Ihr neues Passwort ist gespeichert"))
            #expect(try await telephone.get("/my/medications").status == 303)
            let other = clinician.another()
            try await other.get("/sign-in")
            let fields: KeyValuePairs = ["email": "maria@new.example", "password": "another good sentence"]
            #expect(try await other.post("/sign-in", fields).status == 303)
        }
    }

    @Test("once the code is right it speaks the language of the record, unless another was chosen in the browser")
    func language() async throws {
        let site = try await InvitationSite { $0.language = PersonLanguage(tag: "de") }
        try await site.patients.run { clinician in
            let visitor = clinician.another()
            #expect(try await visitor.get("/join").text.contains("I have a code from my clinic"))
            try await site.type(try await site.code(clinician), visitor)
            #expect(try await visitor.get("/join/account").text.contains("Ihr Konto erstellen"))
            #expect(try await site.finish(visitor, email: "maria").text.contains("Geben Sie eine E-Mail-Adresse"))
            #expect(try await site.finish(visitor).location == "/")
            #expect(try await visitor.get("/").text.contains("Ihr Konto ist erstellt"))
        }
        #expect(try await site.database.patientAccess(of: site.maria.id).accounts.first?.account.language == .german)
        let other = try await InvitationSite { $0.language = PersonLanguage(tag: "de") }
        try await other.patients.run { clinician in
            let visitor = clinician.another()
            visitor.setCookie("theralog_language", "en")
            try await other.join(clinician, visitor)
        }
        #expect(try await other.database.patientAccess(of: other.maria.id).accounts.first?.account.language == .english)
    }
}
