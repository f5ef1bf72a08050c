import Clinic
import Foundation
import Hummingbird
import Rendering
import Store

/// One entry of a log: what it says, what it said before, and its correction.
struct EntryHandlers {
    let site: Site

    func show(_ request: Request, _ context: some LogContext) async throws -> Response {
        let (entry, reading) = try await site.entry(context)
        return try await page(entry, AdministrationForm(entry, reading), reading, context)
    }

    /// Corrects it: what it said stays readable.
    func correct(_ form: Form, _ request: Request, _ context: some LogContext) async throws -> Response {
        let (entry, reading) = try await site.entry(context)
        let typed = AdministrationForm(form)
        do {
            let draft = try typed.draft(reading, answered: [], correcting: entry)
            _ = try await site.database.correctAdministration(
                entry.id, to: draft, version: typed.version, by: context.actor)
            return Responses.redirect(to: reading.side.path(entry.id), flash: "flash.entry-corrected")
        } catch let failure as ValidationFailure {
            return try await page(entry, typed, reading, problems: failure.problems, context)
        } catch StoreError.stale(let current) {
            var again = typed
            again.version = current
            let problem = Problem("", "administrations.problem.changed")
            return try await page(
                try await site.database.administration(entry.id), again, reading, problems: [problem], context)
        } catch StoreError.conflict {
            let problem = Problem("", "administrations.problem.answered")
            return try await page(entry, typed, reading, problems: [problem], context)
        }
    }

    private func page(
        _ entry: Administration, _ form: AdministrationForm, _ reading: LogReading, problems: [Problem] = [],
        _ context: some LogContext
    ) async throws -> Response {
        let url = reading.side.path(entry.id)
        let parts = AdministrationFormPage.Parts(
            title: reading.words("administrations.entry"), action: url,
            banner: try await site.logBanner(reading, context))
        let fields = AdministrationFormPage(form, reading, parts: parts, problems: problems)
        let versions = try await site.database.administrationVersions(of: entry.id)
        let page = EntryPage(entry, versions, reading, form: fields)
        return try site.response(page, context, status: problems.isEmpty ? .ok : .unprocessableContent)
    }
}

/// An entry with its history and the form that corrects it.
struct EntryPage: Page {
    static let template = "administrations/entry"

    /// What the entry said before.
    struct Earlier: Sendable {
        let status: String
        let statusText: String
        let icon: String
        let at: String
        let meta: String
        /// Who changed it, and when.
        let replaced: String
    }

    let banner: PatientBanner?
    let form: AdministrationFormPage
    let problems: [ProblemLine]
    let medicine: String
    let medicineURL: String
    let line: EntryLine
    let recorded: String
    let undoURL: String
    let version: Int
    let isUndone: Bool
    let earlier: [Earlier]
    let hasEarlier: Bool

    init(
        _ entry: Administration, _ versions: [AdministrationVersion], _ reading: LogReading,
        form: AdministrationFormPage
    ) {
        let words = reading.words
        banner = form.banner
        self.form = form
        problems = form.problems
        medicine = entry.details.medicine
        medicineURL = reading.path
        line = EntryLine(entry, reading)
        recorded = words(
            "administrations.recorded", ["name": entry.recordedBy, "time": words.dateAndTime(entry.recordedAt)])
        undoURL = "\(reading.side.path(entry.id))/undoing"
        version = entry.version
        isUndone = entry.isUndone
        earlier = versions.map { before in
            let status = before.isUndone ? "undone" : before.details.isTaken ? "taken" : "not-taken"
            return Earlier(
                status: status, statusText: words("administrations.status.\(status)"),
                icon: status == "taken" ? "check" : "close", at: words.dateAndTime(before.details.at),
                meta: EntryLine.facts(before.details, words).joined(separator: " · "),
                replaced: words(
                    "administrations.replaced",
                    ["name": before.replacedBy, "time": words.dateAndTime(before.replacedAt)]))
        }
        hasEarlier = !earlier.isEmpty
    }
}
