import Clinic
import Foundation
import Rendering
import Store
import TestSupport
import Testing

@Suite("The people who sign in, in the admin's browser")
struct PeoplePageTests {
    @Test("staff by name with roles, sign-ins and sessions; patients as codes, and by name to a clinician only")
    func list() async throws {
        let site = try await PeopleSite()
        try await site.run { admin in
            let dana = admin.another()
            try await dana.signIn(site.dana)
            let page = try await admin.get("/people")
            for text in [
                "Dana Reyes dana.reyes@example.org Prescribe Active Nov 21, 2026, 09:30 1",
                "Morgan Ellis (you) morgan.ellis@example.org Run the clinic Active", "1 patient can sign in.",
            ] {
                #expect(page.text.contains(text), "\(text)")
            }
            #expect(!page.text.contains("Maria"))
            let patients = try await admin.get("/people/patients")
            let code = try #require(site.maria.patient).text.suffix(8)
            #expect(patients.text.contains("Patient …\(code)"))
            #expect(!patients.text.contains("Lopez") && !patients.text.contains(site.maria.email))
            let one = try await admin.get("/people/\(site.maria.id)")
            #expect(one.text.contains("Patient …\(code)") && !one.body.contains("Lopez"))
            #expect(!one.body.contains("name=\"role\"") && !one.body.contains("/invitations"))
            let both = try await site.test.account("Ada One", [.admin, .clinician])
            let clinician = admin.another()
            try await clinician.signIn(both)
            #expect(try await clinician.get("/people/patients").text.contains("Maria Lopez maria.lopez@example.org"))
            #expect(try await dana.get("/people").status == 403)
            admin.setCookie("theralog_language", "de")
            try await admin.get("/people")
            try await admin.post("/language", ["language": "de", "return": "/people"])
            #expect(try await admin.get("/people").text.contains("Wer hier arbeitet und sich anmelden darf"))
        }
    }

    @Test("name, address and roles are changed, at once for whoever is signed in; a stale form is said so")
    func edit() async throws {
        let site = try await PeopleSite()
        try await site.run { admin in
            let dana = admin.another()
            try await dana.signIn(site.dana)
            let path = "/people/\(site.dana.id)"
            let page = try await admin.get(path)
            #expect(page.body.contains("value=\"dana.reyes@example.org\""))
            let fields = [("name", "Dana Reyes"), ("email", "dana.reyes@example.org"), ("version", "1")]
            let saved = try await admin.post(path, fields: fields + [("role", "clinician"), ("role", "admin")])
            #expect(saved.location == path)
            #expect(try await dana.get("/people").status == 200)
            #expect(try await admin.post(path, fields: fields + [("role", "admin")]).status == 409)
            let again = fields.dropLast() + [("version", "2"), ("role", "admin")]
            #expect(try await admin.post(path, fields: Array(again)).status == 303)
            #expect(try await dana.get("/patients").status == 403)
        }
    }

    @Test(
        "what cannot be is said at its field, with everything typed kept",
        arguments: [
            ("name", "", "Fill this in"), ("name", String(repeating: "x", count: 5000), "Use at most 200"),
            ("name", "a\0b", "Use at most 200"), ("email", "<b>", "Enter an e-mail address"),
            ("email", "", "Fill this in"),
            ("email", "morgan.ellis@example.org", "There is already an account"), ("role", "", "Fill this in"),
            ("role", "patient", "A patient’s account is made from"), ("role", "chief\"\u{301}", "Fill this in"),
        ])
    func refused(field: String, value: String, words: String) async throws {
        let site = try await PeopleSite()
        try await site.run { admin in
            let right = [("name", "Dana R"), ("email", "d@example.org"), ("role", "clinician"), ("version", "1")]
            let fields = right.map { ($0.0, $0.0 == field ? value : $0.1) }
            for path in ["/people/\(site.dana.id)", "/people/invitations"] {
                try await admin.get("/people")
                let answer = try await admin.post(path, fields: fields)
                #expect(answer.status == 422, "\(path)")
                #expect(answer.text.contains(words), "\(path) \(answer.text)")
                #expect(answer.body.contains("href=\"#\(field)\""))
                if field == "name" { #expect(answer.body.contains("value=\"d@example.org\"")) }
                if value == "<b>" { #expect(answer.body.contains("value=\"&lt;b&gt;\"")) }
            }
        }
        #expect(try await site.database.accounts().map(\.name).contains("Dana Reyes"))
    }

    @Test("the last admin cannot be locked out, also not by a form of the own account")
    func lastAdmin() async throws {
        let site = try await PeopleSite()
        try await site.run { admin in
            let path = "/people/\(site.morgan.id)"
            try await admin.get(path)
            let fields = [
                ("name", "Morgan Ellis"), ("email", "morgan.ellis@example.org"), ("version", "1"),
                ("role", "clinician"),
            ]
            let roles = try await admin.post(path, fields: fields)
            #expect(roles.status == 422 && roles.text.contains("Nobody else can run the clinic"))
            let answer = try await admin.post("\(path)/deactivation", ["confirmed": "yes"])
            #expect(answer.location == path)
            #expect(try await admin.get(path).text.contains("so nothing was changed"))
            let other = try await site.test.account("Ada One", [.admin])
            _ = other
            #expect(try await admin.post(path, fields: fields).location == "/")
            #expect(try await admin.get("/people").status == 403)
        }
    }

    @Test("deactivated after a question: signed out at once, the sign-in says what a wrong password gets; and back")
    func deactivation() async throws {
        let site = try await PeopleSite()
        try await site.run { admin in
            for account in [site.dana, site.maria] {
                let person = admin.another()
                try await person.signIn(account)
                let path = "/people/\(account.id)"
                #expect(try await admin.get("\(path)/deactivation").text.contains("All sessions end at once"))
                #expect(try await admin.post("\(path)/deactivation").status == 200, "asks, when it was not asked")
                #expect(try await person.get("/account").status == 200)
                #expect(try await admin.post("\(path)/deactivation", ["confirmed": "yes"]).location == path)
                #expect(try await person.get("/account").status == 303)
                try await person.get("/sign-in")
                let fields = ["email": account.email, "password": TestSite.password].map { ($0.key, $0.value) }
                let refused = try await person.post("/sign-in", fields: fields)
                let wrong = try await person.post("/sign-in", ["email": account.email, "password": "wrong password"])
                #expect(refused.status == 422 && refused.text == wrong.text)
                #expect(try await admin.get(path).text.contains("Deactivated"))
                #expect(try await admin.post("\(path)/reactivation").location == path)
                #expect(try await person.post("/sign-in", fields: fields).status == 303)
            }
        }
    }

    @Test("sessions are ended one by one or all together, the own one never by accident")
    func sessions() async throws {
        let site = try await PeopleSite()
        try await site.run { admin in
            let (first, second) = (admin.another(), admin.another())
            try await first.signIn(site.dana)
            try await second.signIn(site.dana)
            let path = "/people/\(site.dana.id)"
            let page = try await admin.get(path)
            let action = String(
                try #require(page.body.firstMatch(of: /"([^"]+\/sessions\/[0-9a-f-]{36}\/revocation)"/)?.1))
            for _ in 0..<2 { #expect(try await admin.post(action).location == "\(path)#sessions") }
            let open = [try await first.get("/account").status, try await second.get("/account").status]
            #expect(open.sorted() == [200, 303])
            #expect(try await admin.post("\(path)/sessions/revocation").location == "\(path)#sessions")
            #expect(try await first.get("/account").status == 303)
            #expect(try await second.get("/account").status == 303)
            #expect(try await admin.post("/people/\(site.morgan.id)/sessions/revocation").status == 303)
            #expect(try await admin.get("/people").status == 200)
            let nobody = "/people/01920000-0000-7000-8000-00000000ffff/sessions/\(site.dana.id)/revocation"
            #expect(try await admin.post(nobody).status == 404)
        }
    }
}
