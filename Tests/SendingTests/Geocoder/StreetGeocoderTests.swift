import Clinic
import Foundation
import TestSupport
import Testing

@testable import Sending

@Suite("Asking a geocoder", .serialized)
struct StreetGeocoderTests {
    /// What the geocoder was asked.
    struct Question: Decodable {
        let path: String
        let query: [String: String]
        let headers: [String: String]
    }

    private static let portland = Coordinates(latitude: 43.671, longitude: -70.271)

    private func ask(
        _ server: ForeignServer, _ street: String, _ settings: GeocoderSettings = .nominatim, scheme: String = "http",
        host: String = "127.0.0.1", secret: String? = nil, authority: URL? = nil
    ) async throws -> StreetPoint {
        var settings = settings
        settings.address = settings.address
            .replacing("http://127.0.0.1:8080", with: "\(scheme)://\(host):\(server.port)")
            .replacing("https://geocoding.geo.census.gov", with: "\(scheme)://\(host):\(server.port)/census")
        let address = StreetAddress(
            street: street, city: "Portland", state: "ME", zip: try #require(ZIPCode("04101")))
        return await StreetGeocoder(settings, secret: secret, authorities: authority).point(of: address)
    }

    @Test("Nominatim's and the Census Bureau's answers are read with what the presets say")
    func presets() async throws {
        let server = try await ForeignServer("geocoder.py")
        let place = try #require(Self.portland)
        #expect(try await ask(server, "1 Elm & Ash ☂") == .found(place))
        let first = try await server.next(Question.self)
        #expect(first.path == "/search" && first.headers["user-agent"] == "Theralog")
        #expect(first.query["street"] == "1 Elm & Ash ☂" && first.query["postalcode"] == "04101")
        #expect(first.query["city"] == "Portland" && first.query["state"] == "ME" && first.query.count == 7)
        #expect(try await ask(server, "1 Elm", .census) == .found(place))
        let second = try await server.next(Question.self)
        #expect(second.query["zip"] == "04101" && second.query["benchmark"] == "Public_AR_Current")
        #expect(try await ask(server, "Unknown 1", .census) == .unknown)
    }

    @Test(
        "whatever else comes back is a reason, never a place",
        arguments: [
            ("Unknown 1", .unknown), ("Garbage 1", .failed(.unreadable)), ("Huge 1", .failed(.unreadable)),
            ("Redirect 1", .failed(.status)), ("Error 1", .failed(.status)), ("Range 1", .failed(.range)),
            ("Swapped 1", .failed(.unreadable)), ("Cut 1", .failed(.unreadable)),
        ] as [(String, StreetPoint)])
    func others(street: String, expected: StreetPoint) async throws {
        let server = try await ForeignServer("geocoder.py")
        #expect(try await ask(server, street) == expected)
    }

    @Test("two seconds are the most that anybody waits")
    func slow() async throws {
        let server = try await ForeignServer("geocoder.py")
        let start = ContinuousClock.now
        #expect(try await ask(server, "Slow 1") == .failed(.timeout))
        #expect(ContinuousClock.now - start < .seconds(4))
    }

    @Test("certificates are checked, plain HTTP stays in the house, and nobody listening is said")
    func encryption() async throws {
        let (certificate, key) = try ForeignServer.certificate("DNS:localhost", in: TemporaryFolder.url)
        let server = try await ForeignServer("geocoder.py", ["--certificate", certificate.path, "--key", key.path])
        let place = try #require(Self.portland)
        #expect(
            try await ask(server, "1 Elm", scheme: "https", host: "localhost", authority: certificate) == .found(place))
        #expect(try await ask(server, "1 Elm", scheme: "https", host: "localhost") == .failed(.certificate))
        #expect(
            try await ask(server, "1 Elm", scheme: "https", host: "127.0.0.1", authority: certificate)
                == .failed(.certificate))
        #expect(try await ask(server, "1 Elm", host: "192.0.2.1") == .failed(.plain))
        let gone = GeocoderSettings(
            address: "http://127.0.0.1:1/{address}", latitudePath: "a", longitudePath: "b")
        #expect(try await ask(server, "1 Elm", gone) == .failed(.unreachable))
    }

    @Test("the secret goes into its header; without one nothing is asked")
    func secret() async throws {
        let server = try await ForeignServer("geocoder.py")
        var settings = GeocoderSettings.nominatim
        settings.header = "X-Api-Key"
        for missing in [nil, "", "a\r\nX-Other: b"] {
            #expect(try await ask(server, "1 Elm", settings, secret: missing) == .failed(.secret))
        }
        guard case .found = try await ask(server, "1 Elm", settings, secret: "geheim: 1") else {
            Issue.record("not found")
            return
        }
        #expect(try await server.next(Question.self).headers["x-api-key"] == "geheim: 1")
    }

    @Test(
        "numbers are found by paths through anything",
        arguments: [
            (#"{"a":{"0":{"y":43.5}},"b":[1,[2,-70]]}"#, "a.0.y", "b.1.1", StreetPoint.found(Self.point(43.5, -70))),
            (#"{"lat":"43.5","lon":"-7e1"}"#, "lat", "lon", .found(Self.point(43.5, -70))),
            (#"[{"lat":null,"lon":null}]"#, "0.lat", "0.lon", .unknown),
            ("[]", "0.lat", "0.lon", .unknown), (#"{"a":[]}"#, "a.3.x", "a.3.y", .unknown),
            (#"{"lat":true,"lon":1}"#, "lat", "lon", .failed(.unreadable)),
            (#"{"lat":"nan","lon":"inf"}"#, "lat", "lon", .failed(.unreadable)),
            (#"{"lat":"0x1p3","lon":"1"}"#, "lat", "lon", .failed(.unreadable)),
            (#"{"lat":0,"lon":0}"#, "lat", "lon", .failed(.range)),
            (#"{"lat":91,"lon":0}"#, "lat", "lon", .failed(.range)),
            (#"{"lat":1e400,"lon":0}"#, "lat", "lon", .failed(.unreadable)),
            ("7", "lat", "lon", .failed(.unreadable)), ("", "lat", "lon", .failed(.unreadable)),
            (String(repeating: "[", count: 60_000), "0.0", "0.1", .failed(.unreadable)),
            (
                String(repeating: "[", count: 400) + String(repeating: "]", count: 400), "0.0", "0.1",
                .failed(.unreadable)
            ),
        ])
    func paths(body: String, latitude: String, longitude: String, expected: StreetPoint) {
        let settings = GeocoderSettings(address: "", latitudePath: latitude, longitudePath: longitude)
        #expect(GeocoderAnswer.point(in: Data(body.utf8), settings) == expected)
    }

    private static func point(_ latitude: Double, _ longitude: Double) -> Coordinates {
        guard let point = Coordinates(latitude: latitude, longitude: longitude) else { preconditionFailure() }
        return point
    }

    @Test(
        "what stays in the house is told from what may not",
        arguments: [
            ("http://127.0.0.1:8080/{address}", true, false), ("https://localhost/{address}", true, false),
            ("http://[::1]/{address}", true, false), ("http://10.0.0.8/{address}", true, false),
            ("http://geocoder.local/{address}", false, false), ("https://8.8.8.8/{address}", false, false),
            ("http://8.8.8.8/{address}", false, true), ("http://[2001:db8::1]/{address}", false, true),
            ("http://127.0.0.1.example/{address}", false, false),
        ])
    func inside(address: String, staysInside: Bool, isPlainOutside: Bool) {
        let settings = GeocoderSettings(address: address, latitudePath: "a", longitudePath: "b")
        #expect(settings.staysInside == staysInside && settings.isPlainOutside == isPlainOutside)
    }
}
