import Clinic
import Foundation
import Logging
import Sending
import Store
import Synchronization
import TestSupport
import Testing

@testable import Site

/// What a geocoder was asked.
struct GeocoderQuestion: Decodable {
    let path: String
    let query: [String: String]
}

extension ClinicDatabase {
    /// Sets up a geocoder on a port of this machine.
    func setUpGeocoder(port: Int) async throws {
        var settings = GeocoderSettings.nominatim
        settings.address = settings.address.replacing("127.0.0.1:8080", with: "127.0.0.1:\(port)")
        try await updateGeocoder(settings, version: geocoder.version, by: .program)
    }
}

extension NearbySite {
    /// Another patient in the ZIP code of ``local``, at a street of one's own.
    func patient(at street: String, family: String = "Vance") async throws -> Patient {
        var draft = PatientDraft(
            name: PersonName(given: "Bo", family: family), birthDate: try #require(LocalDate(iso: "1961-04-05")),
            sex: .male)
        draft.address = PostalAddress(
            street: street, city: "Portland", state: "ME", postcode: "04101", country: .unitedStates)
        return try await database.insertPatient(draft, by: Actor(account: clinic.dana.id))
    }

    /// The address of practices nearby for a new prescription of a patient.
    func nearby(_ patient: Patient, _ browser: TestBrowser) async throws -> String {
        let path = try await clinic.begin(browser, patient: patient.id)
        return "/practices/nearby?prescription=\(path.split(separator: "/").last ?? "")"
    }
}

/// Gathers all that is logged.
struct GatheringLog: LogHandler {
    final class Lines: Sendable {
        let text = Mutex("")
    }

    let lines: Lines
    var metadata = Logger.Metadata()
    var logLevel = Logger.Level.trace

    init(_ lines: Lines) { self.lines = lines }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let all = metadata.merging(event.metadata ?? [:]) { $1 }
        lines.text.withLock { $0 += "\(event.message) \(all)\n" }
    }
}
