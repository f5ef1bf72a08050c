import Clinic
import Foundation
import TestSupport
import Testing

/// Two tabs, two machines, a form sent twice.
@Suite("What happened meanwhile to a prescription")
struct MeanwhileTests {
    @Test("a part of a draft that was signed elsewhere leads to the signed prescription and says so")
    func signed() async throws {
        let clinic = try await PrescriptionSite()
        try await clinic.run { browser in
            let path = try await clinic.complete(browser)
            try await clinic.sign(browser, path)
            for part in ["patient", "diagnoses", "practice", "practice/favourite", "therapies", "clearing"] {
                #expect(try await browser.get("\(path)/\(part)").location == path, "\(part)")
            }
            let forms = [
                "patient", "diagnoses", "diagnoses/removal", "diagnoses/order", "practice", "practice/choice",
                "therapies", "separation",
            ]
            for part in forms {
                let sent = try await browser.post("\(path)/\(part)", ["code": "icd10cm:M25.551", "visits": "3"])
                #expect(sent.status == 303 && sent.location == path, "\(part)")
                #expect(try await browser.get(path).text.contains("was signed meanwhile"), "\(part)")
            }
            #expect(try await browser.post("\(path)/clearing", ["confirmed": "yes"]).location == path)
            let saving = ["X-Autosave": "1", "Accept": "application/json"]
            #expect(try await browser.post("\(path)/therapies", ["visits": "3"], saving).status == 409)
            let lee = browser.another()
            try await lee.signIn(clinic.lee)
            #expect(try await lee.get("\(path)/therapies").status == 404)
        }
    }

    @Test("the same form saved twice is no conflict")
    func sameAgain() async throws {
        let clinic = try await PrescriptionSite()
        try await clinic.run { browser in
            let path = try await clinic.begin(browser, patient: clinic.patient.id)
            for _ in 1...2 {
                let therapies = try await browser.post("\(path)/therapies", ["visits": "6", "version": "1"])
                #expect(therapies.status == 303)
                #expect(try await browser.post("\(path)/practice", fields: PrescriptionSite.practice()).status == 303)
            }
            let other = try await browser.post("\(path)/therapies", ["visits": " 7 ", "version": "1"])
            #expect(other.status == 409)
            let practice = PrescriptionSite.practice().map { ($0.0, $0.0 == "name" ? "Hillside" : $0.1) }
            let differing = try await browser.post("\(path)/practice", fields: practice)
            #expect(differing.status == 409)
            // The phone is kept in another spelling than it was typed in: that is no difference.
            #expect(differing.text.matches(of: /2075550111/).isEmpty)
        }
    }

    @Test("Clear keeps what a correction corrects, and its patient")
    func clearedCorrection() async throws {
        let clinic = try await PrescriptionSite()
        try await clinic.run { browser in
            let path = try await clinic.complete(browser)
            try await clinic.sign(browser, path)
            let draft = try #require(try await browser.post("\(path)/correction").location)
            #expect(
                try await browser.get("\(draft)/clearing").text.contains("It stays a correction of no. 2026-00001-"))
            try await browser.post("\(draft)/clearing", ["confirmed": "yes"])
            let page = try await browser.get(draft)
            #expect(page.text.contains("Corrects no. 2026-00001-") && page.text.contains("María Okafor"))
            #expect(page.text.matches(of: /Missing/).count == 3)
        }
    }

    @Test("a correction of what is no longer in force says so and can become a new prescription")
    func orphaned() async throws {
        let clinic = try await PrescriptionSite()
        try await clinic.run { browser in
            let path = try await clinic.complete(browser)
            try await clinic.sign(browser, path)
            let draft = try #require(try await browser.post("\(path)/correction").location)
            #expect(try await browser.post("\(draft)/separation").location == draft)
            #expect(try await browser.get(draft).text.contains("Corrects no."))
            try await browser.post("\(path)/cancellation", ["reason": "Wrong patient"])
            let page = try await browser.get(draft)
            #expect(page.text.contains("is no longer in force") && page.body.contains("\(draft)/separation"))
            #expect(try await clinic.sign(browser, draft).status == 409)
            #expect(try await browser.post("\(draft)/separation").location == draft)
            #expect(try await browser.get(draft).text.contains("New prescription"))
            #expect(try await clinic.sign(browser, draft).location == draft)
            #expect(try await !browser.get(draft).text.contains("Takes the place of"))
        }
    }
}
