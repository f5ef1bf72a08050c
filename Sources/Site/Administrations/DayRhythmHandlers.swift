import Clinic
import Foundation
import Hummingbird
import Rendering
import Store

/// A patient's own times, and how the clock is read.
struct DayRhythmHandlers {
    let site: Site

    func show(_ request: Request, _ context: PatientContext) async throws -> Response {
        guard let patient = context.patient else { throw StoreError.notFound }
        let stored = try await site.database.dayRhythm(of: patient)
        let form = DayRhythmForm(stored, clock: try await site.database.clockStyle(of: context.account.id))
        return try site.response(DayRhythmPage(form, problems: [], site.words(context)), context)
    }

    func save(_ form: Form, _ request: Request, _ context: PatientContext) async throws -> Response {
        guard let patient = context.patient else { throw StoreError.notFound }
        var typed = DayRhythmForm(form)
        do {
            let rhythm = try typed.rhythm()
            try await site.database.updateDayRhythm(
                rhythm, of: patient, version: typed.version, by: context.actor)
            try await site.database.updateClockStyle(
                typed.clock, of: context.account.id, by: context.actor)
            return Responses.redirect(to: "/my/medications", flash: "flash.times-saved")
        } catch let failure as ValidationFailure {
            return try page(typed, failure.problems, context)
        } catch StoreError.stale(let current) {
            typed.version = current
            return try page(typed, [Problem("", "administrations.problem.changed")], context)
        }
    }

    private func page(
        _ form: DayRhythmForm, _ problems: [Problem], _ context: PatientContext
    ) throws -> Response {
        try site.response(
            DayRhythmPage(form, problems: problems, site.words(context)), context, status: .unprocessableContent)
    }
}

/// The times as typed.
struct DayRhythmForm: Sendable {
    static let names = ["wake", "breakfast", "lunch", "dinner", "bed"]
    var times: [String: String] = [:]
    var clock = ClockStyle.hours24
    var version = 0

    init(_ stored: StoredDayRhythm, clock: ClockStyle) {
        // What was never said is offered as many have it: it counts once it is saved.
        let rhythm = stored.version == 0 ? DayRhythm.usual : stored.rhythm
        let values = [rhythm.wake, rhythm.breakfast, rhythm.lunch, rhythm.dinner, rhythm.bed]
        for (name, time) in zip(Self.names, values) { times[name] = time?.description ?? "" }
        self.clock = clock
        version = stored.version
    }

    init(_ form: Form) {
        for name in Self.names { times[name] = form.text(name) }
        clock = ClockStyle(rawValue: form.text("clock")) ?? .hours24
        version = Int(form.text("version")) ?? 0
    }

    /// - Throws: ``ValidationFailure``.
    func rhythm() throws -> DayRhythm {
        var problems: [Problem] = []
        var read: [String: LocalTime] = [:]
        for name in Self.names {
            let typed = times[name] ?? ""
            guard !typed.allSatisfy(\.isWhitespace) else { continue }
            if let time = LocalTime(typed: typed) {
                read[name] = time
            } else {
                problems.append(Problem(name, "administrations.problem.time"))
            }
        }
        let rhythm = DayRhythm(
            wake: read["wake"], breakfast: read["breakfast"], lunch: read["lunch"], dinner: read["dinner"],
            bed: read["bed"])
        if problems.isEmpty, !rhythm.isInOrder {
            problems.append(Problem("wake", "administrations.problem.order"))
        }
        guard problems.isEmpty else { throw ValidationFailure(problems) }
        return rhythm
    }
}

/// The form of a patient's own times.
struct DayRhythmPage: Page {
    static let template = "administrations/times"
    let problems: [ProblemLine]
    let fields: [FieldView]
    let clock: ChoiceFieldView
    let version: Int

    init(_ form: DayRhythmForm, problems: [Problem], _ words: Words) {
        let builder = FieldBuilder(words: words, problems: problems, prefix: "administrations.times")
        self.problems = builder.summary
        fields = DayRhythmForm.names.map { name in
            builder.field(name, form.times[name] ?? "") {
                $0.isTime()
                $0.required = false
            }
        }
        clock = builder.choice(
            "clock", ClockStyle.allCases.map { ($0.rawValue, words("administrations.times.clock.\($0.rawValue)")) },
            chosen: [form.clock.rawValue])
        version = form.version
    }
}
