import Clinic
import Foundation
import Store
import TestSupport
import Testing

@testable import Site

@Suite("Editing a patient")
struct PatientEditTests {
    @Test("writes a new version")
    func edit() async throws {
        let site = try await PatientSite()
        let patient = try await site.insert("Maria", "Lopez")
        try await site.run { browser in
            let form = try await browser.get("/patients/\(patient.id)/edit")
            #expect(form.body.contains("name=\"version\" value=\"1\""))
            let typing = PatientTyping(["version": "1", "notes": "Seen"])
            let answer = try await browser.post("/patients/\(patient.id)", fields: typing.fields)
            #expect(answer.location == "/patients/\(patient.id)")
            #expect(try await site.database.patient(patient.id).version == 2)
            let page = try await browser.get("/patients/\(patient.id)")
            #expect(page.body.contains("data-keep-clear=\"patient-\(site.account.id)-new "))
            #expect(page.body.contains("patient-\(site.account.id)-\(patient.id)-1 "))
            let again = try await browser.get("/patients/\(patient.id)")
            #expect(!again.body.contains("data-keep-clear"))
        }
    }

    @Test("beside somebody else shows both, keeps both people's changes in the form, and saves when sent again")
    func stale() async throws {
        let site = try await PatientSite()
        let patient = try await site.insert("Maria", "Lopez") { $0.notes = "Base" }
        try await site.run { browser in
            try await browser.get("/patients/\(patient.id)/edit")
            var theirs = patient.details
            theirs.notes = "Theirs"
            theirs.allergies = .recorded([Allergy(substance: "Latex", severity: .severe)])
            _ = try await site.database.updatePatient(patient.id, to: theirs, version: 1, by: site.actor)
            var typing = PatientTyping(["version": "1", "notes": "Mine", "email": "mine@example.org"])
            let answer = try await browser.post("/patients/\(patient.id)", fields: typing.fields)
            #expect(answer.status == 409)
            for text in [
                "Somebody else saved this record meanwhile", "Theirs", "Mine", "mine@example.org", "Latex (severe)",
            ] {
                #expect(answer.text.contains(text), "\(text)")
            }
            #expect(answer.body.contains("name=\"version\" value=\"2\""))
            #expect(answer.body.contains("value=\"Latex\""))
            #expect(answer.body.contains("value=\"mine@example.org\""))
            typing.set("version", "2")
            typing.set("allergy-status", "recorded")
            typing.addAllergy("Latex", "", "severe")
            #expect(try await browser.post("/patients/\(patient.id)", fields: typing.fields).status == 303)
            let saved = try await site.database.patient(patient.id)
            #expect(saved.notes == "Mine" && saved.allergies == theirs.allergies && saved.version == 3)
        }
    }

    @Test("by two people at once takes one and shows the other what happened")
    func concurrent() async throws {
        let site = try await PatientSite()
        let patient = try await site.insert("Maria", "Lopez")
        try await site.run { browser in
            try await browser.get("/patients/\(patient.id)/edit")
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<6 {
                    group.addTask {
                        let typing = PatientTyping(["version": "1", "notes": "Note \(number)"])
                        return try await browser.post("/patients/\(patient.id)", fields: typing.fields).status
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.sorted() == [303, 409, 409, 409, 409, 409])
            #expect(try await site.database.patient(patient.id).version == 2)
        }
    }

    @Test("with problems keeps the version it started from")
    func problems() async throws {
        let site = try await PatientSite()
        let patient = try await site.insert("Maria", "Lopez")
        try await site.run { browser in
            try await browser.get("/patients/\(patient.id)/edit")
            _ = try await site.database.updatePatient(
                patient.id, to: patient.details.with(notes: "Theirs"), version: 1, by: site.actor)
            let typing = PatientTyping(["version": "1", "birth-date": "never"])
            let answer = try await browser.post("/patients/\(patient.id)", fields: typing.fields)
            #expect(answer.status == 422)
            #expect(answer.body.contains("name=\"version\" value=\"1\""))
            #expect(answer.body.contains("data-keep=\"patient-\(site.account.id)-\(patient.id)-1\" data-keep-newer"))
        }
    }

    @Test(
        "from no version at all is taken as from an old one", arguments: ["", "-1", "x", "99", "999999999999999999999"])
    func version(text: String) async throws {
        let site = try await PatientSite()
        let patient = try await site.insert("Maria", "Lopez")
        try await site.run { browser in
            try await browser.get("/patients/\(patient.id)/edit")
            let typing = PatientTyping(["version": text, "notes": "Mine"])
            #expect(try await browser.post("/patients/\(patient.id)", fields: typing.fields).status == 409)
            #expect(try await site.database.patient(patient.id).version == 1)
        }
    }
}

extension PatientDraft {
    fileprivate func with(notes: String) -> PatientDraft {
        var draft = self
        draft.notes = notes
        return draft
    }
}

@Suite("A possible duplicate")
struct PatientDuplicatePageTests {
    @Test("is shown before saving, with everything typed kept, and may be saved anyway")
    func create() async throws {
        let site = try await PatientSite()
        let patient = try await site.insert("Maria", "Lopez")
        try await site.run { browser in
            try await browser.get("/patients/new")
            var typing = PatientTyping(["given": "Lopes", "family": "María", "notes": "Typed"])
            typing.addAllergy("Latex", "Rash", "mild")
            let answer = try await browser.post("/patients", fields: typing.fields)
            #expect(answer.status == 409)
            #expect(answer.text.contains("This may be somebody who is already recorded"))
            #expect(answer.body.contains("href=\"/patients/\(patient.id)\""))
            for text in ["Lopes", "María", "Latex", "Rash"] {
                #expect(answer.body.contains("value=\"\(text)\""), "\(text)")
            }
            #expect(answer.text.contains("Typed"))
            #expect(answer.body.contains("name=\"seen\" value=\"\(patient.id)\""))
            typing.fields += [("seen", patient.id.text), ("save-anyway", "yes")]
            #expect(try await browser.post("/patients", fields: typing.fields).status == 303)
            #expect(try await site.database.patients(recentFor: site.account.id, page: 1).lines.count == 2)
        }
    }

    @Test("that was not shown yet is shown even when saving anyway")
    func unseen() async throws {
        let site = try await PatientSite()
        try await site.insert("Maria", "Lopez")
        try await site.run { browser in
            try await browser.get("/patients/new")
            let fields = PatientTyping().fields + [("seen", "x"), ("save-anyway", "yes")]
            #expect(try await browser.post("/patients", fields: fields).status == 409)
        }
    }

    @Test("is looked for on an edit only where name, birth date or phone change")
    func edit() async throws {
        let site = try await PatientSite()
        try await site.insert("Maria", "Lopez")
        let twin = try await site.insert("Mario", "Lopez")
        let other = try await site.insert("Peter", "Huber")
        try await site.run { browser in
            try await browser.get("/patients/\(twin.id)/edit")
            let same = PatientTyping(["version": "1", "given": "Mario", "notes": "Seen"])
            #expect(try await browser.post("/patients/\(twin.id)", fields: same.fields).status == 303)
            let renamed = PatientTyping(["version": "1"])
            let answer = try await browser.post("/patients/\(other.id)", fields: renamed.fields)
            #expect(answer.status == 409)
            #expect(answer.body.contains("name=\"save-anyway\""))
            #expect(try await site.database.patient(other.id).version == 1)
        }
    }

    @Test("stands on the record's page with the way to compare them")
    func record() async throws {
        let site = try await PatientSite()
        let one = try await site.insert("Maria", "Lopez")
        let other = try await site.insert("María", "Lopes")
        try await site.run { browser in
            let page = try await browser.get("/patients/\(one.id)")
            #expect(page.body.contains("href=\"/patients/\(one.id)/merge?with=\(other.id)\""))
        }
    }
}
