import Clinic
import Foundation
import Rendering

/// Languages, time zone and clock as typed.
struct RegionForm: TypedSettingsGroup {
    static let path = "/settings/region"
    let languages: [String]
    let defaultLanguage: String
    /// Empty: the machine's.
    let timeZone: String
    let clock: String

    init(_ settings: ClinicSettings) {
        languages = settings.languages.map(\.rawValue)
        defaultLanguage = settings.defaultLanguage.rawValue
        timeZone = settings.timeZone?.text ?? ""
        clock = settings.clock.rawValue
    }

    init(_ form: Form) {
        languages = form.all("languages")
        defaultLanguage = form.text("default-language")
        timeZone = form.text("time-zone")
        clock = form.text("clock")
    }

    func page(version: Int, problems: [Problem], _ site: Site, _ words: Words) -> RegionPage {
        RegionPage(
            self, version: version, problems: problems, zone: site.settings.timeZone,
            isZoneTold: site.settings.isTimeZoneTold, now: site.now, words: words)
    }

    func settings(keeping known: ClinicSettings) throws -> ClinicSettings {
        var settings = known
        var checks = FieldChecks()
        settings.timeZone = checks.value(try zone()) ?? nil
        if let clock = ClockStyle(rawValue: clock) {
            settings.clock = clock
        } else {
            checks.note(Problem("clock", "problems.required"))
        }
        do {
            try settings.offer(
                Set(languages.compactMap(Language.init)), default: Language(rawValue: defaultLanguage))
        } catch let failure as ValidationFailure { failure.problems.forEach { checks.note($0) } }
        guard checks.problems.isEmpty else { throw ValidationFailure(checks.problems) }
        return settings
    }

    private func zone() throws(Problem) -> TimeZoneName? {
        let typed = try TypedText.line(timeZone, field: "time-zone", longest: 60)
        guard !typed.isEmpty else { return nil }
        guard let zone = TimeZoneName(typed: typed) else { throw Problem("time-zone", "patients.problem.time-zone") }
        return zone
    }
}

/// The form of languages, time zone and clock.
struct RegionPage: Page {
    static let template = "settings/region"
    let problems: [ProblemLine]
    let version: Int
    let languages: ChoiceFieldView
    let defaultLanguage: ChoiceFieldView
    let timeZone: FieldView
    /// Every zone there is, to choose from while typing.
    let zones: [String]
    let clock: ChoiceFieldView
    /// What holds now, and what time it is there.
    let inForce: String
    /// Whether the command line says the zone, whatever is chosen here.
    let isZoneTold: Bool

    init(
        _ form: RegionForm, version: Int, problems: [Problem], zone: TimeZone, isZoneTold: Bool, now: Date,
        words: Words
    ) {
        let fields = FieldBuilder(words: words, problems: problems, prefix: "settings")
        self.problems = fields.summary
        self.version = version
        let known = Language.allCases.map { (value: $0.rawValue, label: $0.ownName) }
        languages = fields.choice("languages", known, chosen: Set(form.languages)) {
            $0.radio = false
            $0.required = true
        }
        defaultLanguage = fields.choice("default-language", known, chosen: [form.defaultLanguage]) {
            $0.required = true
            $0.width = "20"
        }
        timeZone = fields.field("time-zone", form.timeZone) {
            $0.required = false
            $0.optional = true
            $0.width = "20"
            $0.autocomplete = "off"
        }
        zones = TimeZoneName.all
        clock = fields.choice(
            "clock", ClockStyle.allCases.map { ($0.rawValue, words("settings.clock.\($0.rawValue)")) },
            chosen: [form.clock])
        inForce = words(
            "settings.time-zone.in-force",
            [
                "zone": zone.identifier.replacing("_", with: " "),
                "time": Dates(words.language).dateAndTime(now, in: zone),
            ])
        self.isZoneTold = isZoneTold
    }
}
