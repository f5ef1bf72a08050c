import Clinic
import Foundation
import HTTPTypes
import Store
import TestSupport
import Testing

@testable import Site

@Suite("A patient's own prescriptions")
struct MyPrescriptionTests {
    /// A signed prescription's id, written by Dana for the clinic's patient.
    private static func signed(_ clinic: PrescriptionSite, _ browser: TestBrowser) async throws -> String {
        let path = try await clinic.complete(browser)
        let answer = try await clinic.sign(browser, path)
        #expect(answer.status == 303)
        return path.replacing("/prescriptions/", with: "")
    }

    /// Another patient with an account of their own.
    private static func stranger(_ clinic: PrescriptionSite) async throws -> Account {
        let born = try #require(LocalDate(iso: "1990-01-01"))
        let draft = PatientDraft(name: PersonName(given: "Ada", family: "Quist"), birthDate: born, sex: .female)
        let patient = try await clinic.database.insertPatient(draft, by: Actor(account: clinic.dana.id))
        return try await clinic.site.account("Ada Quist", [.patient], patient: patient.id)
    }

    @Test("home names the patient and lists what was signed for them, not what is being written")
    func home() async throws {
        let clinic = try await PrescriptionSite()
        let account = try await clinic.site.account("Maria O", [.patient], patient: clinic.patient.id)
        try await clinic.run { browser in
            let id = try await Self.signed(clinic, browser)
            _ = try await clinic.complete(browser)
            let own = browser.another()
            try await own.signIn(account)
            let page = try await own.get("/")
            #expect(page.text.contains("María Okafor Born Mar 12, 1947"))
            #expect(page.text.contains(clinic.patient.number.description))
            #expect(page.body.contains("href=\"/my/prescriptions/\(id)\""))
            #expect(page.text.contains("Physical therapy, 6 visits"))
            #expect(page.text.contains("Signed"))
            #expect(page.body.split(separator: "/my/prescriptions/").count == 2, "the draft is not listed")
        }
    }

    @Test("the sheet and its PDF are the ones that the clinician signed")
    func sheet() async throws {
        let clinic = try await PrescriptionSite()
        let account = try await clinic.site.account("Maria O", [.patient], patient: clinic.patient.id)
        try await clinic.run { browser in
            let id = try await Self.signed(clinic, browser)
            let theirs = try await browser.get("/prescriptions/\(id)/sheet.pdf")
            let own = browser.another()
            try await own.signIn(account)
            let page = try await own.get("/my/prescriptions/\(id)")
            #expect(page.status == 200)
            #expect(page.text.contains("M25.551"))
            #expect(page.text.contains("Dana Reyes, PA-C"))
            #expect(!page.body.contains("<form method=\"post\" action=\"/prescriptions"))
            let pdf = try await own.get("/my/prescriptions/\(id)/sheet.pdf")
            #expect(pdf.headers[.contentType] == "application/pdf")
            #expect(pdf.body == theirs.body)
        }
    }

    @Test("nobody reads another patient's, not even whether it exists")
    func others() async throws {
        let clinic = try await PrescriptionSite()
        let stranger = try await Self.stranger(clinic)
        try await clinic.run { browser in
            let id = try await Self.signed(clinic, browser)
            let other = browser.another()
            try await other.signIn(stranger)
            #expect(try await other.get("/").text.contains("No prescription has been signed for you"))
            for path in ["", "/sheet.pdf", "/pictures/\(String(repeating: "0", count: 64))"] {
                #expect(try await other.get("/my/prescriptions/\(id)\(path)").status == 404)
            }
            #expect(try await other.get("/prescriptions/\(id)").status == 403)
            #expect(try await other.get("/my/prescriptions/01920000-0000-7000-8000-00000000ffff").status == 404)
        }
    }

    @Test("a draft for the patient is not the patient's to read")
    func draft() async throws {
        let clinic = try await PrescriptionSite()
        let account = try await clinic.site.account("Maria O", [.patient], patient: clinic.patient.id)
        try await clinic.run { browser in
            let path = try await clinic.complete(browser)
            let own = browser.another()
            try await own.signIn(account)
            #expect(try await own.get("/my\(path)").status == 404)
            #expect(try await own.get("/my\(path)/sheet.pdf").status == 404)
        }
    }

    @Test("records that were merged are one patient, whichever of them the account is joined to")
    func merged() async throws {
        let clinic = try await PrescriptionSite()
        let stranger = try await Self.stranger(clinic)
        let other = try await clinic.database.patient(try #require(stranger.patient))
        try await clinic.run { browser in
            let id = try await Self.signed(clinic, browser)
            _ = try await clinic.database.mergePatient(
                clinic.patient.id, into: other.id,
                versions: PatientMergeVersions(duplicate: clinic.patient.version, survivor: other.version),
                by: Actor(account: clinic.dana.id))
            let theirs = browser.another()
            try await theirs.signIn(stranger)
            #expect(try await theirs.get("/").body.contains("/my/prescriptions/\(id)"))
            #expect(try await theirs.get("/my/prescriptions/\(id)").status == 200)
            _ = try await clinic.database.unmergePatient(clinic.patient.id, by: Actor(account: clinic.dana.id))
            #expect(try await theirs.get("/my/prescriptions/\(id)").status == 404)
        }
    }

    @Test("a prescription that was taken back or corrected says so")
    func afterwards() async throws {
        let clinic = try await PrescriptionSite()
        let account = try await clinic.site.account("Maria O", [.patient], patient: clinic.patient.id)
        try await clinic.run { browser in
            let cancelled = try await Self.signed(clinic, browser)
            try await browser.post("/prescriptions/\(cancelled)/cancellation", ["reason": "wrong side"])
            let corrected = try await Self.signed(clinic, browser)
            let correction = try #require(
                try await browser.post("/prescriptions/\(corrected)/correction").location)
            try await clinic.sign(browser, correction)
            let own = browser.another()
            try await own.signIn(account)
            let first = try await own.get("/my/prescriptions/\(cancelled)").text
            #expect(first.contains("Your clinic took this prescription back"))
            #expect(!first.contains("wrong side"), "the reason is the clinic's own note")
            let second = try await own.get("/my/prescriptions/\(corrected)")
            #expect(second.body.contains("href=\"/my\(correction)\""))
        }
    }

    @Test("an account that is joined to no record says whom to ask")
    func noRecord() async throws {
        let site = try await TestSite()
        let account = try await site.account("Maria O", [.patient])
        try await site.run { browser in
            try await browser.signIn(account)
            #expect(try await browser.get("/").text.contains("Your account is not joined to a patient’s record"))
            #expect(try await browser.get("/my/prescriptions/01920000-0000-7000-8000-00000000ffff").status == 404)
        }
    }

    @Test("a page that is asked for with a number that is none is the first one")
    func badPage() async throws {
        let clinic = try await PrescriptionSite()
        let account = try await clinic.site.account("Maria O", [.patient], patient: clinic.patient.id)
        try await clinic.site.run { browser in
            try await browser.signIn(account)
            for query in ["", "?before=", "?before=x", "?before=%00", "?before=2026-00001-1&before=2"] {
                #expect(try await browser.get("/\(query)").status == 200, "\(query)")
            }
        }
    }
}
