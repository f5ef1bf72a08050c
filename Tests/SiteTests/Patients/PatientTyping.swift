import Clinic
import Foundation
import Store
import TestSupport
import Testing

/// The patient form as a browser sends it: fields in the page's order, rows repeated.
struct PatientTyping {
    var fields: [(String, String)]

    /// Maria Lopez, born on 12 March 1948, with the form's empty rows.
    init(_ changes: KeyValuePairs<String, String> = [:]) {
        fields = [
            ("version", "0"), ("given", "Maria"), ("family", "Lopez"), ("name-order", "given-first"),
            ("birth-date", "1948-03-12"), ("sex", "female"), ("country", "US"), ("street", ""), ("city", ""),
            ("state", ""),
            ("postcode", ""), ("phone", ""), ("email", ""), ("language", ""), ("time-zone", ""),
            ("allergy-status", "not-asked"), ("weight", ""), ("weight-unit", "kg"), ("weight-on", ""), ("height", ""),
            ("height-unit", "cm"), ("height-on", ""), ("kidney", ""), ("kidney-unit", "mL/min/{1.73_m2}"),
            ("kidney-on", ""), ("pregnancy", ""), ("pregnancy-on", ""), ("notes", ""),
        ]
        for (name, value) in changes { set(name, value) }
    }

    mutating func set(_ name: String, _ value: String) {
        fields.removeAll { $0.0 == name }
        fields.append((name, value))
    }

    mutating func addAllergy(_ substance: String, _ reaction: String = "", _ severity: String = "") {
        fields += [("allergy-substance", substance), ("allergy-reaction", reaction), ("allergy-severity", severity)]
    }

    mutating func addCondition(_ name: String, _ note: String = "") {
        fields += [("condition-name", name), ("condition-note", note)]
    }

    func with(_ name: String, _ value: String) -> PatientTyping {
        var typing = self
        typing.set(name, value)
        return typing
    }
}

/// A site with a clinician who may write.
struct PatientSite {
    let site: TestSite
    let account: Account
    var database: ClinicDatabase { site.database }
    var actor: Actor { Actor(account: account.id) }

    init() async throws {
        site = try await TestSite()
        account = try await site.prescriber("Dana Reyes")
    }

    func run(_ body: @escaping @Sendable (TestBrowser) async throws -> Void) async throws {
        let account = account
        try await site.run { browser in
            try await browser.signIn(account)
            try await body(browser)
        }
    }

    @discardableResult
    func insert(
        _ given: String, _ family: String, born: String = "1948-03-12",
        _ change: (inout PatientDraft) -> Void = { _ in }
    ) async throws -> Patient {
        var draft = PatientDraft(
            name: PersonName(given: given, family: family), birthDate: try #require(LocalDate(iso: born)), sex: .female)
        draft.address.country = .unitedStates
        change(&draft)
        return try await database.insertPatient(draft, by: actor)
    }
}

/// The id in an address such as `/patients/ID`.
func patientID(_ answer: TestBrowser.Answer) throws -> Identifier<Patient> {
    let path = try #require(answer.location)
    return try #require(Identifier<Patient>(untrusted: String(path.dropFirst("/patients/".count).prefix(36))))
}
