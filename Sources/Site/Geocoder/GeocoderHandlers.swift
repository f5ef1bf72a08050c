import Clinic
import Foundation
import HTTPTypes
import Hummingbird
import Rendering
import Sending
import Store

/// The clinic's geocoder: nothing set, no street is looked up.
struct GeocoderHandlers {
    let site: Site

    func show(_ request: Request, _ context: AdminContext) async throws -> Response {
        let stored = site.database.geocoder
        let preset = GeocoderForm.presets.first { $0.name == request.query.text("preset") }?.settings
        return try page(GeocoderForm(preset ?? stored.settings), stored.version, [], context, .ok)
    }

    func save(_ form: Form, _ request: Request, _ context: AdminContext) async throws -> Response {
        let typed = GeocoderForm(form)
        let version = Int(form.text("version")) ?? 0
        do {
            try await site.database.updateGeocoder(try typed.settings(), version: version, by: context.actor)
            return Responses.redirect(to: "/settings/geocoder", flash: "flash.settings-saved")
        } catch let failure as ValidationFailure {
            return try page(typed, version, failure.problems, context, .unprocessableContent)
        } catch StoreError.stale(let current) {
            return try page(typed, current, [Problem("", "settings.problem.changed")], context, .conflict)
        }
    }

    /// Asks for an address that the admin types, with what is saved.
    func test(_ form: Form, _ request: Request, _ context: AdminContext) async throws -> Response {
        let stored = site.database.geocoder
        let (typed, trial) = (GeocoderForm(stored.settings), GeocoderTrial(form))
        do {
            let address = try trial.address()
            let point = await site.streets.ask(address)
            let center = try await site.database.postalArea(address.zip)?.center
            let unit = site.clinic.distanceUnit ?? .usual(in: site.clinic.address.country ?? .unitedStates)
            let result = GeocoderResult(point, center: center, zip: address.zip, unit: unit, words: site.words(context))
            return try page(typed, stored.version, [], context, .ok, trial, result)
        } catch let failure as ValidationFailure {
            return try page(typed, stored.version, failure.problems, context, .unprocessableContent, trial)
        }
    }

    private func page(
        _ typed: GeocoderForm, _ version: Int, _ problems: [Problem], _ context: AdminContext,
        _ status: HTTPResponse.Status, _ trial: GeocoderTrial = GeocoderTrial(), _ result: GeocoderResult? = nil
    ) throws -> Response {
        let page = GeocoderPage(
            typed, version: version, problems: problems, settings: site.database.geocoder.settings,
            hasSecret: site.streets.hasSecret, trial: trial, result: result, words: site.words(context))
        return try site.response(page, context, status: status)
    }
}

/// What became of a trial.
struct GeocoderResult: Sendable {
    let isSent: Bool
    let title: String
    /// What a geocoder said is never shown: only where it has the street.
    let serverWords: String? = nil

    /// - Parameter center: the middle of the ZIP code; nil for one that is not on the list.
    init(_ point: StreetPoint, center: Coordinates?, zip: ZIPCode, unit: DistanceUnit, words: Words) {
        switch point {
        case .found(let place):
            let distance = center.map { $0.distance(to: place) }
            isSent = distance.map { $0 <= StreetLookups.farthest } ?? true
            let key = distance == nil ? "found" : isSent ? "found-near" : "found-far"
            let numbers = Numbers(words.language)
            func degrees(_ value: Double) -> String {
                numbers.decimal(Decimal(Int((value * 100_000).rounded())) / 100_000)
            }
            let miles = distance.map { Decimal(Int(($0.rounded(in: unit) * 10).rounded())) / 10 } ?? 0
            title = words(
                "geocoder.test.\(key)",
                [
                    "latitude": degrees(place.latitude), "longitude": degrees(place.longitude), "zip": zip.digits,
                    "distance": "\(numbers.decimal(miles)) \(unit.rawValue)",
                ])
        case .unknown:
            isSent = false
            title = words("geocoder.test.unknown")
        case .failed(let failure):
            isSent = false
            title = words("geocoder.failure.\(failure.rawValue)")
        }
    }
}

/// The form of the geocoder, and one to try it with.
struct GeocoderPage: Page {
    static let template = "geocoder/edit"

    /// A way to begin with what a known geocoder wants.
    struct Preset: Sendable {
        let url: String
        let label: String
    }

    let problems: [ProblemLine]
    let version: Int
    let fields: [FieldView]
    let presets: [Preset]
    /// Where streets go with what is saved; nil while nothing is.
    let way: String?
    let isSetUp: Bool
    /// Whether a secret is needed and not there.
    let lacksSecret: Bool
    let trial: [FieldView]
    let result: GeocoderResult?

    init(
        _ typed: GeocoderForm, version: Int, problems: [Problem], settings: GeocoderSettings?, hasSecret: Bool,
        trial: GeocoderTrial, result: GeocoderResult?, words: Words
    ) {
        let builder = FieldBuilder(words: words, problems: problems, prefix: "geocoder")
        self.problems = builder.summary
        self.version = version
        self.result = result
        isSetUp = settings != nil
        lacksSecret = isSetUp && !hasSecret
        way = settings.map { settings in
            words(settings.staysInside ? "geocoder.inside" : "geocoder.outside", ["host": settings.host ?? ""])
        }
        presets = GeocoderForm.presets.map {
            Preset(url: "/settings/geocoder?preset=\($0.name)", label: words("geocoder.preset.\($0.name)"))
        }
        func field(_ name: String, _ value: String, optional: Bool = false) -> FieldView {
            builder.field(name, value) {
                $0.autocomplete = "off"
                $0.required = false
                $0.optional = optional
            }
        }
        fields = [
            field("address", typed.address).with {
                $0.multiline = true
                $0.rows = 3
            },
            field("latitude", typed.latitude), field("longitude", typed.longitude),
            field("header", typed.header, optional: true),
        ]
        self.trial = [
            field("street", trial.street), field("city", trial.city, optional: true),
            field("state", trial.state, optional: true),
            field("zip", trial.zip).with {
                $0.inputMode = "numeric"
                $0.width = "10"
            },
        ]
    }
}
