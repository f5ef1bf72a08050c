import Clinic
import Foundation
import Store
import TestSupport
import Testing

@testable import Site

/// A site with a few ZIP codes, a small imported directory, and a patient in Portland, Maine.
struct NearbySite: Sendable {
    let clinic: PrescriptionSite
    let local: Patient
    var database: ClinicDatabase { clinic.database }

    init() async throws {
        clinic = try await PrescriptionSite()
        var draft = PatientDraft(
            name: PersonName(given: "Ada", family: "Quist"), birthDate: try #require(LocalDate(iso: "1950-01-02")),
            sex: .female)
        draft.address = PostalAddress(
            street: "1 Elm", city: "Portland", state: "ME", postcode: "04101-1234", country: .unitedStates)
        local = try await clinic.database.insertPatient(draft, by: Actor(account: clinic.dana.id))
        try await stage()
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
