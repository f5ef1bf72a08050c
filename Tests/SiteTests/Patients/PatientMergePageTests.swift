import Clinic
import Foundation
import Store
import TestSupport
import Testing

@testable import Site

@Suite("Merging patients on the site")
struct PatientMergePageTests {
    private func merging(_ duplicate: Patient, _ survivor: Patient) -> [(String, String)] {
        [
            ("duplicate", duplicate.id.text), ("version", "\(survivor.version)"),
            ("duplicate-version", "\(duplicate.version)"),
        ]
    }

    @Test("offers likely records and a search, and compares both before anything happens")
    func compare() async throws {
        let site = try await PatientSite()
        let survivor = try await site.insert("Maria", "Lopez")
        let duplicate = try await site.insert("María", "Lopes") {
            $0.allergies = .recorded([Allergy(substance: "Latex", severity: .severe)])
        }
        let other = try await site.insert("Peter", "Huber", born: "1950-01-01")
        try await site.run { browser in
            let choice = try await browser.get("/patients/\(survivor.id)/merge?q=hub")
            for id in [duplicate.id, other.id] {
                #expect(choice.body.contains("href=\"/patients/\(survivor.id)/merge?with=\(id)\""))
            }
            let page = try await browser.get("/patients/\(survivor.id)/merge?with=\(duplicate.id)")
            for text in ["Maria Lopez", "María Lopes", "After merging", "Latex (severe)", "Not asked", "Different"] {
                #expect(page.text.contains(text), "\(text)")
            }
            #expect(page.body.contains("href=\"/patients/\(duplicate.id)/merge?with=\(survivor.id)\""))
            #expect(try await site.database.patient(duplicate.id).id == duplicate.id)
        }
    }

    @Test("makes the duplicate's address lead to the survivor, and separating gives both back")
    func mergeAndSeparate() async throws {
        let site = try await PatientSite()
        let survivor = try await site.insert("Maria", "Garcia")
        let duplicate = try await site.insert("Maria", "Lopez") { $0.allergies = .noneKnown }
        try await site.run { browser in
            try await browser.get("/patients/\(survivor.id)/merge?with=\(duplicate.id)")
            let merged = try await browser.post("/patients/\(survivor.id)/merge", fields: merging(duplicate, survivor))
            #expect(merged.location == "/patients/\(survivor.id)")
            #expect(try await browser.get("/patients/\(duplicate.id)").location == "/patients/\(survivor.id)")
            #expect(try await browser.get("/patients/\(duplicate.id)/edit").location == "/patients/\(survivor.id)/edit")
            let page = try await browser.get("/patients/\(survivor.id)")
            #expect(page.text.contains("The records are merged.") && page.text.contains("No known allergies"))
            #expect(page.body.contains("/patients/\(duplicate.id)/separation"))
            let found = try await browser.get("/patients?q=lopez")
            #expect(found.text.contains("Garcia, Maria") && found.text.contains("Also recorded as Maria Lopez"))
            let old = try await browser.get("/patients/\(duplicate.id)/versions")
            #expect(old.text.contains("This record was merged into another."))
            let question = try await browser.get("/patients/\(duplicate.id)/separation")
            #expect(question.text.contains("Maria Lopez") && question.text.contains("Maria Garcia"))
            let separated = try await browser.post("/patients/\(duplicate.id)/separation")
            #expect(separated.location == "/patients/\(duplicate.id)")
            #expect(try await browser.get("/patients/\(duplicate.id)").text.contains("The records are separated."))
            #expect(try await site.database.patient(survivor.id).details == survivor.details)
        }
    }

    @Test("on a record that changed meanwhile compares again instead of merging")
    func stale() async throws {
        let site = try await PatientSite()
        let survivor = try await site.insert("Maria", "Garcia")
        let duplicate = try await site.insert("Maria", "Lopez")
        try await site.run { browser in
            try await browser.get("/patients/\(survivor.id)/merge?with=\(duplicate.id)")
            var changed = duplicate.details
            changed.notes = "Changed since"
            _ = try await site.database.updatePatient(duplicate.id, to: changed, version: 1, by: site.actor)
            let answer = try await browser.post("/patients/\(survivor.id)/merge", fields: merging(duplicate, survivor))
            #expect(answer.status == 409)
            #expect(answer.text.contains("Nothing was merged") && answer.text.contains("Changed since"))
            #expect(answer.body.contains("name=\"duplicate-version\" value=\"2\""))
        }
    }

    @Test("with itself or with nobody is refused; done twice it is done once")
    func refused() async throws {
        let site = try await PatientSite()
        let survivor = try await site.insert("Maria", "Garcia")
        let duplicate = try await site.insert("Maria", "Lopez")
        try await site.run { browser in
            let path = "/patients/\(survivor.id)/merge"
            try await browser.get(path)
            #expect(try await browser.post(path, fields: merging(survivor, survivor)).status == 409)
            #expect(try await browser.get("\(path)?with=\(survivor.id)").status == 409)
            #expect(try await browser.get("\(path)?with=nobody").status == 404)
            #expect(try await browser.post(path, fields: [("duplicate", "x")]).status == 404)
            let alone = "/patients/\(duplicate.id)"
            #expect(try await browser.get("\(alone)/separation").location == alone)
            #expect(try await browser.post("\(alone)/separation").location == alone)
            for _ in 1...2 {
                let merged = try await browser.post(path, fields: merging(duplicate, survivor))
                #expect(merged.location == "/patients/\(survivor.id)")
                #expect(try await browser.get(merged.location ?? "").text.contains("The records are merged."))
            }
            #expect(try await browser.get("\(path)?with=\(duplicate.id)").location == "/patients/\(survivor.id)")
            let third = try await site.insert("Anna", "Berg", born: "1970-01-01")
            let elsewhere = try await browser.post("/patients/\(third.id)/merge", fields: merging(duplicate, third))
            #expect(elsewhere.location == "/patients/\(third.id)")
            #expect(try await browser.get("/patients/\(third.id)").text.contains("Nothing was changed"))
            for _ in 1...2 {
                #expect(try await browser.post("\(alone)/separation").location == alone)
                #expect(try await browser.get(alone).text.contains("The records are separated."))
            }
        }
    }

    @Test("while somebody edits the duplicate keeps what they typed, over the survivor's record")
    func editOfMerged() async throws {
        let site = try await PatientSite()
        let survivor = try await site.insert("Maria", "Garcia")
        let duplicate = try await site.insert("Maria", "Lopez")
        try await site.run { browser in
            try await browser.get("/patients/\(duplicate.id)/edit")
            _ = try await site.database.mergePatient(
                duplicate.id, into: survivor.id, versions: .init(duplicate: 1, survivor: 1), by: site.actor)
            let typing = PatientTyping(["version": "1", "notes": "Typed meanwhile"])
            let answer = try await browser.post("/patients/\(duplicate.id)", fields: typing.fields)
            #expect(answer.status == 409)
            #expect(answer.text.contains("Typed meanwhile"))
            #expect(answer.body.contains("action=\"/patients/\(survivor.id)\""))
            #expect(try await site.database.patient(survivor.id).notes.isEmpty)
        }
    }
}
