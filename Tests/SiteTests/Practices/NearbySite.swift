import Clinic
import Foundation
import Store
import TestSupport
import Testing

@testable import Site

/// A site with a few ZIP codes, a small imported directory, and a patient in Portland, Maine.
struct NearbySite: Sendable {
    let clinic: PrescriptionSite
    /// Of Portland, Maine.
    let local: Patient
    var database: ClinicDatabase { clinic.database }

    init() async throws {
        clinic = try await PrescriptionSite()
        let address = PostalAddress(
            street: "1 Elm", city: "Portland", state: "ME", postcode: "04101-1234", country: .unitedStates)
        local = try await clinic.database.insertPatient(
            try Self.person("Ada", at: address), by: Actor(account: clinic.dana.id))
        try await stage()
    }

    private static func person(_ given: String, at address: PostalAddress) throws -> PatientDraft {
        let born = try #require(LocalDate(iso: "1950-01-02"))
        var draft = PatientDraft(name: PersonName(given: given, family: "Quist"), birthDate: born, sex: .female)
        draft.address = address
        return draft
    }

    /// Another patient, with an address of that country.
    func patient(_ given: String, postcode: String, country: Country) async throws -> Patient {
        let address = PostalAddress(street: "1 Elm", city: "Somewhere", postcode: postcode, country: country)
        return try await database.insertPatient(
            try Self.person(given, at: address), by: Actor(account: clinic.dana.id))
    }

    /// Signs a prescription that sends the clinic's patient to a practice of the directory; its path.
    func refer(to name: String, zip: String, _ browser: TestBrowser) async throws -> String {
        let path = try await clinic.complete(browser)
        let fields = PrescriptionSite.practice(version: 2).map { field, value in
            (field, field == "name" ? name : field == "postcode" ? zip : value)
        }
        let answer = try await browser.post("\(path)/practice", fields: fields)
        #expect(answer.status == 303)
        #expect(try await clinic.sign(browser, path).location == path)
        return path
    }

    /// Writes down a report that came back, on the day that it is.
    func report(_ path: String, _ browser: TestBrowser) async throws {
        try await browser.signIn(clinic.dana)
        _ = try await browser.get(path)
        let answer = try await browser.upload(
            "\(path)/course", [], file: ("report", "report.pdf", "application/pdf", PrescriptionSite.pdf))
        #expect(answer.location == "\(path)#course")
    }

    /// A directory of four practices, one of them in Bangor.
    private func stage() async throws {
        let rows = [
            ("Lakeside Physical Therapy", "04103", "(207) 555-0111"), ("Harbor \"Hand\" <Center>", "04101", ""),
            ("Bangor Therapy", "04401", "(207) 555-0112"), ("Casco Sports Therapy", "04101", "(207) 555-0113"),
        ]
        let table =
            "Practice,Street,City,State,ZIP,Phone,Specialty\n"
            + rows.map { name, zip, phone in
                "\"\(name.replacing("\"", with: "\"\""))\",9 Lake Road,\(zip == "04401" ? "Bangor" : "Portland"),ME,\(zip),\(phone),"
            }.joined(separator: "\n") + "\n"
        let file = TemporaryFolder.newFile("csv")
        try Data(table.utf8).write(to: file)
        try await ShippedRows(file, kind: .practices, release: "Test").bring(into: database)
    }

    /// Begins a prescription for the patient in Portland; its path and id.
    func begin(_ browser: TestBrowser) async throws -> (path: String, id: String) {
        let path = try await clinic.begin(browser, patient: local.id)
        return (path, String(path.split(separator: "/").last ?? ""))
    }
}
