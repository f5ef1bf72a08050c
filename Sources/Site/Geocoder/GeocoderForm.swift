import Clinic
import Foundation
import Sending

/// The geocoder as typed.
struct GeocoderForm: Sendable {
    let address: String
    let latitude: String
    let longitude: String
    let header: String

    init(_ form: Form) {
        address = form.text("address")
        latitude = form.text("latitude")
        longitude = form.text("longitude")
        header = form.text("header")
    }

    /// Nil: none yet, with the paths of a Nominatim.
    init(_ settings: GeocoderSettings?) {
        address = settings?.address ?? ""
        latitude = (settings ?? .nominatim).latitudePath
        longitude = (settings ?? .nominatim).longitudePath
        header = settings?.header ?? ""
    }

    /// What an admin may begin with, under the name it has in the page's address.
    static let presets: [(name: String, settings: GeocoderSettings)] = [
        ("nominatim", .nominatim), ("census", .census),
    ]

    /// Nil when no address is given: streets are then not looked up.
    /// - Throws: ``ValidationFailure``.
    func settings() throws -> GeocoderSettings? {
        var checks = FieldChecks()
        let address = checks.value(try TypedText.line(self.address, field: "address", longest: 1000)) ?? ""
        if address.isEmpty, checks.problems.isEmpty { return nil }
        let settings = GeocoderSettings(
            address: address, latitudePath: path(latitude, "latitude", &checks),
            longitudePath: path(longitude, "longitude", &checks),
            header: checks.value(try TypedText.line(header, field: "header", longest: 100)) ?? "")
        if !settings.header.utf8.allSatisfy(TypedGateway.isNameByte) {
            checks.note(Problem("header", "geocoder.problem.header"))
        }
        if !checks.problems.contains(where: { $0.field == "address" }) {
            if !settings.isAddressRight {
                checks.note(Problem("address", "geocoder.problem.address"))
            } else if settings.isPlainOutside {
                checks.note(Problem("address", "geocoder.problem.plain"))
            }
        }
        guard checks.problems.isEmpty else { throw ValidationFailure(checks.problems) }
        return settings
    }

    /// Names and places with dots between, none of them empty.
    private func path(_ typed: String, _ field: String, _ checks: inout FieldChecks) -> String {
        let path = checks.value(try TypedText.line(typed, field: field, longest: 200, required: true)) ?? ""
        let parts = path.split(separator: ".", omittingEmptySubsequences: false)
        if !path.isEmpty, parts.contains(where: { $0.isEmpty || $0.contains(" ") }) || parts.count > 20 {
            checks.note(Problem(field, "geocoder.problem.path"))
        }
        return path
    }
}

/// An address that the geocoder is tried with, as typed.
struct GeocoderTrial: Sendable {
    var street = ""
    var city = ""
    var state = ""
    var zip = ""

    init() {}

    init(_ form: Form) {
        street = form.text("street")
        city = form.text("city")
        state = form.text("state")
        zip = form.text("zip")
    }

    /// - Throws: ``ValidationFailure``.
    func address() throws -> StreetAddress {
        var checks = FieldChecks()
        let street = checks.value(try TypedText.line(self.street, field: "street", longest: 200, required: true)) ?? ""
        let city = checks.value(try TypedText.line(self.city, field: "city", longest: 100)) ?? ""
        let state = checks.value(try TypedText.line(self.state, field: "state", longest: 100)) ?? ""
        let zip = ZIPCode(PlainText.cleaned(self.zip))
        if zip == nil { checks.note(Problem("zip", "practices.problem.zip")) }
        if zip?.isMilitary == true { checks.note(Problem("zip", "practices.problem.zip-military")) }
        guard checks.problems.isEmpty, let zip else { throw ValidationFailure(checks.problems) }
        return StreetAddress(street: street, city: city, state: state, zip: zip)
    }
}
