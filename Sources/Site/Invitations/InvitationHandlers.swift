import Clinic
import Crypto
import Documents
import Foundation
import HTTPTypes
import Hummingbird
import Rendering
import Store

/// What a clinician does about a patient's own access.
///
/// The code is shown once, as the direct answer to the form that makes it: a page to redirect to would need the code to be
/// kept somewhere, in the database, a cookie or an address. It follows from the form's random key and the server's, so that
/// a double tap shows the same code, while neither the database nor the browser's history has it.
struct InvitationHandlers {
    let site: Site

    /// Where the browser lands that asks for the sheet again, after a change of language for instance.
    func index(_ request: Request, _ context: ClinicianContext) async throws -> Response {
        let patient = try await site.database.patient(try context.identifier(of: Patient.self))
        return back(to: patient.id, flash: "flash.warning.invitation-shown")
    }

    func create(_ form: Form, _ request: Request, _ context: ClinicianContext) async throws -> Response {
        let patient = try await site.database.patient(try context.identifier(of: Patient.self))
        let account = try account(form)
        guard let code = code(form, for: patient.id, context) else { throw StoreError.conflict("no code") }
        let lastDay = Invitation.lastDay(madeOn: site.today)
        let draft = InvitationDraft(
            patient: patient.id, account: account, codeHash: site.hash(of: code),
            validUntil: WallClock(site.settings.timeZone).start(of: lastDay.adding(days: 1)))
        do {
            let made = try await site.database.insertInvitation(draft, by: context.actor)
            return try await sheet(of: made, code: code, lastDay: lastDay, request, context)
        } catch InvitationRefusal.shownBefore {
            return back(to: patient.id, flash: "flash.warning.invitation-shown")
        } catch InvitationRefusal.hasAccount {
            return back(to: patient.id, flash: "flash.warning.invitation-has-account")
        }
    }

    func revoke(_ form: Form, _ request: Request, _ context: ClinicianContext) async throws -> Response {
        let id = try context.identifier(of: Invitation.self)
        let patient = try await site.database.revokeInvitation(id, by: context.actor)
        return back(to: patient, flash: "flash.invitation-revoked")
    }

    func deactivation(_ request: Request, _ context: ClinicianContext) async throws -> Response {
        let found = try await site.database.patientAccount(try context.identifier(of: Account.self))
        guard let id = found.account.patient else { throw StoreError.notFound }
        let patient = try await site.database.patient(id)
        try await site.database.noteReading(of: patient.id, by: context.actor)
        let page = AccountDeactivationPage(found.account, of: patient, words: site.words(context))
        return try site.response(page, context)
    }

    func deactivate(_ form: Form, _ request: Request, _ context: ClinicianContext) async throws -> Response {
        guard form.text("confirmed") == "yes" else { return try await deactivation(request, context) }
        let id = try context.identifier(of: Account.self)
        let patient = try await site.database.deactivatePatientAccount(id, by: context.actor)
        return back(to: patient, flash: "flash.access-ended")
    }

    private func back(to patient: Identifier<Patient>, flash: String) -> Response {
        Responses.redirect(to: "/patients/\(patient)#account", flash: flash)
    }

    /// The account that gets a new password; nil when none is named.
    private func account(_ form: Form) throws -> Identifier<Account>? {
        let typed = form.text("account")
        guard !typed.isEmpty else { return nil }
        guard let id = Identifier<Account>(untrusted: typed) else { throw StoreError.notFound }
        return id
    }

    /// The code of this sending of the form; of chance where the form has no key.
    private func code(
        _ form: Form, for patient: Identifier<Patient>, _ context: ClinicianContext
    ) -> InvitationCode? {
        let key = form.key(of: context.account)?.digest.base64URL ?? SecretToken.make()
        return InvitationCode(random: site.seal.digest("invitation:\(patient):\(key)"))
    }

    private func sheet(
        of invitation: Invitation, code: InvitationCode, lastDay: LocalDate, _ request: Request,
        _ context: ClinicianContext
    ) async throws -> Response {
        let offer = try await site.database.invitationOffer(invitation.id)
        let provider = try await site.database.provider(of: context.account.id)?.provider
        let spoken = offer.patient.language.flatMap(Language.init(spoken:))
        let language = site.clinic.offered(spoken) ?? context.language
        let address = SiteAddress(request, isSecure: context.visit.isSecure)
        let sheet = InvitationSheetPage(
            offer, code: code, lastDay: lastDay, address: "\(address.text)/join",
            letterhead: site.letterhead(
                else: provider?.practiceName ?? "", paper: site.paper(in: provider?.address.country),
                words: site.templates.words(in: language)),
            words: site.templates.words(in: language))
        let page = InvitationPage(
            patient: offer.patient, isOnlyHere: address.isOnlyHere,
            sheet: try site.templates.html(sheet, language: language))
        return try site.response(page, context)
    }
}

extension Site {
    /// What is kept of a code. With the server's key: from the database alone it cannot be found by trying.
    func hash(of code: InvitationCode) -> Data { seal.digest("invitation-code:\(code.text)") }
}

/// The address at which the reader has the site open.
struct SiteAddress {
    /// "https://clinic.example:8443"
    let text: String
    /// Whether it leads to this very machine from wherever it is opened.
    let isOnlyHere: Bool

    /// A browser says with each form where it has the page from; behind a proxy nothing else knows whether that is TLS.
    init(_ request: Request, isSecure: Bool) {
        let host = request.head.authority ?? ""
        let origin = request.headers[.origin].flatMap { $0.hasSuffix("://\(host)") ? $0 : nil }
        text = origin ?? "\(isSecure ? "https" : "http")://\(host)"
        let name = host.hasPrefix("[") ? String(host.prefix { $0 != "]" }) : String(host.prefix { $0 != ":" })
        isOnlyHere = name == "localhost" || name.hasSuffix(".localhost") || name.hasPrefix("127.") || name == "[::1"
    }
}

extension Language {
    /// The language of the site that somebody reads who speaks a language; nil where there is none.
    init?(spoken language: PersonLanguage) {
        switch language.tag {
        case "en", "ase": self = .english
        case "de", "gsg": self = .german
        default: return nil
        }
    }
}
