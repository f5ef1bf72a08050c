import Foundation
import TestSupport
import Testing

/// The summary stands away from the fields, so each of its lines says which one it is about.
@Suite("The summary of problems")
struct ProblemSummaryTests {
    private func lines(_ answer: TestBrowser.Answer) -> [String] {
        answer.body.matches(of: /<li><a href="#[^"]*">([^<]*)<\/a><\/li>/).map { String($0.1) }
    }

    @Test("names the field of a patient's form, as the country calls it")
    func patient() async throws {
        let site = try await PatientSite()
        try await site.run { browser in
            try await browser.get("/patients/new")
            var typing = PatientTyping(["birth-date": "31.2.1950", "state": "ZZ", "postcode": "x", "weight": "a"])
            typing.addAllergy("", "Hives", "")
            typing.addCondition("", "Since 1990")
            let lines = lines(try await browser.post("/patients", fields: typing.fields))
            for start in [
                "Date of birth: ", "State: ", "ZIP code: ", "Allergy 1, Substance: Fill", "Condition 1, ", "Weight: ",
            ] {
                #expect(lines.contains { $0.hasPrefix(start) }, "\(start) \(lines)")
            }
        }
    }

    @Test("names the field of therapies and of a practice on a prescription, and of the provider information")
    func prescription() async throws {
        let clinic = try await PrescriptionSite()
        try await clinic.run { browser in
            let path = try await clinic.begin(browser)
            let bidi = "a\u{202E}b"
            let therapies = lines(
                try await browser.post(
                    "\(path)/therapies",
                    ["visits": "", "valid-until": "soon", "goals": bidi, "instructions": "x\u{0}", "version": "1"]))
            for label in ["Total Visits", "Valid until", "Goals", "Additional"] {
                #expect(therapies.contains { $0.hasPrefix(label) && $0.contains(": ") }, "\(label) \(therapies)")
            }
            let practice = lines(
                try await browser.post("\(path)/practice", ["country": "US", "postcode": "x", "version": "1"]))
            #expect(practice.contains("Practice name: Fill this in") || practice.contains("Name: Fill this in"))
            #expect(practice.contains { $0.hasPrefix("ZIP code: ") })
            let provider = lines(try await browser.post("/provider", ["country": "US", "state": "ZZ", "version": "1"]))
            #expect(provider.contains("Practice name: Fill this in"))
            #expect(provider.contains { $0.hasPrefix("State: ") })
        }
    }
}
