import Clinic
import Foundation

/// A log as comma-separated values: UTF-8 with its mark, so that spreadsheets read it, and nothing in it is a formula.
struct LogTable {
    private(set) var text: String
    private let words: LogWords

    private static let columns = [
        "date", "time", "zone", "utc", "status", "planned-date", "planned-time", "medicine", "dose", "amount", "reason",
        "note", "recorded-utc", "recorded-by", "version",
    ]

    init(_ words: LogWords) {
        self.words = words
        text = CSV.start
        add(row: Self.columns.map { words("administrations.csv.\($0)") })
    }

    mutating func add(_ entry: Administration) {
        let details = entry.details
        let local = WallClock(details.zone).reading(at: details.at)
        let planned = details.plannedAt.map { WallClock(details.zone).reading(at: $0) }
        var reason = ""
        if case .notTaken(let why) = details.outcome { reason = words.reason(why) }
        add(row: [
            local.day.description, local.time.description, details.zone.identifier, Self.utc(details.at),
            words("administrations.status.\(details.isTaken ? "taken" : "not-taken")"),
            (planned?.day ?? details.day).description, planned?.time.description ?? "", details.medicine,
            details.dose.map(words.dose) ?? "", details.amount.map(words.dose) ?? "", reason, details.note,
            Self.utc(entry.recordedAt), entry.recordedBy, "\(entry.version)",
        ])
    }

    private mutating func add(row: [String]) {
        text += CSV.row(row)
    }

    private static func utc(_ instant: Date) -> String {
        let reading = WallClock(.gmt).reading(at: instant)
        let second = Int(instant.timeIntervalSince1970) % 60
        return "\(reading.day)T\(reading.time):\(second < 10 ? "0" : "")\(second)Z"
    }
}
