import Clinic
import Hummingbird
import Rendering
import Store

/// The clinic's rules for doses.
struct DoseSettingsHandlers {
    let site: Site

    func show(_ request: Request, _ context: AdminContext) async throws -> Response {
        let form = DoseSettingsForm(try await site.database.doseWindows())
        return try site.response(DoseSettingsPage(form, problems: [], site.words(context)), context)
    }

    func save(_ form: Form, _ request: Request, _ context: AdminContext) async throws -> Response {
        var typed = DoseSettingsForm(form)
        do {
            try await site.database.updateDoseWindows(
                try typed.windows(), version: typed.version, by: context.actor)
            return Responses.redirect(to: "/settings", flash: "flash.settings-saved")
        } catch let failure as ValidationFailure {
            return try page(typed, failure.problems, context)
        } catch StoreError.stale(let current) {
            typed.version = current
            return try page(typed, [Problem("", "settings.problem.changed")], context)
        }
    }

    private func page(_ form: DoseSettingsForm, _ problems: [Problem], _ context: AdminContext) throws -> Response {
        try site.response(
            DoseSettingsPage(form, problems: problems, site.words(context)), context, status: .unprocessableContent)
    }
}

/// The rules as typed.
struct DoseSettingsForm: Sendable {
    let minutesBefore: String
    /// Empty: half the gap to the next dose.
    let minutesAfter: String
    let dayEnd: String
    var version: Int

    init(_ stored: StoredDoseWindows) {
        minutesBefore = "\(stored.windows.minutesBefore)"
        minutesAfter = stored.windows.minutesAfter.map { "\($0)" } ?? ""
        dayEnd = stored.windows.dayEnd.description
        version = stored.version
    }

    init(_ form: Form) {
        minutesBefore = form.text("minutesBefore")
        minutesAfter = form.text("minutesAfter")
        dayEnd = form.text("dayEnd")
        version = Int(form.text("version")) ?? 0
    }

    /// - Throws: ``ValidationFailure``.
    func windows() throws -> DoseWindows {
        var problems: [Problem] = []
        let before = Self.minutes(minutesBefore, in: DoseWindows.minutesBeforeRange)
        if before == nil { problems.append(Problem("minutesBefore", "settings.problem.minutes-before")) }
        let isHalfGap = minutesAfter.allSatisfy(\.isWhitespace)
        let after = isHalfGap ? nil : Self.minutes(minutesAfter, in: DoseWindows.minutesAfterRange)
        if !isHalfGap, after == nil { problems.append(Problem("minutesAfter", "settings.problem.minutes-after")) }
        let end = LocalTime(typed: dayEnd)
        if end.map({ $0 < .noon }) != true { problems.append(Problem("dayEnd", "settings.problem.day-end")) }
        guard problems.isEmpty, let before, let end else { throw ValidationFailure(problems) }
        return DoseWindows(minutesBefore: before, minutesAfter: after, dayEnd: end)
    }

    private static func minutes(_ typed: String, in range: ClosedRange<Int>) -> Int? {
        let digits = typed.filter { !$0.isWhitespace }
        guard digits.utf8.count <= 5, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(digits).flatMap { range.contains($0) ? $0 : nil }
    }
}

/// The form of the clinic's rules for doses.
struct DoseSettingsPage: Page {
    static let template = "settings/doses"
    let problems: [ProblemLine]
    let fields: [FieldView]
    let version: Int

    init(_ form: DoseSettingsForm, problems: [Problem], _ words: Words) {
        let builder = FieldBuilder(words: words, problems: problems, prefix: "settings")
        self.problems = builder.summary
        fields = [
            builder.field("minutesBefore", form.minutesBefore) {
                $0.inputMode = "numeric"
                $0.width = "10"
            },
            builder.field("minutesAfter", form.minutesAfter) {
                $0.inputMode = "numeric"
                $0.width = "10"
                $0.required = false
                $0.optional = true
            },
            builder.field("dayEnd", form.dayEnd) {
                $0.isTime()
            },
        ]
        version = form.version
    }
}
