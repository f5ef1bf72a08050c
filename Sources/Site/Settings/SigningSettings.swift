import Clinic
import HTTPTypes
import Hummingbird
import Rendering
import Store

/// When signing asks for the password again.
struct SigningSettingsHandlers {
    let site: Site

    func show(_ request: Request, _ context: AdminContext) async throws -> Response {
        let stored = site.database.clinicSettings
        return try page("\(stored.settings.signingMinutes)", stored.version, [], context, .ok)
    }

    func save(_ form: Form, _ request: Request, _ context: AdminContext) async throws -> Response {
        let typed = form.text("signing-minutes")
        return try await site.save(Int(form.text("version")) ?? 0, context) { known in
            var settings = known
            settings.signingMinutes = try Self.minutes(typed)
            return settings
        } again: { problems, version, status in
            try page(typed, version, problems, context, status)
        }
    }

    /// - Throws: ``ValidationFailure``.
    private static func minutes(_ typed: String) throws -> Int {
        let digits = typed.filter { !$0.isWhitespace }
        guard digits.utf8.count <= 5, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let minutes = Int(digits), ClinicSettings.signingMinutesRange.contains(minutes)
        else { throw ValidationFailure([Problem("signing-minutes", "settings.problem.signing-minutes")]) }
        return minutes
    }

    private func page(
        _ typed: String, _ version: Int, _ problems: [Problem], _ context: AdminContext, _ status: HTTPResponse.Status
    ) throws -> Response {
        let page = SigningSettingsPage(typed, version: version, problems: problems, words: site.words(context))
        return try site.response(page, context, status: status)
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
