import Clinic
import Foundation
import Site
import Store
import TestSupport
import Testing

/// A site with a clinician, a patient with an account of their own, another patient, and a medicine in force.
struct LogSite: Sendable {
    let site: TestSite
    let dana: Account
    let patient: Identifier<Patient>
    let maria: Account
    let stranger: Account
    let medicine: MedicationPrescription
    var database: ClinicDatabase { site.database }
    var path: String { "/my/medications/\(medicine.id)" }
    var clinicPath: String { "/medication-prescriptions/\(medicine.id)" }

    /// - Parameters:
    ///   - order: by default one tablet at 08:00 and at 20:00 since 1 November 2026; it is 21 November, 09:30.
    ///   - age: how many seconds ago it was signed; by default in the night to 1 November.
    init(_ order: MedicationOrder = .sample(), age: TimeInterval = 20 * 86_400 + 5 * 3600) async throws {
        site = try await TestSite()
        site.fixed.advance(by: -age)
        dana = try await site.prescriber("Dana Reyes")
        let actor = Actor(account: dana.id)
        patient = try await Self.patient("Okafor", site.database, actor)
        let other = try await Self.patient("Quist", site.database, actor)
        maria = try await site.account("Maria Okafor", [.patient], patient: patient)
        stranger = try await site.account("Ada Quist", [.patient], patient: other)
        medicine = try await Self.sign(order, for: patient, site.database, actor)
        site.fixed.advance(by: age)
    }

    static func patient(
        _ family: String, _ database: ClinicDatabase, _ actor: Actor
    ) async throws -> Identifier<Patient> {
        let born = try #require(LocalDate(iso: "1948-03-12"))
        let draft = PatientDraft(name: PersonName(given: "María", family: family), birthDate: born, sex: .female)
        return try await database.insertPatient(draft, by: actor).id
    }

    static func sign(
        _ order: MedicationOrder, for patient: Identifier<Patient>, _ database: ClinicDatabase, _ actor: Actor
    ) async throws -> MedicationPrescription {
        let draft = try await database.insertMedicationPrescriptionDraft(for: patient, fields: [:], by: actor)
        let signing = MedicationSigning(
            prescription: draft, version: 1, sheet: try .sample(order), timeZone: .gmt)
        return try await database.sign(signing, by: actor)
    }

    /// Runs with the patient signed in.
    func run(_ body: @escaping @Sendable (TestBrowser) async throws -> Void) async throws {
        try await site.run { browser in
            try await browser.signIn(maria)
            try await body(browser)
        }
    }

    /// Everything that is in the log, newest first.
    func log() async throws -> [Administration] {
        try await database.administrations(ofSeries: medicine.series, limit: 1000)
    }

    /// What a tap sends, from the page's own form.
    static func tap(_ page: TestBrowser.Answer) throws -> [(String, String)] {
        let form = try #require(
            page.body.firstMatch(of: /<form [^>]*action="[^"]+\/administrations">[\s\S]*?<\/form>/), "no tap")
        return form.0.matches(of: /name="([a-z]+)" value="([^"]*)"/).map { (String($0.1), String($0.2)) }
            .filter { $0.0 != "csrf" }
    }

    static func asNeeded() throws -> MedicationOrder {
        var order = MedicationOrder.sample()
        let day = try #require(TimeSpan(1, .day))
        let most = try #require(DoseValue(2))
        let gap = try #require(TimeSpan(6, .hour))
        order.dosages = [
            Dosage(
                Dose(.one, .tablet), Timing(.elapsed(ElapsedRhythm(every: gap))),
                asNeeded: Dosage.AsNeeded(reason: "pain"),
                limits: Dosage.Limits(perPeriod: [DoseLimit(most, .tablet, per: day)]))
        ]
        return order
    }
}
