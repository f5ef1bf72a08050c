import Clinic
import Foundation
import Logging
import Sending
import Store
import Synchronization
import TestSupport
import Testing

@testable import Site

@Suite("Practices nearby from the patient's street", .serialized)
struct NearbyStreetTests {
    @Test("without a geocoder distances are from the ZIP code, and nobody is asked")
    func off() async throws {
        let site = try await NearbySite()
        try await site.clinic.run { browser in
            let page = try await browser.get(try await site.nearby(site.local, browser))
            #expect(page.text.contains("Distances are counted from the centre of ZIP 04101."))
            #expect(!page.text.contains("geocoder"))
        }
    }

    @Test("the street is asked for once, in the patient's own words without the name; distances begin there")
    func once() async throws {
        let server = try await ForeignServer("geocoder.py")
        let site = try await NearbySite()
        try await site.database.setUpGeocoder(port: server.port)
        try await site.clinic.run { browser in
            let address = try await site.nearby(site.local, browser)
            let page = try await browser.get(address)
            #expect(page.text.contains("Distances are counted from the patient’s street."))
            #expect(page.text.contains("of 04101 Portland"))
            let json = try await browser.get(address, ["Accept": "application/json"]).body
            #expect(json.contains(#""from":"street""#) && json.contains(#""gap":null"#))
            // Typed as it stands in the form: still the patient's; another one is not.
            #expect(try await browser.get(address + "&zip=04101").text.contains("from the patient’s street"))
            #expect(try await browser.get(address + "&zip=04103").text.contains("from the centre of ZIP 04103."))
            // The same address of another patient, spelt otherwise.
            let neighbour = try await site.patient(at: "1  ELM.")
            #expect(try await browser.get(try await site.nearby(neighbour, browser)).text.contains("patient’s street"))
            #expect(try await browser.get("/practices/nearby?zip=04101").text.contains("from the centre of ZIP 04101."))
        }
        let asked = await server.rest()
        #expect(asked.count == 1)
        let question = try JSONDecoder().decode(GeocoderQuestion.self, from: Data(try #require(asked.first).utf8))
        #expect(question.query["street"] == "1 Elm" && question.query["postalcode"] == "04101")
        #expect(!asked.joined().contains("Quist"))
        let audit = try await site.database.auditEntries(of: site.local.id).filter { $0.entity == "street-lookup" }
        #expect(audit.count == 1 && audit.first?.action == .sent)
    }

    @Test("whoever wants the same address at once waits for the same answer")
    func together() async throws {
        let server = try await ForeignServer("geocoder.py")
        let site = try await NearbySite()
        try await site.database.setUpGeocoder(port: server.port)
        let street = try #require(StreetAddress(site.local.address))
        let center = try #require(try await site.database.postalArea(street.zip)).center
        let origins = try await withThrowingTaskGroup(of: StreetOrigin.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    try await site.clinic.site.site.streets.origin(
                        of: street, around: center, for: site.local.id, by: .program)
                }
            }
            return try await group.reduce(into: Set<StreetOrigin>()) { $0.insert($1) }
        }
        #expect(origins.count == 1 && origins.first?.isStreet == true)
        #expect(await server.rest().count == 1)
    }

    @Test(
        "what gives no place leaves the ZIP code, says why, and is not asked again at once",
        arguments: [
            ("Unknown 7", "does not know the street", "unknown"), ("Error 7", "gave no answer", "failed"),
            ("Garbage 7", "gave no answer", "failed"), ("Slow 7", "gave no answer", "failed"),
            ("Huge 7", "gave no answer", "failed"), ("Redirect 7", "gave no answer", "failed"),
            ("Range 7", "gave no answer", "failed"), ("Far 7", "too far to be right", "far"),
        ])
    func gaps(street: String, words: String, gap: String) async throws {
        let server = try await ForeignServer("geocoder.py")
        let site = try await NearbySite()
        try await site.database.setUpGeocoder(port: server.port)
        let patient = try await site.patient(at: street)
        try await site.clinic.run { browser in
            let address = try await site.nearby(patient, browser)
            let page = try await browser.get(address)
            #expect(page.status == 200)
            #expect(page.text.contains("from the centre of ZIP 04101.") && page.text.contains(words))
            #expect(page.text.contains("3 practices within 10 mi"))
            let json = try await browser.get(address, ["Accept": "application/json"]).body
            #expect(json.contains(#""from":"zip""#) && json.contains(#""gap":"\#(gap)""#))
        }
        #expect(await server.rest().count == 1)
    }

    @Test("no answer is tried again after ten minutes, an unknown street after a month, and all with another geocoder")
    func later() async throws {
        let server = try await ForeignServer("geocoder.py")
        let site = try await NearbySite()
        try await site.database.setUpGeocoder(port: server.port)
        let street = try #require(StreetAddress(site.local.address))
        let (database, patient, fixed) = (site.database, site.local.id, site.clinic.site.fixed)
        func keep(_ point: StreetPoint) async throws {
            try await database.keepPoint(
                point, of: street, version: database.geocoder.version, for: patient, by: .program)
        }
        try await keep(.failed(.timeout))
        fixed.advance(by: 599)
        #expect(try await database.knownPoint(of: street) == .failed)
        fixed.advance(by: 2)
        #expect(try await database.knownPoint(of: street) == nil)
        try await keep(.unknown)
        fixed.advance(by: 29 * 86_400)
        #expect(try await database.knownPoint(of: street) == .unknown)
        fixed.advance(by: 86_400)
        #expect(try await database.knownPoint(of: street) == nil)
        let place = try #require(Coordinates(latitude: 43.671, longitude: -70.271))
        try await keep(.found(place))
        fixed.advance(by: 1000 * 86_400)
        #expect(try await database.knownPoint(of: street) == .found(place))
        try await database.setUpGeocoder(port: 1)
        #expect(try await database.knownPoint(of: street) == nil)
    }

    @Test("nothing of an address is logged, neither the patient's nor another's")
    func logs() async throws {
        let server = try await ForeignServer("geocoder.py")
        let site = try await NearbySite()
        try await site.database.setUpGeocoder(port: server.port)
        let lines = GatheringLog.Lines()
        let lookups = StreetLookups(
            database: site.database, secrets: SendingSecrets(),
            logger: Logger(label: "test") { _ in GatheringLog(lines) })
        let zip = try #require(ZIPCode("04101"))
        let center = try #require(try await site.database.postalArea(zip)).center
        for street in ["Error 19 Secret Lane", "Garbage 19 Secret Lane", "Far 19 Secret Lane", "19 Secret Lane"] {
            let patient = try await site.patient(at: street, family: "Hidden")
            let address = try #require(StreetAddress(patient.address))
            _ = try await lookups.origin(of: address, around: center, for: patient.id, by: .program)
        }
        let logged = lines.text.withLock { $0 }
        #expect(logged.contains("the geocoder gave no answer"))
        for word in ["Secret", "Lane", "Hidden", "Portland", "04101", "\(server.port)"] {
            #expect(!logged.contains(word), "\(word)")
        }
    }
}
