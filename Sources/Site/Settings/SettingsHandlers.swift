import Clinic
import Foundation
import Hummingbird
import Rendering
import Sending
import Store

/// All settings at a glance.
struct SettingsHandlers {
    let site: Site

    func show(_ request: Request, _ context: AdminContext) async throws -> Response {
        let page = SettingsPage(
            site.clinic, sending: site.database.sendingSettings.settings,
            geocoder: site.database.geocoder.settings, doses: try await site.database.doseWindows().windows,
            zone: site.settings.timeZone, words: site.words(context))
        return try site.response(page, context)
    }
}

/// The settings in groups, each with a link to its form.
struct SettingsPage: Page {
    static let template = "settings/show"

    struct Line: Sendable {
        let label: String
        let value: String
    }

    struct Group: Sendable {
        let id: String
        let title: String
        let lead: String
        let url: String
        let lines: [Line]
        let hasLines: Bool
        /// The address of a picture; nil for none.
        let picture: String?
    }

    let groups: [Group]

    init(
        _ clinic: ClinicSettings, sending: SendingSettings, geocoder: GeocoderSettings?, doses: DoseWindows,
        zone: TimeZone, words: Words
    ) {
        func value(_ text: String) -> String { text.isEmpty ? words("settings.not-set") : text }
        func group(_ id: String, picture: String? = nil, _ lines: [(name: String, value: String)]) -> Group {
            Group(
                id: id, title: words("settings.\(id)"), lead: words("settings.\(id).lead"), url: "/settings/\(id)",
                lines: lines.map { Line(label: words("settings.\($0.name)"), value: value($0.value)) },
                hasLines: !lines.isEmpty, picture: picture)
        }
        let country = clinic.address.country
        let address = clinic.address.isBlank ? [] : clinic.address.lines(in: nil) { words.name($0) }
        let usual = words("settings.as-usual")
        groups = [
            group(
                "clinic",
                [
                    ("name", clinic.name), ("address", address.joined(separator: ", ")),
                    ("phone", clinic.phone?.formatted(in: country ?? .unitedStates) ?? ""),
                ]),
            group("icon", picture: clinic.icon.map { "/clinic/icon?v=\($0.hex.prefix(16))" }, []),
            group(
                "region",
                [
                    ("languages", clinic.languages.map(\.ownName).joined(separator: ", ")),
                    ("default-language", clinic.defaultLanguage.ownName),
                    ("time-zone", zone.identifier.replacing("_", with: " ")),
                    ("clock", words("settings.clock.\(clinic.clock.rawValue)")),
                ]),
            group(
                "units",
                [
                    ("weight-unit", clinic.weightUnit.map { words("settings.unit.\($0.name)") } ?? usual),
                    ("height-unit", clinic.heightUnit.map { words("settings.unit.\($0.name)") } ?? usual),
                    ("distance-unit", clinic.distanceUnit.map { words("settings.unit.\($0.name)") } ?? usual),
                    ("paper", clinic.paper.map { words("settings.paper.\($0.rawValue)") } ?? usual),
                ]),
            group(
                "signing",
                [
                    (
                        "signing-minutes",
                        clinic.signingMinutes == 0
                            ? words("settings.signing.each-time")
                            : words("settings.signing.minutes", count: clinic.signingMinutes)
                    )
                ]),
            group(
                "doses",
                [
                    ("minutesBefore", "\(doses.minutesBefore)"),
                    ("minutesAfter", doses.minutesAfter.map { "\($0)" } ?? words("settings.minutesAfter.half")),
                    ("dayEnd", doses.dayEnd.description),
                ]),
            group(
                "mail", [("server", sending.mail?.host ?? ""), ("sender", sending.mail?.from.text ?? "")]),
            group("texts", [("server", sending.gateway?.host ?? "")]),
            group("geocoder", [("server", geocoder?.host ?? "")]),
        ]
    }
}

extension WeightUnit {
    /// As the keys of messages name it.
    var name: String {
        switch self {
        case .kilograms: "kilograms"
        case .pounds: "pounds"
        }
    }
}

extension HeightUnit {
    /// As the keys of messages name it.
    var name: String {
        switch self {
        case .centimetres: "centimetres"
        case .inches: "inches"
        }
    }
}
