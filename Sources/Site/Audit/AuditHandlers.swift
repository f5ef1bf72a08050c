import Clinic
import Foundation
import Hummingbird
import NIOCore
import Rendering
import Store

/// Who saw or changed what.
struct AuditHandlers {
    let site: Site
    private static let pageLength = 50

    func index(_ request: Request, _ context: AdminContext) async throws -> Response {
        let form = AuditForm(request)
        let subject = try await subject(of: form, context)
        let accounts = try await site.database.accounts()
        do {
            let filter = try filter(form, subject, context)
            try await site.database.auditLogReading(by: context.actor)
            let lines = try await site.database.auditLines(filter, before: form.before, limit: Self.pageLength + 1)
            let found = ListPage(
                lines: Array(lines.prefix(Self.pageLength)), hasNext: lines.count > Self.pageLength)
            let page = AuditPage(form, subject, accounts: accounts, found: found, words: words(context))
            return try site.response(page, context)
        } catch let failure as ValidationFailure {
            let page = AuditPage(
                form, subject, accounts: accounts, problems: failure.problems, words: words(context))
            return try site.response(page, context, status: .unprocessableContent)
        }
    }

    /// The same rows as a file, all of them, sent as they are read.
    func file(_ request: Request, _ context: AdminContext) async throws -> Response {
        let form = AuditForm(request)
        let subject = try await subject(of: form, context)
        let filter: AuditFilter
        do {
            filter = try self.filter(form, subject, context)
        } catch is ValidationFailure { return Responses.redirect(to: form.path("/audit")) }
        try await site.database.auditLogReading(by: context.actor)
        let (database, words) = (site.database, words(context))
        let body = ResponseBody { writer in
            try await writer.write(ByteBuffer(string: CSV.start + CSV.row(words.columns)))
            var before: Int64?
            repeat {
                let lines = try await database.auditLines(filter, before: before, limit: 1000)
                try await writer.write(ByteBuffer(string: lines.map { CSV.row(words.cells($0)) }.joined()))
                before = lines.count == 1000 ? lines.last?.entry.id : nil
            } while before != nil
            try await writer.finish(nil)
        }
        return Response(
            status: .ok,
            headers: [
                .contentType: "text/csv; charset=utf-8",
                .contentDisposition: "attachment; filename=\"theralog-audit-\(site.today).csv\"",
            ], body: body)
    }

    private func filter(
        _ form: AuditForm, _ subject: AuditSubject, _ context: AdminContext
    ) throws -> AuditFilter {
        try form.filter(subject, order: order(context), zone: site.settings.timeZone)
    }

    /// In which order dates are typed.
    func order(_ context: AdminContext) -> DateOrder {
        .usual(language: context.language, country: .unitedStates)
    }

    private func words(_ context: AdminContext) -> AuditWords { site.auditWords(context) }
}

/// How rows of the audit log are said.
struct AuditWords: Sendable {
    let words: Words
    let zone: TimeZone
    /// Whether the reader may see clinical records; others get a pseudonym for each patient.
    let namesPatients: Bool

    var columns: [String] {
        ["row", "time-utc", "person", "action", "record", "record-id", "patient", "request"].map {
            words("audit.csv.\($0)")
        }
    }

    func cells(_ line: AuditLine) -> [String] {
        let entry = line.entry
        let at = WallClock(.gmt).reading(at: entry.at)
        let second = Int(entry.at.timeIntervalSince1970.rounded(.down)) % 60
        return [
            "\(entry.id)", "\(at.day)T\(at.time):\(second < 10 ? "0" : "")\(second)Z", person(line),
            action(entry.action), record(entry.entity), entry.entityID, patient(line) ?? "", entry.actor.request ?? "",
        ]
    }

    func time(_ line: AuditLine) -> String { Dates(words.language).dateAndTime(line.entry.at, in: zone) }

    func person(_ line: AuditLine) -> String {
        // A patient's own name beside the code for the record would tell whose it is.
        if !namesPatients, let patient = line.accountPatient { return pseudonym(patient) }
        return line.accountName ?? words(line.entry.actor.request == nil ? "audit.program" : "audit.visitor")
    }

    func action(_ action: AuditAction) -> String { words("audit.action.\(action.rawValue)") }

    func record(_ entity: String) -> String { words("audit.record.\(entity.replacing("_", with: "-"))") }

    /// The name, or what stands for it; nil where no patient is concerned.
    func patient(_ line: AuditLine) -> String? {
        guard let id = line.entry.patient else { return nil }
        if namesPatients, let name = line.patientName { return name.full }
        return pseudonym(id)
    }

    /// The name of an account, or what stands for it where it is a patient's.
    func name(_ account: Account) -> String {
        account.patient.flatMap { namesPatients ? nil : pseudonym($0) } ?? account.name
    }

    func pseudonym(_ patient: Identifier<Patient>) -> String {
        words("audit.pseudonym", ["code": Self.code(of: patient)])
    }

    static let codeLength = 8

    /// The end of an id: it tells records apart and says nothing of them.
    static func code(of patient: Identifier<Patient>) -> String { String(patient.text.suffix(codeLength)) }
}
