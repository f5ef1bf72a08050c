import Clinic
import Foundation
import Store
import TestSupport
import Testing

@Suite("Favourite prescriptions in a browser")
struct FavouritePrescriptionPageTests {
    /// Saves the prescription at a path; the favourite's path.
    private func keep(
        _ path: String, as name: String = "Low back", key: String = "1", in clinic: PrescriptionSite,
        _ browser: TestBrowser
    ) async throws -> String {
        let answer = try await browser.post("\(path)/favourite", ["name": name, "key": key])
        #expect(answer.location == "/favourite-prescriptions")
        let favourites = try await clinic.database.favouritePrescriptions(of: clinic.dana.id)
        return "/favourite-prescriptions/\(try #require(favourites.first { $0.label.name == name }).id)"
    }

    @Test("a signed prescription is kept and begun for a patient: the sheet follows, ready to be signed")
    func wholeWay() async throws {
        let clinic = try await PrescriptionSite()
        try await clinic.run { browser in
            let path = try await clinic.complete(browser)
            try await clinic.sign(browser, path)
            #expect(try await browser.get(path).body.contains("\(path)/favourite"))
            let offer = try await browser.get("\(path)/favourite")
            #expect(offer.text.contains("M25.551") && offer.text.contains("Lakeside"))
            #expect(offer.body.contains("<option selected>1</option>"))
            let favourite = try await keep(path, in: clinic, browser)
            let list = try await browser.get("/favourite-prescriptions")
            #expect(list.text.contains("Low back") && list.text.contains("Used 0 times"))
            let page = try await browser.get("/patients/\(clinic.patient.id)")
            #expect(page.body.contains(#"data-shortcut="1""#))
            #expect(page.body.contains("\(favourite)/prescriptions"))
            #expect(try await browser.get("/").body.contains("\(favourite)/prescriptions"))

            let begun = try await browser.post(
                "\(favourite)/prescriptions", ["patient": clinic.patient.id.text])
            let sheet = try #require(begun.location)
            #expect(sheet.hasSuffix("/sheet"))
            let preview = try await browser.get(sheet)
            #expect(preview.status == 200)
            #expect(preview.text.contains("María Okafor") && preview.text.contains("M25.551"))
            #expect(preview.body.contains(#"data-shortcut="s""#))
            // Nobody passes by the form, which says the same; the sheet itself does not say it.
            let mark = "The content of the list “Orthopaedic spine” was not clinically reviewed."
            #expect(preview.text.contains(mark))
            let draft = String(sheet.dropLast("/sheet".count))
            #expect(try await clinic.sign(browser, draft).location == draft)
            #expect(try await !browser.get(draft).text.contains("clinically reviewed"))
            #expect(try await browser.get("/favourite-prescriptions").text.contains("Used 1 time"))

            let version = try TherapyTemplate.spine().version
            try await clinic.database.approve("spine", version: version, by: Actor(account: clinic.dana.id))
            let next = try await browser.post("\(favourite)/prescriptions", ["patient": clinic.patient.id.text])
            let reviewed = try await browser.get(try #require(next.location))
            #expect(reviewed.status == 200 && !reviewed.text.contains("clinically reviewed"))
        }
    }

    @Test("begun without a patient, the patient is chosen next")
    func withoutPatient() async throws {
        let clinic = try await PrescriptionSite()
        try await clinic.run { browser in
            let favourite = try await keep(try await clinic.complete(browser), in: clinic, browser)
            let next = try #require(try await browser.post("\(favourite)/prescriptions").location)
            #expect(next.hasSuffix("/patient"))
            let draft = String(next.dropLast("/patient".count))
            #expect(try await browser.post(next, ["patient": clinic.patient.id.text]).location == draft)
            #expect(try await browser.get("\(draft)/sheet").status == 200)
            #expect(try await browser.post("\(favourite)/prescriptions", ["patient": "nobody"]).status == 404)
        }
    }

    @Test("a code that was retired since is said, and nothing is signed before another takes its place")
    func retired() async throws {
        let clinic = try await PrescriptionSite()
        try await clinic.run { browser in
            let favourite = try await keep(try await clinic.complete(browser), in: clinic, browser)
            let rows = [
                DiagnosisRow(code: "M2555", parent: nil, isBillable: false, title: "Pain in hip"),
                DiagnosisRow(code: "M25552", parent: "M2555", isBillable: true, title: "Pain in left hip"),
            ]
            let release = CatalogRelease(
                system: .icd10cm, name: "FY2099", title: "ICD-10-CM FY2099",
                effectiveFrom: LocalDate(epochDay: 20_000), effectiveUntil: nil)
            let id = try await clinic.database.stage(
                DiagnosisCatalog(release: release, rows: rows), origin: .imported,
                digest: Data(repeating: 1, count: 32), by: .program)
            try await clinic.database.makeCurrent(id, by: .program)

            #expect(try await browser.get("/favourite-prescriptions").text.contains("M25.551 is no longer in the list"))
            let begun = try await browser.post("\(favourite)/prescriptions", ["patient": clinic.patient.id.text])
            let sheet = try #require(begun.location)
            let refused = try await browser.get(sheet)
            #expect(refused.status == 422)
            #expect(refused.text.contains("Choose another code: M25.551 cannot be billed any more"))
            let draft = String(sheet.dropLast("/sheet".count))
            let answer = try await browser.post(
                "\(draft)/signature", ["fingerprint": String(repeating: "0", count: 64)])
            #expect(answer.status == 422 || answer.status == 409)
            #expect(try await clinic.database.therapyPrescriptions().isEmpty)
            try await browser.post(
                "\(draft)/diagnoses/replacement", ["code": "icd10cm:M25.551", "by": "icd10cm:M25.552"])
            #expect(try await clinic.sign(browser, draft).status == 303)
        }
    }

    @Test("wrong names and keys are said at their field, with what was typed kept")
    func wrong() async throws {
        let clinic = try await PrescriptionSite()
        try await clinic.run { browser in
            let path = try await clinic.complete(browser)
            let favourite = try await keep(path, in: clinic, browser)
            for (name, key, said) in [
                ("", "2", "Name: "), ("low BACK", "2", "has this name"), ("Other", "1", "has this key"),
                ("Other", "x", "Choose a key from 1 to 9"), ("Other", "10", "Choose a key from 1 to 9"),
                (String(repeating: "a", count: 81), "", "80"), ("a\u{202E}b", "", "Name"),
            ] {
                let answer = try await browser.post("\(path)/favourite", ["name": name, "key": key])
                #expect(answer.status == 422, "\(name) \(key)")
                #expect(answer.text.contains(said), "\(name) \(key)")
            }
            #expect(try await browser.post("\(path)/favourite", ["name": "Kept <b>"]).status == 303)
            #expect(try await browser.get("/favourite-prescriptions").body.contains("Kept &lt;b&gt;"))
            let stale = try await browser.post(favourite, ["name": "Neck", "key": "3", "version": "7"])
            #expect(stale.status == 409)
            #expect(stale.body.contains(#"value="Neck""#))
            #expect(try await browser.post(favourite, ["name": "Neck", "key": "3", "version": "1"]).status == 303)
            let removal = try await browser.get("\(favourite)/removal")
            #expect(removal.text.contains("Remove “Neck”?"))
            #expect(try await browser.post("\(favourite)/removal").status == 200)
            #expect(try await browser.post("\(favourite)/removal", ["confirmed": "yes"]).status == 303)
            #expect(try await browser.get("\(favourite)/edit").status == 404)
        }
    }

    @Test("dates that are not kept, and words that name the patient, are said before it is saved")
    func notices() async throws {
        let clinic = try await PrescriptionSite()
        try await clinic.run { browser in
            let path = try await clinic.complete(browser)
            try await browser.post(
                "\(path)/therapies",
                [
                    "visits": "6", "items": "conditioning", "version": "2", "valid-until": "Nov 30, 2026",
                    "goals": "Mrs Okafor climbs stairs",
                ])
            let offer = try await browser.get("\(path)/favourite").text
            #expect(offer.contains("Valid until 9 days after it is begun"))
            #expect(offer.contains("seem to name the patient"))
            #expect(!offer.contains("are not kept"))
            clinic.site.fixed.advance(by: 20 * 86_400)
            try await browser.signIn(clinic.dana)
            let later = try await browser.get("\(path)/favourite").text
            #expect(later.contains("are not kept") && !later.contains("after it is begun"))
        }
    }

    @Test("a colleague's favourite and a colleague's draft are not there")
    func others() async throws {
        let clinic = try await PrescriptionSite()
        try await clinic.run { browser in
            let draft = try await clinic.complete(browser)
            let favourite = try await keep(draft, in: clinic, browser)
            let lee = browser.another()
            try await lee.signIn(clinic.lee)
            for path in ["\(favourite)/edit", "\(favourite)/removal", "\(draft)/favourite"] {
                #expect(try await lee.get(path).status == 404, "\(path)")
            }
            for path in [favourite, "\(favourite)/removal", "\(favourite)/prescriptions", "\(draft)/favourite"] {
                #expect(try await lee.post(path, ["name": "x", "confirmed": "yes"]).status == 404, "\(path)")
            }
            #expect(try await !lee.get("/patients/\(clinic.patient.id)").body.contains(favourite))
            #expect(try await lee.get("/favourite-prescriptions").text.contains("No favorite prescriptions yet"))
        }
    }
}
