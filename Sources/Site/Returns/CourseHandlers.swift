import Clinic
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Rendering
import Store

/// What clinicians see and write down of the course of a prescription.
struct CourseHandlers {
    let site: Site

    func codePage(_ request: Request, _ context: ClinicianContext) async throws -> Response {
        try codePage("", [], context)
    }

    /// From a code that was telephoned to its prescription, also from one that is not in force any more.
    func find(_ form: Form, _ request: Request, _ context: ClinicianContext) async throws -> Response {
        let typed = form.text("code")
        guard let code = ReturnCode(typed: typed) else {
            return try codePage(typed, [ReturnCodePage.problem(with: typed)], context)
        }
        guard let found = try await site.database.prescription(ofReturnCodeHash: site.hash(of: code)) else {
            return try codePage(typed, [Problem("code", "returns.problem.none")], context)
        }
        return Responses.redirect(
            to: "/prescriptions/\(found.prescription)#course",
            flash: found.revokedAt == nil ? nil : "flash.warning.return-code-old")
    }

    func record(_ form: Form, _ request: Request, _ context: ClinicianContext) async throws -> Response {
        guard let signed = try await site.signedPrescription(context) else { throw StoreError.notFound }
        let typed = ReturnForm(form, sender: context.account.id.text)
        let zone = TimeZone(identifier: signed.signed.timeZone) ?? .gmt
        let limits = TypedReturn.Limits(
            signedOn: LocalDate(signed.signed.signedAt, in: zone), today: site.today,
            visitsAuthorised: signed.signed.sheet.therapies.plan.visits,
            order: try await site.patientReading(context).order)
        do {
            try await site.database.record(
                try typed.typed.statement(limits), from: .clinic(signed.id), key: typed.key, today: site.today,
                by: context.actor)
        } catch let failure as ValidationFailure {
            return try await SignedPrescriptionHandlers(site: site).show(
                signed, context, returning: (typed, failure.problems))
        } catch StoreError.conflict {
            return back(to: signed.id, "flash.warning.course-over")
        }
        return back(to: signed.id, "flash.course-recorded")
    }

    /// A report as a file to save: what strangers uploaded is never shown as a page of the site.
    func report(_ request: Request, _ context: ClinicianContext) async throws -> Response {
        guard let signed = try await site.signedPrescription(context) else { throw StoreError.notFound }
        let id: Identifier<ReturnEvent> = try context.identifier("report")
        let report = try await site.database.report(id, of: signed.id, by: context.actor)
        let name = "report-\(signed.signed.number)-\(id.text.suffix(4)).\(report.type.fileExtension)"
        var headers: HTTPFields = [
            .contentType: report.type == .pdf ? report.type.rawValue : "text/plain; charset=utf-8",
            .contentDisposition: "attachment; filename=\"\(name)\"",
        ]
        headers[values: .contentSecurityPolicy] = ["sandbox; default-src 'none'; frame-ancestors 'none'"]
        return Response(
            status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: report.bytes)))
    }

    func withdraw(_ form: Form, _ request: Request, _ context: ClinicianContext) async throws -> Response {
        let id = try context.identifier(of: ReturnEvent.self)
        return back(to: try await site.database.withdraw(id, by: context.actor), "flash.course-withdrawn")
    }

    func reissue(_ form: Form, _ request: Request, _ context: ClinicianContext) async throws -> Response {
        guard let id = try await site.signedPrescription(context)?.id else { throw StoreError.notFound }
        // A second press of the same button finds another code than the one it was made for, and makes none.
        let edition = try await site.issuedReturnCode(of: id, by: context.actor)?.issued.edition ?? 0
        guard form.text("edition") == "\(edition)" else { return back(to: id, "flash.return-code-reissued") }
        do {
            try await site.database.reissueReturnCode(of: id, by: context.actor) { site.returnCodeHash($0, of: id) }
        } catch StoreError.conflict {
            return back(to: id, "flash.warning.course-over")
        }
        return back(to: id, "flash.return-code-reissued")
    }

    func revoke(_ form: Form, _ request: Request, _ context: ClinicianContext) async throws -> Response {
        let id = try context.identifier(of: TherapyPrescription.self)
        try await site.database.revokeReturnCode(of: id, by: context.actor)
        return back(to: id, "flash.return-code-revoked")
    }

    private func back(to id: Identifier<TherapyPrescription>, _ flash: String) -> Response {
        Responses.redirect(to: "/prescriptions/\(id)#course", flash: flash)
    }

    private func codePage(_ typed: String, _ problems: [Problem], _ context: ClinicianContext) throws -> Response {
        let page = ReturnCodePage(typed, isClinician: true, problems: problems, words: site.words(context))
        return try site.response(page, context, status: problems.isEmpty ? .ok : .unprocessableContent)
    }
}
