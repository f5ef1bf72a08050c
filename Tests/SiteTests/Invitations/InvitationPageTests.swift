import Clinic
import Foundation
import HTTPTypes
import Hummingbird
import Rendering
import Site
import Store
import TestSupport
import Testing

@Suite("A patient's own access on the page of the record")
struct InvitationPageTests {
    @Test("a code is made and shown once: on the sheet that answers the form, nowhere afterwards")
    func shownOnce() async throws {
        let site = try await InvitationSite()
        try await site.patients.run { clinician in
            #expect(try await clinician.get(site.url).text.contains("The patient cannot sign in yet"))
            let form = try await site.form(clinician)
            let sheet = try await clinician.post("\(site.url)/invitations", fields: form)
            #expect(sheet.headers[.cacheControl] == "no-store")
            let code = try InvitationSite.code(on: sheet)
            #expect(InvitationCode(typed: code)?.grouped == code)
            for text in [
                "Harbor Spine Clinic", "For Maria Lopez", "http://localhost", "/join",
                "up to and including December 5, 2026", "The code is shown only now",
            ] {
                #expect(sheet.text.contains(text), "\(text)")
            }
            let page = try await clinician.get(site.url)
            #expect(!page.body.contains(code))
            #expect(
                page.text.contains(
                    "A code was made by Dana Reyes on Nov 21, 2026, 09:30. It can be used until the end of Dec 5, 2026")
            )
            // A tap that was two shows the same; a reload of the sheet, later, shows nothing.
            #expect(
                try InvitationSite.code(on: try await clinician.post("\(site.url)/invitations", fields: form)) == code)
            site.site.fixed.advance(by: 61)
            let late = try await clinician.post("\(site.url)/invitations", fields: form)
            #expect(late.location == "\(site.url)#account")
            #expect(try await clinician.get(site.url).text.contains("The code was shown already"))
            #expect(try await clinician.get("\(site.url)/invitations").location == "\(site.url)#account")
        }
        #expect(try await site.audited("invitation") == [.created])
    }

    @Test("what is kept of a code is no hash that could be found by trying codes")
    func hashed() async throws {
        let site = try await InvitationSite()
        try await site.patients.run { clinician in
            let code = try #require(InvitationCode(typed: try await site.code(clinician)))
            let born: Set = [site.maria.birthDate]
            for hash in [SecretTokenHash.plain(code.text), SecretTokenHash.plain(code.grouped)] {
                let found = try await site.database.invitation(codeHash: hash, bornOn: born, by: .program)
                #expect(found == nil)
            }
        }
    }

    @Test("another form makes another code, and the one before is dead")
    func replaced() async throws {
        let site = try await InvitationSite()
        try await site.patients.run { clinician in
            let visitor = clinician.another()
            let first = try await site.code(clinician)
            let second = try await site.code(clinician)
            #expect(first != second)
            #expect(try await site.type(first, visitor).status == 422)
            #expect(try await site.type(second, visitor).location == "/join/account")
        }
        #expect(try await site.audited("invitation").prefix(3) == [.created, .revoked, .created])
    }

    @Test("a form without a key makes a code of chance")
    func noKey() async throws {
        let site = try await InvitationSite()
        try await site.patients.run { clinician in
            try await clinician.get(site.url)
            for fields in [[], [("form-key", "short")], [("form-key", String(repeating: "x", count: 100_000))]] {
                let sheet = try await clinician.post("\(site.url)/invitations", fields: fields)
                #expect(InvitationCode(typed: try InvitationSite.code(on: sheet)) != nil)
            }
        }
    }

    @Test("the sheet is in the patient's language and has the address at which the clinician has the site open")
    func sheet() async throws {
        let site = try await InvitationSite {
            $0.language = PersonLanguage(tag: "de")
            $0.name.family = "Lopez <script>"
        }
        try await site.patients.run { clinician in
            let form = try await site.form(clinician)
            let sheet = try await clinician.post("\(site.url)/invitations", fields: form)
            #expect(sheet.body.contains(#"lang="de""#))
            #expect(sheet.text.contains("Der Code gilt einmal, bis einschließlich 05.12.2026."))
            #expect(sheet.text.contains("Code for the patient"), "the page around it is the clinician's")
            #expect(sheet.body.contains("Lopez &lt;script&gt;"))
            #expect(sheet.text.contains("http://localhost/join"))
            // A browser says where it has the page from: behind a proxy only it knows of TLS.
            let secure = try await clinician.post(
                "\(site.url)/invitations", fields: form, ["Origin": "https://localhost"])
            #expect(secure.text.contains("https://localhost/join"))
            #expect(sheet.text.contains("works on this computer only"))
        }
    }

    @Test("with an account: when it was made and used, a code for a new password, and the end of access")
    func account() async throws {
        let site = try await InvitationSite()
        try await site.patients.run { clinician in
            let visitor = clinician.another()
            try await site.join(clinician, visitor)
            let page = try await clinician.get(site.url)
            for text in [
                InvitationSite.email, "Account made Nov 21, 2026", "Last sign-in Nov 21, 2026, 09:30",
                "New code for a new password", "End access",
            ] {
                #expect(page.text.contains(text), "\(text)")
            }
            #expect(!page.text.contains("Make a code to print"))
            // Somebody whose page is old makes no code for a second account.
            let late = try await clinician.post("\(site.url)/invitations", ["form-key": "0123456789abcdef"])
            #expect(late.location == "\(site.url)#account")
            #expect(try await clinician.get(site.url).text.contains("has an account meanwhile"))

            let path = try #require(page.body.firstMatch(of: /"(\/patient-accounts\/[0-9a-f-]{36}\/deactivation)"/)?.1)
            let question = try await clinician.get(String(path))
            #expect(question.text.contains("End the access of Maria Lopez?"))
            #expect(try await clinician.post(String(path)).status == 200, "asks, when it was not asked")
            #expect(try await visitor.get("/my/medications").status == 200)
            #expect(
                try await clinician.post(String(path), ["confirmed": "yes"]).location == "\(site.url)#account")
            #expect(try await visitor.get("/my/medications").status == 303)
            #expect(try await clinician.post(String(path), ["confirmed": "yes"]).status == 303)
            #expect(try await clinician.get(site.url).text.contains("Access ended"))

            let code = try await site.code(clinician)
            #expect(try await site.type(code, visitor).location == "/join/account")
            #expect(try await site.finish(visitor).location == "/")
            #expect(try await visitor.get("/my/medications").status == 200)
        }
        #expect(
            try await site.audited("account") == [.created, .deactivated, .passwordChanged, .reactivated])
    }

    @Test("a code is revoked, twice as well, and says so")
    func revoked() async throws {
        let site = try await InvitationSite()
        try await site.patients.run { clinician in
            let code = try await site.code(clinician)
            let page = try await clinician.get(site.url)
            let path = String(try #require(page.body.firstMatch(of: /"(\/invitations\/[0-9a-f-]{36}\/revocation)"/)?.1))
            for _ in 0..<2 { #expect(try await clinician.post(path).location == "\(site.url)#account") }
            let after = try await clinician.get(site.url)
            #expect(after.text.contains("The code can no longer be used."))
            #expect(!after.body.contains("/revocation"))
            #expect(try await site.type(code, clinician.another()).status == 422)
        }
        #expect(try await site.audited("invitation").prefix(2) == [.created, .revoked])
    }

    @Test("a code that ran out or was blocked is said to be")
    func ended() async throws {
        let site = try await InvitationSite()
        try await site.patients.run { clinician in
            let code = try await site.code(clinician)
            let visitor = clinician.another()
            for _ in 0..<5 { try await site.type(code, visitor, born: "1 Jan 1950") }
            #expect(try await clinician.get(site.url).text.contains("is blocked: it was typed several times"))
            _ = try await site.code(clinician)
            // It lasts to the end of the fourteenth day.
            site.site.fixed.advance(by: 14 * 86_400)
        }
        try await site.patients.run { clinician in
            let page = try await clinician.get(site.url)
            #expect(page.text.contains("can be used until the end of Dec 5, 2026"))
            site.site.fixed.advance(by: 15 * 3600)
        }
        try await site.patients.run { clinician in
            let page = try await clinician.get(site.url)
            #expect(page.text.contains("has run out"))
            #expect(!page.body.contains("/revocation"))
        }
    }

    @Test("of a record merged into another the survivor's page has code and account")
    func merged() async throws {
        let site = try await InvitationSite()
        let survivor = try await site.patients.insert("Mary", "Lopez")
        try await site.patients.run { clinician in
            let visitor = clinician.another()
            try await site.join(clinician, visitor)
            _ = try await site.database.mergePatient(
                site.maria.id, into: survivor.id, versions: PatientMergeVersions(duplicate: 1, survivor: 1),
                by: site.patients.actor)
            #expect(try await clinician.get("/patients/\(survivor.id)").text.contains(InvitationSite.email))
            // A form of the old page, too, is about the survivor.
            let account = try #require(try await site.database.patientAccess(of: survivor.id).accounts.first?.account)
            let sheet = try await clinician.post("\(site.url)/invitations", ["account": account.id.text])
            #expect(sheet.text.contains("For Mary Lopez"))
            #expect(sheet.text.contains(InvitationSite.email))
            #expect(try await visitor.get("/").text.contains("Mary Lopez"))
        }
    }

    @Test("who merges two records or takes them apart is told that their codes end, and they do")
    func mergedCodes() async throws {
        let site = try await InvitationSite()
        let survivor = try await site.patients.insert("Mary", "Lopez")
        try await site.patients.run { clinician in
            let code = try await site.code(clinician)
            let path = "/patients/\(survivor.id)/merge"
            let question = try await clinician.get("\(path)?with=\(site.maria.id)")
            #expect(question.text.contains("that was not used yet is revoked, in both records"))
            let merged = try await clinician.post(
                path, ["duplicate": site.maria.id.text, "version": "1", "duplicate-version": "1"])
            #expect(merged.location == "/patients/\(survivor.id)")
            #expect(try await site.type(code, clinician.another()).status == 422)
            #expect(!(try await clinician.get("/patients/\(survivor.id)").body.contains("/revocation")))
            let separation = try await clinician.get("\(site.url)/separation")
            #expect(separation.text.contains("that was not used yet is revoked, in both records"))
        }
        #expect(try await site.audited("invitation").prefix(2) == [.created, .revoked])
    }

    @Test("hostile ids and fields make no code and no error")
    func hostile() async throws {
        let site = try await InvitationSite()
        let other = try await site.patients.insert("Ada", "Quist")
        let ada = try await site.site.account("Ada Quist", [.patient], patient: other.id)
        try await site.patients.run { clinician in
            try await clinician.get(site.url)
            for account in [
                ada.id.text, site.patients.account.id.text, "x", "<b>", String(repeating: "9", count: 90_000),
            ] {
                let answer = try await clinician.post("\(site.url)/invitations", ["account": account])
                #expect(answer.status == 404, "\(account.prefix(40))")
            }
            for path in [
                "/invitations/\(other.id)/revocation", "/patient-accounts/\(site.patients.account.id)/deactivation",
            ] {
                #expect(try await clinician.post(path, ["confirmed": "yes"]).status == 404)
            }
            #expect(try await clinician.post("/patients/x/invitations").status == 404)
        }
        #expect(try await site.audited("invitation") == [])
        #expect(try await site.database.credentials(email: site.patients.account.email) != nil)
    }

    @Test("who lacks provider information is asked for it first, since the clinic's name stands on the sheet")
    func provider() async throws {
        let site = try await InvitationSite()
        let lee = try await site.site.account("Lee Ward")
        try await site.site.run { clinician in
            try await clinician.signIn(lee)
            #expect(try await clinician.get(site.url).status == 200)
            #expect(try await clinician.post("\(site.url)/invitations").location?.hasPrefix("/provider") == true)
        }
    }
}
