import Clinic
import Foundation
import Rendering

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

/// The lines of a log as HTML, each an `<li>`. Not a template: they are most of a page that is to answer in milliseconds.
struct EntryLines: Sendable {
    let html: String

    init(_ lines: [EntryLine], _ words: LogWords) {
        let corrected = " · " + words("administrations.corrected").htmlEscaped
        var html = ""
        html.reserveCapacity(lines.count * 500)
        for line in lines { line.write(to: &html, corrected: corrected) }
        self.html = html
    }
}

extension EntryLine {
    fileprivate func write(to html: inout String, corrected: String) {
        html += "<li class=\"row entry entry--"
        html += status
        html += "\"><div class=\"row__main\"><a class=\"row__title numbers\" href=\""
        html += url.htmlEscaped
        html += "\">"
        html += at.htmlEscaped
        html += "</a><p class=\"row__meta\">"
        html += meta.htmlEscaped
        if isCorrected { html += corrected }
        html += "</p></div><div class=\"row__end\"><span class=\"tag tag--"
        html += status
        html += "\"><svg class=\"icon\" aria-hidden=\"true\"><use href=\"/static/icons.svg#"
        html += icon
        html += "\"/></svg>"
        html += statusText.htmlEscaped
        html += "</span></div></li>\n"
    }
}
