import Clinic
import Rendering

/// When signing asks for the password again, in minutes as typed.
struct SigningSettingsForm: TypedSettingsGroup {
    static let path = "/settings/signing"
    private let typed: String

    init(_ form: Form) { typed = form.text("signing-minutes") }

    init(_ settings: ClinicSettings) { typed = "\(settings.signingMinutes)" }

    func page(version: Int, problems: [Problem], _ site: Site, _ words: Words) -> SigningSettingsPage {
        SigningSettingsPage(typed, version: version, problems: problems, words: words)
    }

    func settings(keeping known: ClinicSettings) throws -> ClinicSettings {
        let digits = typed.filter { !$0.isWhitespace }
        guard digits.utf8.count <= 5, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let minutes = Int(digits), ClinicSettings.signingMinutesRange.contains(minutes)
        else { throw ValidationFailure([Problem("signing-minutes", "settings.problem.signing-minutes")]) }
        var settings = known
        settings.signingMinutes = minutes
        return settings
    }
}

/// The form of the minutes.
struct SigningSettingsPage: Page {
    static let template = "settings/signing"
    let problems: [ProblemLine]
    let minutes: FieldView
    let version: Int

    init(_ typed: String, version: Int, problems: [Problem], words: Words) {
        let builder = FieldBuilder(words: words, problems: problems, prefix: "settings")
        self.problems = builder.summary
        minutes = builder.field("signing-minutes", typed) {
            $0.inputMode = "numeric"
            $0.width = "4"
        }
        self.version = version
    }
}
