import Clinic
import Documents
import Foundation
import Rendering

/// One medicine with its log: what is due, the chart, the entries, what the order was before.
struct MedicationLogPage: Page {
    static let template = "administrations/show"

    /// A link of the strip of groupings or lengths.
    struct Choice: Sendable {
        let label: String
        let url: String
        let current: Bool
    }

    /// A row of the table that says what the chart draws.
    struct Row: Sendable {
        let title: String
        let taken: Int
        let notTaken: Int
        let missed: Int
        let noRecord: Int
    }

    let banner: PatientBanner?
    let isOwn: Bool
    let head: MedicationHead
    let url: String
    let backURL: String
    let notice: LoggedNotice?
    let doses: [DoseLine]
    let hasDoses: Bool
    let next: String?
    let need: NeedView?
    let chart: String
    let times: String?
    let year: String?
    let yearSummary: String?
    let groupings: [Choice]
    let lengths: [Choice]
    let group: String
    let from: FieldView
    let to: FieldView
    let adherence: String
    let streak: String?
    let rows: [Row]
    let chartURL: String
    let csvURL: String
    let entries: EntryLines
    let isEmpty: Bool
    let olderURL: String?
    let newestURL: String?
    let changes: [String]
    let hasChanges: Bool

    /// Everything the page is put together from.
    struct Parts {
        let reading: LogReading
        let banner: PatientBanner?
        let backURL: String
        let notice: LoggedNotice?
        let today: MedicationToday
        let need: NeedView?
        let range: ChartRange
        let groups: [ChartGroup]
        let total: LogFigures.Day
        /// Of the days shown; 0 unless they end today.
        let streak: Int
        let times: String?
        let year: YearMap?
        let entries: [Administration]
        let olderURL: String?
        let isFirstPage: Bool
    }

    init(_ parts: Parts) {
        let (reading, words) = (parts.reading, parts.reading.words)
        banner = parts.banner
        isOwn = reading.side == .own
        head = MedicationHead(reading)
        url = reading.path
        backURL = parts.backURL
        notice = parts.notice
        doses = parts.today.lines
        hasDoses = !doses.isEmpty
        next = reading.next(parts.today)
        need = parts.need
        chart = AdministrationChart(parts.groups, words: words.words).svg()
        times = parts.times
        year = parts.year?.svg()
        yearSummary = parts.year?.summary
        groupings = Self.groupings(reading, parts.range)
        lengths = Self.lengths(reading, parts.range)
        group = parts.range.grouping.rawValue
        let fields = FieldBuilder(words: words.words, problems: [], prefix: "administrations")
        (from, to) = Self.dates(fields, parts.range)
        adherence = words.adherence(parts.total)
        streak = parts.streak > 1 ? words("administrations.streak", count: parts.streak) : nil
        rows = parts.groups.reversed().map {
            Row(
                title: $0.title, taken: $0.tally.taken, notTaken: $0.tally.notTaken, missed: $0.tally.missed,
                noRecord: $0.tally.unrecorded)
        }
        chartURL = "\(reading.path)/chart.svg?\(parts.range.query)"
        csvURL = "\(reading.path)/log.csv"
        entries = EntryLines(parts.entries.map { EntryLine($0, reading) }, reading.words)
        isEmpty = parts.entries.isEmpty
        olderURL = parts.olderURL
        newestURL = parts.isFirstPage ? nil : reading.path
        changes = reading.changes
        hasChanges = !changes.isEmpty
    }

    private static func groupings(_ reading: LogReading, _ range: ChartRange) -> [Choice] {
        [DateGrouping.year, .month, .week, .day].map { grouping in
            Choice(
                label: reading.words("administrations.group.\(grouping.rawValue)"),
                url: "\(reading.path)?group=\(grouping.rawValue)&groups=\(range.count ?? 7)#chart",
                current: grouping == range.grouping)
        }
    }

    private static func lengths(_ reading: LogReading, _ range: ChartRange) -> [Choice] {
        ChartRange.counts.map { count in
            Choice(
                label: "\(count)", url: "\(reading.path)?group=\(range.grouping.rawValue)&groups=\(count)#chart",
                current: range.count == count)
        }
    }

    private static func dates(_ fields: FieldBuilder, _ range: ChartRange) -> (FieldView, FieldView) {
        func field(_ name: String, _ day: LocalDate) -> FieldView {
            fields.field(name, day.description) {
                $0.type = "date"
                $0.width = "10"
                $0.required = false
            }
        }
        return (field("from", range.first), field("to", range.last))
    }
}

/// What heads every page of a medicine.
struct MedicationHead: Sendable {
    let title: String
    let sentence: String
    /// Whether the sentence is the prescriber's own text.
    let isAsWritten: Bool
    let reason: String?
    let note: String?
    /// `signed`, `superseded`, `discontinued`: also the names of tags.
    let status: String
    let statusText: String
    /// Stopped, over or paused, in words; nil for none.
    let state: String?
    let signed: String
    /// The version that took this one's place; nil for none.
    let replacedByURL: String?
    /// Whether doses could not be put on a day by what the order says.
    let needsWords: Bool
    /// Whether doses are only counted per day until the patient's own times are known.
    let isTimeUnknown: Bool

    init(_ reading: LogReading) {
        let (words, prescription) = (reading.words, reading.prescription)
        let order = prescription.order
        let said = words.sentence(order)
        title = words.title(order)
        sentence = said.full
        isAsWritten = said.origin == .asWritten
        reason = order.reason.isEmpty ? nil : order.reason
        note = order.noteToPatient.isEmpty ? nil : order.noteToPatient
        status = prescription.status.rawValue
        statusText = words("administrations.prescription.\(prescription.status.rawValue)")
        state = words.state(prescription, today: reading.today)
        signed = words(
            "administrations.signed-by",
            [
                "name": prescription.signed.sheet.provider.name,
                "date": words.dates.date(prescription.signed.signedAt, in: words.zone),
                "number": prescription.signed.number.description,
            ])
        replacedByURL = prescription.replacedBy.map(reading.side.path)
        needsWords = prescription.status == .signed && !reading.plan.unscheduled.isEmpty
        let day = reading.plan.plan(on: reading.today...reading.today.adding(days: 6))
        isTimeUnknown = day.contains { $0.dose.instant == nil }
    }
}

/// What is said of a medicine that is taken when needed.
struct NeedView: Sendable {
    let url: String
    let key: String
    let place: String
    let what: String
    /// How long ago the last dose was; nil for none.
    let last: String?
    /// From when on the next may be taken; nil for now, or when nothing says so.
    let next: String?

    init(_ reading: LogReading, _ entries: [Administration], place: String) {
        let words = reading.words
        url = "\(reading.path)/administrations"
        key = SecretToken.make()
        self.place = place
        what = words.title(reading.order)
        let taken = entries.filter { $0.details.isTaken && $0.details.at <= reading.now }
        last = taken.max { $0.details.at < $1.details.at }.map {
            words(
                "administrations.last-taken",
                [
                    "span": words.span(reading.now.timeIntervalSince($0.details.at)),
                    "time": words.dateAndTime($0.details.at),
                ])
        }
        let intakes = taken.map { IntakeLimits.Intake(at: $0.details.at, amount: $0.details.amount ?? $0.details.dose) }
        let answer = reading.plan.limits.nextAllowed(at: reading.now, reading.usualDose, after: intakes)
        next =
            answer.against.isEmpty
            ? nil : answer.earliest.map { words("administrations.next-allowed", ["time": words.dateAndTime($0)]) }
    }
}

extension LogReading {
    /// "Next dose: today at 20:00"; nil for none.
    func next(_ today: MedicationToday) -> String? {
        guard let dose = today.next?.dose else { return nil }
        let lines = DoseLines(reading: self, place: "", namesMedicine: false)
        let time = lines.time(dose)
        switch self.today.days(to: dose.day) {
        case ...0: return words("administrations.next.today", ["time": time])
        case 1: return words("administrations.next.tomorrow", ["time": time])
        default: return words("administrations.next.later", ["date": words.date(dose.day), "time": time])
        }
    }

    /// What the series went through, the latest first: versions and pauses.
    var changes: [String] {
        let signed = plan.versions.map { version in
            (
                version.signed.signedAt,
                words(
                    "administrations.change.version",
                    [
                        "date": words.dates.date(version.signed.signedAt, in: words.zone),
                        "number": version.signed.number.description, "sentence": words.sentence(version.order).full,
                    ])
            )
        }
        let clock = plan.clock
        let pauses = prescription.pauses.map { pause in
            let key = pause.through == nil ? "administrations.change.pausing" : "administrations.change.paused"
            let last = pause.through.map(words.date) ?? ""
            return (
                clock.start(of: pause.from),
                words(key, ["from": words.date(pause.from), "to": last, "name": pause.by, "reason": pause.reason])
            )
        }
        guard plan.versions.count > 1 || !pauses.isEmpty else { return [] }
        return (signed + pauses).sorted { $0.0 > $1.0 }.map(\.1)
    }
}

extension LogWords {
    /// "Taken 118 of 120 doses (98 %). 12 doses have no record." The doses are those that were expected and are over.
    func adherence(_ day: LogFigures.Day) -> String {
        let planned = day.adherence
        guard planned.expected > 0 else { return words("administrations.adherence.none") }
        let figures = words(
            "administrations.adherence",
            ["taken": "\(planned.taken)", "expected": "\(planned.expected)", "percent": "\(planned.percentage ?? 0)"])
        let silent = day.noRecord == 0 ? [] : [words("administrations.adherence.no-record", count: day.noRecord)]
        return ([figures] + silent).joined(separator: " ")
    }
}

extension ChartRange {
    /// The same range as a query.
    var query: String {
        count.map { "group=\(grouping.rawValue)&groups=\($0)&end=\(last)" }
            ?? "group=\(grouping.rawValue)&from=\(first)&to=\(last)"
    }
}
