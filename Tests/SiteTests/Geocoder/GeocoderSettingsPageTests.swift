import Clinic
import Foundation
import Sending
import Store
import TestSupport
import Testing

@testable import Site

@Suite("The settings of the geocoder", .serialized)
struct GeocoderSettingsPageTests {
    private static let form = [
        "address": "http://127.0.0.1:8080/search?format=json&q={address}", "latitude": "0.lat", "longitude": "0.lon",
        "header": "", "version": "0",
    ]

    private func signedIn(
        _ change: (inout SiteSettings) -> Void = { _ in },
        _ body: @escaping @Sendable (TestBrowser, TestSite) async throws -> Void
    ) async throws {
        let site = try await TestSite(change)
        let admin = try await site.account("Morgan Ellis", [.admin])
        try await site.run { browser in
            try await browser.signIn(admin)
            try await body(browser, site)
        }
    }

    @Test("says that streets leave the building, is saved, seen, changed and switched off again, and audited")
    func change() async throws {
        try await signedIn { browser, site in
            let empty = try await browser.get("/settings/geocoder")
            #expect(
                empty.text.contains(
                    "The patient’s street leaves the building, unless the geocoder runs on the clinic’s"))
            #expect(empty.body.contains("0.lat") && !empty.body.contains("Ask for this address"))
            let census = try await browser.get("/settings/geocoder?preset=census")
            #expect(census.body.contains("geocoding.geo.census.gov") && census.body.contains("coordinates.y"))
            #expect(site.database.geocoder.version == 0)
            let saved = try await browser.post("/settings/geocoder", fields: Self.form.map { ($0, $1) })
            #expect(saved.location == "/settings/geocoder")
            #expect(site.database.geocoder.settings?.latitudePath == "0.lat")
            #expect(
                try await browser.get("/settings/geocoder").text.contains("they stay on this machine or its network"))
            #expect(try await browser.get("/settings").text.contains("127.0.0.1"))
            var outside = Self.form
            outside["address"] = "https://geo.example/?q={address}"
            outside["header"] = "X-Api-Key"
            outside["version"] = "1"
            #expect(try await browser.post("/settings/geocoder", fields: outside.map { ($0, $1) }).status == 303)
            let page = try await browser.get("/settings/geocoder").text
            #expect(page.contains("streets go to geo.example") && page.contains("they leave the building"))
            #expect(page.contains("THERALOG_GEOCODER_SECRET"))
            let diagnostics = try await browser.get("/diagnostics.txt").body
            #expect(diagnostics.contains("set up, secret missing") && !diagnostics.contains("geo.example"))
            let stale = try await browser.post("/settings/geocoder", fields: Self.form.map { ($0, $1) })
            #expect(stale.status == 409 && stale.text.contains("Somebody else has changed the settings meanwhile."))
            let off = try await browser.post("/settings/geocoder", ["address": " ", "version": "2"])
            #expect(off.status == 303 && site.database.geocoder.settings == nil && site.database.geocoder.version == 3)
            let audit = try await site.database.auditEntries().filter { $0.entity == "geocoder-settings" }
            #expect(audit.map(\.action) == [.updated, .updated, .created])
        }
    }

    @Test(
        "what cannot be is said at its field, with all that was typed",
        arguments: [
            ("address", "geo.example"), ("address", "https://geo.example/"), ("address", "https://{street}/"),
            ("address", "https://geo.example/{address}{secret}"), ("address", "ftp://geo.example/{address}"),
            ("address", "https://a:b@geo.example/{address}"), ("address", "http://8.8.8.8/{address}"),
            ("address", "javascript:alert(1)//{address}"), ("address", "<script>{address}"),
            ("address", "https://geo.example/{address}" + String(repeating: "x", count: 5000)),
            ("address", "https://geo.example/{address}\u{0}"), ("latitude", ""), ("latitude", "a..b"),
            ("latitude", ".a"), ("longitude", "a b"), ("longitude", String(repeating: "a.", count: 50) + "a"),
            ("longitude", String(repeating: "x", count: 300)), ("header", "a: b"), ("header", "Host\r\nX"),
        ])
    func refused(field: String, value: String) async throws {
        try await signedIn { browser, site in
            var fields = Self.form
            fields["header"] = "X-Kept"
            fields[field] = value
            let answer = try await browser.post("/settings/geocoder", fields: fields.map { ($0, $1) })
            #expect(answer.status == 422)
            #expect(answer.body.contains("href=\"#\(field)\""))
            #expect(field == "header" || answer.body.contains("X-Kept"))
            #expect(!answer.body.contains("<script>"))
            #expect(site.database.geocoder.version == 0)
        }
    }

    @Test(
        "is tried with an address that is typed; the answer says how far from its ZIP code it lies; the secret is shown nowhere"
    )
    func trial() async throws {
        let server = try await ForeignServer("geocoder.py")
        try await signedIn {
            $0.sendingSecrets.geocoderSecret = .text("geheim")
        } _: { browser, site in
            var settings = GeocoderSettings.nominatim
            settings.address = settings.address.replacing(":8080", with: ":\(server.port)")
            settings.header = "X-Api-Key"
            try await site.database.updateGeocoder(settings, version: 0, by: .program)
            let typed = ["street": "1 Elm", "city": "Portland", "state": "ME", "zip": "04101"]
            let found = try await browser.post("/settings/geocoder/test", fields: typed.map { ($0, $1) })
            #expect(found.status == 200 && found.text.contains("Found at 43.671, -70.271."))
            #expect(found.text.contains("04101 is not on the list"))
            for (street, words) in [
                ("Unknown 1", "has no place for this address"), ("Error 1", "refused the question"),
                ("Garbage 1", "is no JSON"), ("Range 1", "no place on the earth"),
            ] {
                let answer = try await browser.post(
                    "/settings/geocoder/test", fields: typed.merging(["street": street]) { $1 }.map { ($0, $1) })
                #expect(answer.text.contains(words), "\(street)")
                #expect(answer.body.contains("value=\"\(street)\""))
            }
            for (field, value) in [
                ("street", ""), ("zip", "1"), ("zip", "09012"), ("street", String(repeating: "x", count: 9999)),
            ] {
                let answer = try await browser.post(
                    "/settings/geocoder/test", fields: typed.merging([field: value]) { $1 }.map { ($0, $1) })
                #expect(answer.status == 422 && answer.body.contains("href=\"#\(field)\""))
            }
            for path in ["/settings", "/settings/geocoder", "/diagnostics.txt", "/audit"] {
                #expect(try await !browser.get(path).body.contains("geheim"), "\(path)")
            }
        }
    }

    @Test("without a geocoder a trial says that it cannot be reached")
    func nothing() async throws {
        try await signedIn { browser, _ in
            let answer = try await browser.post(
                "/settings/geocoder/test", ["street": "1 Elm", "zip": "04101"])
            #expect(answer.status == 200 && answer.text.contains("cannot be reached"))
        }
    }
}
