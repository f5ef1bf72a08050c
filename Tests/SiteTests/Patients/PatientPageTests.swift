import Clinic
import Foundation
import Store
import TestSupport
import Testing

@testable import Site

@Suite("Finding patients")
struct PatientIndexTests {
    @Test("the list begins with whom one opened last")
    func recent() async throws {
        let site = try await PatientSite()
        let first = try await site.insert("Maria", "Lopez")
        site.site.fixed.advance(by: 1)
        try await site.insert("Peter", "Huber", born: "1950-01-01")
        try await site.run { browser in
            let list = try await browser.get("/patients")
            #expect(list.text.contains("Last opened first"))
            #expect(try position("Huber, Peter", list) < position("Lopez, Maria", list))
            site.site.fixed.advance(by: 1)
            try await browser.get("/patients/\(first.id)")
            let again = try await browser.get("/patients")
            #expect(try position("Lopez, Maria", again) < position("Huber, Peter", again))
        }
    }

    private func position(_ text: String, _ answer: TestBrowser.Answer) throws -> String.Index {
        try #require(answer.body.range(of: text)).lowerBound
    }

    @Test("one box finds name, birth date, phone and number, with and without scripts")
    func search() async throws {
        let site = try await PatientSite()
        let patient = try await site.insert("María", "López") { $0.phone = PhoneNumber(e164: "+12175550142") }
        try await site.insert("Peter", "Huber", born: "1950-01-01")
        try await site.run { browser in
            for query in [
                "lop+mar", "12+Mar+1948", "03%2F12%2F1948", "555-0142", patient.number.description, "L%C3%93PEZ",
            ] {
                let page = try await browser.get("/patients?q=\(query)")
                #expect(page.text.contains("López, María") && !page.text.contains("Huber"), "\(query)")
                #expect(page.text.contains("1 patient for"))
                let fragment = try await browser.get("/patients?q=\(query)", ["X-Fragment": "1"])
                #expect(fragment.body.contains("data-announce") && !fragment.body.contains("<html"))
                #expect(fragment.text.contains("López, María"))
            }
        }
    }

    @Test("nobody found says so and what to try")
    func nobody() async throws {
        let site = try await PatientSite()
        try await site.insert("Maria", "Lopez")
        try await site.run { browser in
            for query in [
                "zzz", "%3Cscript%3Ealert(1)%3C%2Fscript%3E", "%00", "%FF", "'%22%25_*",
                String(repeating: "a", count: 5000),
            ] {
                let page = try await browser.get("/patients?q=\(query)")
                #expect(page.status == 200)
                #expect(!page.body.contains("<script>alert"))
                if query != "%FF" { #expect(page.text.contains("Nobody found"), "\(query.prefix(20))") }
            }
        }
    }

    @Test("long lists have pages")
    func pages() async throws {
        let site = try await PatientSite()
        for number in 0..<30 { try await site.insert("P\(number)", "Xavier", born: "1950-01-0\(1 + number % 9)") }
        try await site.run { browser in
            let first = try await browser.get("/patients")
            #expect(first.body.contains("href=\"/patients?page=2\""))
            let second = try await browser.get("/patients?page=2")
            #expect(second.body.contains("href=\"/patients?page=1\"") && !second.body.contains("page=3"))
            for page in ["-1", "0", "99999999999999999999", "x"] {
                #expect(try await browser.get("/patients?page=\(page)").status == 200)
            }
        }
    }
}

@Suite("A patient's page")
struct PatientPageTests {
    @Test("opening it is noted in the audit log")
    func audited() async throws {
        let site = try await PatientSite()
        let patient = try await site.insert("Maria", "Lopez")
        try await site.run { browser in
            for path in ["", "/edit", "/versions", "/merge"] {
                let answer = try await browser.get("/patients/\(patient.id)\(path)")
                #expect(answer.status == 200, "\(path)")
            }
        }
        let entries = try await site.database.auditEntries(of: patient.id)
        #expect(entries.filter { $0.action == .read && $0.actor.account == site.account.id }.count == 4)
    }

    @Test("says that allergies were not asked for, or that none are known")
    func allergyStatus() async throws {
        let site = try await PatientSite()
        let notAsked = try await site.insert("A", "One")
        let none = try await site.insert("B", "Two") { $0.allergies = .noneKnown }
        try await site.run { browser in
            let first = try await browser.get("/patients/\(notAsked.id)")
            #expect(first.text.contains("Allergies not recorded") && first.text.contains("Not asked"))
            let second = try await browser.get("/patients/\(none.id)")
            #expect(second.text.contains("No known allergies") && second.text.contains("None known"))
        }
    }

    @Test(
        "that does not exist is not found",
        arguments: ["01920000-0000-7000-8000-00000000ffff", "1", "new%00", "..%2F..", "%3Cb%3E"])
    func missing(id: String) async throws {
        let site = try await PatientSite()
        try await site.run { browser in
            for path in ["", "/edit", "/versions", "/merge", "/separation"] {
                let answer = try await browser.get("/patients/\(id)\(path)")
                #expect(answer.status == 404)
            }
            for path in ["", "/merge", "/separation"] {
                let answer = try await browser.post("/patients/\(id)\(path)")
                #expect(answer.status == 404)
            }
        }
    }

    @Test("is closed to an admin who is no clinician, to patients, and to visitors")
    func otherRoles() async throws {
        let site = try await PatientSite()
        let patient = try await site.insert("Maria", "Lopez")
        let admin = try await site.site.account("Ann Admin", [.admin])
        let other = try await site.site.account("Pat Patient", [.patient], patient: patient.id)
        for account in [admin, other] {
            try await site.site.run { browser in
                try await browser.signIn(account)
                for path in [
                    "", "/new", "/\(patient.id)", "/\(patient.id)/edit", "/\(patient.id)/versions",
                    "/\(patient.id)/merge",
                ] {
                    let answer = try await browser.get("/patients\(path)")
                    #expect(answer.status == 403)
                    #expect(!answer.body.contains("Lopez"))
                }
                #expect(try await browser.post("/patients", fields: PatientTyping().fields).status == 403)
                #expect(try await browser.post("/patients/\(patient.id)", fields: PatientTyping().fields).status == 403)
                #expect(try await browser.post("/patients/\(patient.id)/merge").status == 403)
            }
        }
        try await site.site.run { browser in
            let answer = try await browser.get("/patients/\(patient.id)")
            #expect(answer.status == 303)
        }
        let entries = try await site.database.auditEntries(of: patient.id)
        #expect(entries.filter { $0.entity == "patient" }.map(\.action) == [.created])
    }

    @Test("shows who changed what when, the first version too")
    func versions() async throws {
        let site = try await PatientSite()
        let patient = try await site.insert("Maria", "Lopez") { $0.notes = "First" }
        var changed = patient.details
        changed.name.family = "Garcia"
        changed.allergies = .noneKnown
        let lee = try await site.site.prescriber("Lee Ward")
        site.site.fixed.advance(by: 3600)
        _ = try await site.database.updatePatient(patient.id, to: changed, version: 1, by: Actor(account: lee.id))
        try await site.run { browser in
            let page = try await browser.get("/patients/\(patient.id)/versions")
            for text in [
                "Changed by Lee Ward on Nov 21, 2026, 10:30.", "Entered by Dana Reyes on Nov 21, 2026, 09:30.",
                "Maria Lopez", "Maria Garcia", "Not asked", "None known", "First",
            ] {
                #expect(page.text.contains(text), "\(text)")
            }
        }
    }

    @Test("the banner keeps severe allergies and others apart")
    func bannerAllergies() async throws {
        let site = try await PatientSite()
        let both = try await site.insert("Maria", "Garcia") {
            $0.allergies = .recorded([
                Allergy(substance: "Latex", severity: .mild), Allergy(substance: "Penicillin", severity: .severe),
            ])
        }
        let mild = try await site.insert("Peter", "Huber") {
            $0.allergies = .recorded([Allergy(substance: "Latex", severity: .mild)])
        }
        try await site.run { browser in
            let page = try await browser.get("/patients/\(both.id)").text
            #expect(page.contains("Severe allergy: Penicillin (severe) Other allergies: Latex (mild)"))
            let other = try await browser.get("/patients/\(mild.id)").text
            #expect(other.contains("Allergies: Latex (mild)") && !other.contains("Severe allergy"))
        }
    }
}
