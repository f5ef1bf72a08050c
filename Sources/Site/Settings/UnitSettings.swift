import Clinic
import Rendering

/// Units of measurements and the paper as chosen; empty: as usual in the country.
struct UnitForm: TypedSettingsGroup {
    static let path = "/settings/units"
    let weight: String
    let height: String
    let distance: String
    let paper: String

    init(_ settings: ClinicSettings) {
        weight = settings.weightUnit?.rawValue ?? ""
        height = settings.heightUnit?.rawValue ?? ""
        distance = settings.distanceUnit?.rawValue ?? ""
        paper = settings.paper?.rawValue ?? ""
    }

    init(_ form: Form) {
        (weight, height) = (form.text("weight-unit"), form.text("height-unit"))
        (distance, paper) = (form.text("distance-unit"), form.text("paper"))
    }

    func page(version: Int, problems: [Problem], _ site: Site, _ words: Words) -> UnitPage {
        UnitPage(self, version: version, problems: problems, words: words)
    }

    /// - Throws: ``ValidationFailure`` for what no list has.
    func settings(keeping known: ClinicSettings) throws -> ClinicSettings {
        var checks = FieldChecks()
        func chosen<Value: RawRepresentable<String>>(_ typed: String, _ field: String, _: Value.Type) -> Value? {
            let value = Value(rawValue: typed)
            if value == nil, !typed.isEmpty { checks.note(Problem(field, "settings.problem.choice")) }
            return value
        }
        var settings = known
        settings.weightUnit = chosen(weight, "weight-unit", WeightUnit.self)
        settings.heightUnit = chosen(height, "height-unit", HeightUnit.self)
        settings.distanceUnit = chosen(distance, "distance-unit", DistanceUnit.self)
        settings.paper = chosen(paper, "paper", Paper.self)
        guard checks.problems.isEmpty else { throw ValidationFailure(checks.problems) }
        return settings
    }
}

/// The form of units and paper.
struct UnitPage: Page {
    static let template = "settings/units"
    let problems: [ProblemLine]
    let version: Int
    let fields: [ChoiceFieldView]

    init(_ form: UnitForm, version: Int, problems: [Problem], words: Words) {
        let builder = FieldBuilder(words: words, problems: problems, prefix: "settings")
        self.problems = builder.summary
        self.version = version
        let usual = (value: "", label: words("settings.as-usual"))
        func choice(_ name: String, _ options: [(value: String, label: String)], _ chosen: String) -> ChoiceFieldView {
            builder.choice(name, [usual] + options, chosen: [chosen]) { $0.width = "20" }
        }
        fields = [
            choice(
                "weight-unit", WeightUnit.allCases.map { ($0.rawValue, words("settings.unit.\($0.name)")) },
                form.weight),
            choice(
                "height-unit", HeightUnit.allCases.map { ($0.rawValue, words("settings.unit.\($0.name)")) },
                form.height),
            choice(
                "distance-unit",
                DistanceUnit.allCases.map { ($0.rawValue, words("settings.unit.\($0.name)")) }, form.distance),
            choice("paper", Paper.allCases.map { ($0.rawValue, words("settings.paper.\($0.rawValue)")) }, form.paper),
        ]
    }
}
