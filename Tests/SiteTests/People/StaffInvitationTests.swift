import Clinic
import Foundation
import HTTPTypes
import Rendering
import Store
import TestSupport
import Testing

@testable import Site

@Suite("Inviting a colleague")
struct StaffInvitationTests {
    @Test("a link and a code, shown once; with the e-mail address they lead to a password and the first sign-in")
    func joins() async throws {
        let site = try await PeopleSite()
        try await site.run { admin in
            let sheet = try await site.invite(admin)
            let code = try PeopleSite.code(on: sheet)
            #expect(sheet.headers[.cacheControl] == "no-store")
            for text in [
                "For Lee Ward", "lee.ward@example.org", "November 28, 2026", "works on this computer only",
            ] {
                #expect(sheet.text.contains(text), "\(text)")
            }
            #expect(sheet.body.contains("value=\"http://localhost/join/staff?code=\(code)\""))
            let drawing = String(try #require(sheet.body.firstMatch(of: /<svg[^>]+class="qr-code"[\s\S]*?<\/svg>/)?.0))
            #expect(try BarCodeReader.texts(svg: drawing) == ["http://localhost/join/staff?code=\(code)"])
            let people = try await admin.get("/people")
            #expect(people.text.contains("Lee Ward lee.ward@example.org · Prescribe A code was made by Morgan Ellis"))
            #expect(!people.body.contains(code))
            #expect(try await admin.get("/people/invitations").location == "/people")

            let visitor = admin.another()
            #expect(try await visitor.get("/join").body.contains("href=\"/join/staff\""))
            #expect(try await visitor.get("/join/staff?code=\(code)").body.contains("value=\"\(code)\""))
            #expect(
                try await site.type(code.lowercased(), visitor, email: " LEE.ward@example.org").location
                    == "/join/staff/account")
            let page = try await visitor.get("/join/staff/account")
            #expect(page.text.contains("For Lee Ward , Prescribe") && !page.body.contains(code))
            for (password, words) in [
                ("", "Fill this in"), ("short", "at least 10"), ("lee.ward@example.org", "harder"),
            ] {
                let answer = try await site.finish(visitor, password: password)
                #expect(answer.status == 422 && answer.text.contains(words))
            }
            #expect(try await site.finish(visitor).location == "/provider")
            #expect(try await visitor.get("/provider").text.contains("Your account is made"))
            #expect(try await visitor.get("/people").status == 403)
            #expect(try await site.type(code, admin.another()).status == 422, "it is used up")
        }
    }

    @Test("the double tap gets the same sheet, and the second of two taps at the end signs in")
    func repeated() async throws {
        let site = try await PeopleSite()
        try await site.run { admin in
            let page = try await admin.get("/people/new")
            let key = String(try #require(page.body.firstMatch(of: /name="form-key" value="([^"]+)"/)?.1))
            let fields = PeopleSite.lee + [("form-key", key)]
            let code = try PeopleSite.code(on: try await admin.post("/people/invitations", fields: fields))
            #expect(try PeopleSite.code(on: try await admin.post("/people/invitations", fields: fields)) == code)
            site.test.fixed.advance(by: 61)
            #expect(try await admin.post("/people/invitations", fields: fields).location == "/people")
            #expect(try await admin.get("/people").text.contains("The code was shown already"))

            let visitor = admin.another()
            try await site.type(code, visitor)
            try await visitor.get("/join/staff/account")
            let (csrf, pass) = (visitor.csrf, try #require(visitor.cookie("theralog_join")))
            let identity = try #require(visitor.cookie("theralog_visitor"))
            #expect(try await site.finish(visitor).location == "/provider")
            let second = admin.another()
            second.setCookie("theralog_join", pass)
            second.setCookie("theralog_visitor", identity)
            let tap = try await second.post(
                "/join/staff/account", ["password": TestSite.password, "csrf": csrf])
            #expect(tap.location == "/")
            // A pass for patients opens nothing here, nor the other way round.
            let third = admin.another()
            third.setCookie("theralog_join", pass)
            third.setCookie("theralog_visitor", identity)
            #expect(try await third.get("/join/account").location == "/join")
        }
    }

    @Test("a wrong code, another address and a dead code get the very same answer; whoever guesses has to wait")
    func guessing() async throws {
        let site = try await PeopleSite()
        try await site.run { admin in
            let code = try PeopleSite.code(on: try await site.invite(admin))
            let visitor = admin.another()
            let unknown = try await site.type("K7QF-3MXW-P9TD", visitor).body.replacing("K7QF-3MXW-P9TD", with: "")
            var last = ""
            for _ in 0..<5 {
                last = try await site.type(code, visitor, email: "dana.reyes@example.org").body.replacing(
                    code, with: ""
                )
                .replacing("dana.reyes", with: "lee.ward")
            }
            #expect(last == unknown)
            #expect(try await site.type(code, visitor).status == 429)
            site.test.fixed.advance(by: 900)
            #expect(try await site.type(code, visitor).status == 422, "dead")
            #expect(try await admin.get("/people").text.contains("is blocked"))
            for (code, email) in [("", ""), ("<b>", "x"), (String(repeating: "K7", count: 9000), "a@b\0")] {
                let answer = try await site.type(code, visitor, email: email)
                #expect(
                    answer.status == 422 && answer.body.contains("href=\"#code\"")
                        && answer.body.contains("href=\"#email\""))
                #expect(!answer.body.contains("<b>"))
            }
            #expect(try await visitor.get("/join/staff/account").location == "/join/staff")
            #expect(try await admin.get("/join/staff").text.contains("Sign out first"))
            // A patient's code is none of a colleague's.
            let dana = admin.another()
            try await dana.signIn(site.dana)
            let patient = try #require(site.maria.patient)
            let form = try await dana.get("/patients/\(patient)")
            let key = String(try #require(form.body.firstMatch(of: /name="form-key" value="([^"]+)"/)?.1))
            let sheet = try await dana.post(
                "/patients/\(patient)/invitations", ["form-key": key, "account": site.maria.id.text])
            let own = try PeopleSite.code(on: sheet)
            #expect(try await site.type(own, visitor, email: site.maria.email).status == 422)
        }
    }

    @Test("revoked, or replaced by another code, the link is dead")
    func revoked() async throws {
        let site = try await PeopleSite()
        try await site.run { admin in
            let first = try PeopleSite.code(on: try await site.invite(admin))
            let second = try PeopleSite.code(on: try await site.invite(admin))
            let visitor = admin.another()
            #expect(try await site.type(first, visitor).status == 422)
            let page = try await admin.get("/people")
            let path = String(
                try #require(page.body.firstMatch(of: /"(\/staff-invitations\/[0-9a-f-]{36}\/revocation)"/)?.1))
            for _ in 0..<2 { #expect(try await admin.post(path).location == "/people") }
            #expect(try await site.type(second, visitor).status == 422)
            #expect(!(try await admin.get("/people").text.contains("Lee Ward")))
        }
    }

    @Test("a code for a new password: the old one works until then, and all sessions end")
    func renewal() async throws {
        let site = try await PeopleSite()
        try await site.run { admin in
            let dana = admin.another()
            try await dana.signIn(site.dana)
            let path = "/people/\(site.dana.id)"
            try await admin.get(path)
            let sheet = try await admin.post("\(path)/invitations", ["form-key": "0123456789abcdef"])
            #expect(sheet.text.contains("A new password for your access"))
            let code = try PeopleSite.code(on: sheet)
            #expect(try await admin.get(path).text.contains("A code was made by Morgan Ellis"))
            #expect(try await dana.get("/account").status == 200)
            let visitor = admin.another()
            #expect(try await site.type(code, visitor, email: site.dana.email).location == "/join/staff/account")
            #expect(try await visitor.get("/join/staff/account").text.contains("Choose a new password"))
            #expect(try await site.finish(visitor, password: "another good sentence").location == "/")
            #expect(try await dana.get("/account").status == 303)
            #expect(try await admin.get("\(path)/invitations").location == path)
            let patient = "/people/\(site.maria.id)/invitations"
            #expect(try await admin.post(patient, ["form-key": "0123456789abcdeg"]).status == 404)
            try await admin.post("\(path)/deactivation", ["confirmed": "yes"])
            #expect(try await admin.post("\(path)/invitations", ["form-key": "0123456789abcdeh"]).location == path)
            #expect(try await admin.get(path).text.contains("First give access again"))
        }
    }
}
