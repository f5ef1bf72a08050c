import Clinic
import Testing

@Suite("A geocoder's address")
struct GeocoderSettingsTests {
    private func street(_ street: String, city: String = "Portland", state: String = "ME") throws -> StreetAddress {
        StreetAddress(street: street, city: city, state: state, zip: try #require(ZIPCode("04101-1234")))
    }

    private func settings(_ address: String) -> GeocoderSettings {
        GeocoderSettings(address: address, latitudePath: "lat", longitudePath: "lon")
    }

    @Test("what is put in stays a value, whatever was typed")
    func filled() throws {
        let hostile = try street("1 Elm&limit=9 #2/../{zip}\r\nHost: x ☂", city: "Saint-\u{0301}é")
        let url = settings("https://geo.example:8443/s?street={street}&c={city}&st={state}&z={zip}").url(for: hostile)
        #expect(
            url
                == "https://geo.example:8443/s?street=1%20Elm%26limit%3D9%20%232%2F..%2F%7Bzip%7D%0D%0AHost%3A%20x%20%E2%98%82"
                + "&c=Saint-%CC%81%C3%A9&st=ME&z=04101")
        let line = settings("http://127.0.0.1/s/{address}").url(for: try street("1 Elm"))
        #expect(line == "http://127.0.0.1/s/1%20Elm%2C%20Portland%2C%20ME%2004101")
        let bare = StreetAddress(street: "1 Elm", city: "", state: "", zip: try #require(ZIPCode("04101")))
        #expect(bare.line == "1 Elm, 04101")
    }

    @Test(
        "an address with a host and the street behind it is right",
        arguments: [
            "https://geo.example/{address}", "http://localhost:8080/search?q={address}",
            "HTTPS://geo.example/?q={street}",
            "http://[::1]:8080/s?street={street}&zip={zip}", GeocoderSettings.nominatim.address,
            GeocoderSettings.census.address,
        ])
    func right(address: String) { #expect(settings(address).isAddressRight) }

    @Test(
        "anything else is not",
        arguments: [
            "", "x", "{address}", "ftp://geo.example/{address}", "https://{address}/",
            "https://{street}.example/{street}",
            "https://geo.example{address}", "https://geo.example/", "https://geo.example/?zip={zip}",
            "https://a:b@geo.example/{address}", "https://geo.example/{address} {zip}",
            "https://geo.example/{name}{address}",
            "https://geo.example/{address}}", "https:///{address}", "https://geo.example/é/{address}",
            "https://geo.example/{address}#x", "javascript:{address}", "file:///etc/{address}", "https://:80/{address}",
            "https://geo.example\\{address}", "//geo.example/{address}", "https://geo.example/{address}\r\nX: y",
        ])
    func wrong(address: String) { #expect(!settings(address).isAddressRight, "\(address)") }

    @Test("hosts are read without port and brackets")
    func hosts() {
        #expect(settings("https://Geo.example:8443/x").host == "geo.example")
        #expect(settings("http://[FD00::1]:80/x").host == "fd00::1")
        #expect(settings("https://geo.example?q={address}").host == "geo.example")
        #expect(settings("geo.example").host == nil && settings("https://").host == nil)
    }

    @Test("spellings of one address are one; other addresses are others")
    func normalised() throws {
        let known = try street("12 São Paulo St., Apt. 3").normalised
        #expect(try street(" 12  SAO PAULO st  apt 3 ").normalised == known)
        #expect(try street("12 São Paulo St., Apt. 4").normalised != known)
        #expect(try street("12 São Paulo St.", city: "Apt 3 Portland").normalised != known)
    }

    @Test("only streets in the United States with a ZIP code that is a place")
    func ofPatients() {
        func address(_ change: (inout PostalAddress) -> Void) -> StreetAddress? {
            var address = PostalAddress(
                street: "1 Elm", city: "Portland", state: "ME", postcode: "04101-0001", country: .unitedStates)
            change(&address)
            return StreetAddress(address)
        }
        #expect(address { _ in }?.zip.digits == "04101")
        #expect(address { $0.street = "" } == nil && address { $0.street = " –, " } == nil)
        #expect(address { $0.postcode = "" } == nil && address { $0.postcode = "09012" } == nil)
        #expect(address { $0.country = .germany } == nil && address { $0.country = nil } == nil)
    }
}
