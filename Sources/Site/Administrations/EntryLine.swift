import Clinic
import Foundation

/// One entry of a log as lists show it.
struct EntryLine: Sendable {
    let url: String
    /// `taken` or `not-taken`: also the name of the tag.
    let status: String
    let statusText: String
    let icon: String
    let at: String
    /// Dose, reason, planned time, note and who wrote it, as far as there is something to say.
    let meta: String
    let isCorrected: Bool

    init(_ entry: Administration, _ reading: LogReading) {
        let (details, words) = (entry.details, reading.words)
        url = reading.side.path(entry.id)
        status = details.isTaken ? "taken" : "not-taken"
        statusText = words("administrations.status.\(details.isTaken ? "taken" : "not-taken")")
        icon = details.isTaken ? "check" : "close"
        at = words.dateAndTime(details.at)
        meta = Self.facts(details, words).joined(separator: " · ")
        isCorrected = entry.version > 1
    }

    /// What an entry says beside its time.
    static func facts(_ details: AdministrationDraft, _ words: LogWords) -> [String] {
        var facts: [String] = []
        if details.isTaken, let dose = details.amount ?? details.dose { facts.append(words.dose(dose)) }
        if case .notTaken(let reason) = details.outcome { facts.append(words.reason(reason)) }
        if let planned = details.plannedAt {
            facts.append(words("administrations.planned-for", ["time": words.time(planned)]))
        } else if details.slot == nil {
            facts.append(words("administrations.unplanned"))
        }
        if !details.note.isEmpty { facts.append(details.note) }
        return facts
    }
}
