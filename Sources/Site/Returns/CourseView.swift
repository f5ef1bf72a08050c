import Clinic
import Foundation
import Rendering
import Store

/// What became of a prescription, on its page.
struct CourseView: Sendable {
    struct Fact: Sendable {
        let label: String
        let value: String
    }

    /// A report to save.
    struct Report: Sendable {
        let url: String
        let text: String
    }

    /// One thing that was told.
    struct Event: Sendable {
        let text: String
        /// Who told it when.
        let source: String
        /// Who took it back when; nil while it stands.
        let withdrawn: String?
        /// Nil once it was taken back.
        let withdrawalURL: String?
    }

    let tag: CourseTag
    let facts: [Fact]
    let reports: [Report]
    let hasReports: Bool
    let events: [Event]
    let hasEvents: Bool
    /// In groups of four; nil when it was revoked or the prescription is not in force.
    let code: String?
    let edition: Int
    let isInForce: Bool
    let url: String
    /// Whether the form is to be seen at once: something was wrong with it.
    let isOpen: Bool
    let problems: [ProblemLine]
    let fields: ReturnFields

    init(
        _ prescription: TherapyPrescription, _ course: TherapyCourse, events: [ReturnEvent],
        code: (issued: IssuedReturnCode, code: ReturnCode)?, _ form: ReturnForm, problems: [Problem], at now: Date,
        words: PrescriptionWords
    ) {
        let builder = FieldBuilder(words: words.words, problems: problems, prefix: "returns")
        tag = words.tag(course, at: now)
        facts = Self.facts(course, words)
        let url = "/prescriptions/\(prescription.id)"
        self.url = url
        let standing = events.filter { $0.withdrawal == nil }
        reports = standing.compactMap { event in
            guard let report = event.report else { return nil }
            let values = [
                "type": report.type == .pdf ? "PDF" : words("returns.report.typed"),
                "size": DiagnosticsText.bytes(Int64(report.size)), "time": words.time(event.recordedAt),
            ]
            return Report(url: "\(url)/reports/\(event.id)", text: words("returns.report.link", values))
        }
        hasReports = !reports.isEmpty
        self.events = events.map { Self.event($0, words) }
        hasEvents = !events.isEmpty
        self.code = code?.code.grouped
        edition = code?.issued.edition ?? 0
        isInForce = prescription.status == .signed
        isOpen = !problems.isEmpty
        self.problems = builder.summary
        fields = ReturnFields(form, builder)
    }

    private static func facts(_ course: TherapyCourse, _ words: PrescriptionWords) -> [Fact] {
        func fact(_ key: String, _ value: String?) -> Fact {
            Fact(label: words("returns.\(key)"), value: value ?? words("returns.not-told"))
        }
        return [
            fact("received", course.receivedOn.map(words.date)),
            fact("first-visit", course.firstVisitOn.map(words.date)),
            fact("visits", course.visitsUsed.map { words.visits($0, of: course) }),
            fact("discharged", course.dischargedOn.map(words.date)),
        ]
    }

    private static func event(_ event: ReturnEvent, _ words: PrescriptionWords) -> Event {
        var text = words("returns.event.\(event.kind.rawValue)")
        if let day = event.day { text += ": \(words.date(day))" }
        if let visits = event.visits { text += ": \(visits)" }
        if !event.reason.isEmpty { text += " (\(event.reason))" }
        let values = ["name": event.recordedBy ?? "", "time": words.time(event.recordedAt)]
        return Event(
            text: text, source: words(event.recordedBy == nil ? "returns.by-practice" : "returns.by-clinic", values),
            withdrawn: event.withdrawal.map { words("returns.withdrawn", ["name": $0.by, "time": words.time($0.at)]) },
            withdrawalURL: event.withdrawal == nil ? "/return-events/\(event.id)/withdrawal" : nil)
    }
}

/// Where a prescription stands, as a tag.
struct CourseTag: Sendable {
    /// The classes of the tag and the name of its icon.
    let classes: String
    let icon: String
    let text: String
    /// What else is worth knowing: visits left, the last valid day. Nil for nothing.
    let note: String?
}

extension PrescriptionWords {
    func tag(_ course: TherapyCourse, at now: Date) -> CourseTag {
        let today = LocalDate(now, in: zone)
        let state = course.state(at: now, today: today)
        var notes: [String] = []
        if course.hasVisitsLeft(on: today), let used = course.visitsUsed { notes.append(visits(used, of: course)) }
        if course.isExpiring(on: today), let last = course.validUntil {
            notes.append(self("returns.expires", ["date": date(last)]))
        }
        return CourseTag(
            classes: Self.classes(state), icon: Self.icon(state), text: self("returns.state.\(state.rawValue)"),
            note: notes.isEmpty ? nil : notes.joined(separator: " · "))
    }

    /// "4 of 12 used, 8 left".
    func visits(_ used: Int, of course: TherapyCourse) -> String {
        self(
            "returns.visits.used",
            [
                "used": "\(used)", "authorised": "\(course.visitsAuthorised)", "left": "\(course.visitsLeft ?? 0)",
            ])
    }

    func label(of filter: CourseFilter) -> String {
        if case .state(let state) = filter { return self("returns.state.\(state.rawValue)") }
        return self("returns.filter.\(filter.name)")
    }

    private static func classes(_ state: TherapyCourse.State) -> String {
        switch state {
        case .signed, .sent, .received, .treatment: "tag tag--signed"
        case .reported, .discharged: "tag tag--taken"
        case .silent: "tag tag--missed"
        case .ended: "tag tag--no-record"
        }
    }

    private static func icon(_ state: TherapyCourse.State) -> String {
        switch state {
        case .signed: "status-signed"
        case .sent: "sign"
        case .received: "check"
        case .treatment: "calendar"
        case .reported: "sheet"
        case .silent: "warning"
        case .discharged: "part-complete"
        case .ended: "clock"
        }
    }
}
