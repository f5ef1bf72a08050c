import Clinic
import HTTPTypes
import Hummingbird
import Rendering
import Store

/// One group of the clinic's settings, as an admin types it.
protocol TypedSettingsGroup: Sendable {
    associatedtype FormPage: Page

    static var path: String { get }

    init(_ form: Form)
    /// As it is kept.
    init(_ settings: ClinicSettings)

    /// The settings with what was typed, checked; the rest stays.
    /// - Throws: ``ValidationFailure``.
    func settings(keeping known: ClinicSettings) throws -> ClinicSettings

    func page(version: Int, problems: [Problem], _ site: Site, _ words: Words) -> FormPage
}

/// A page of one group of the clinic's settings: shown, saved.
struct SettingsGroupHandlers<Typed: TypedSettingsGroup>: Sendable {
    let site: Site

    func show(_ request: Request, _ context: AdminContext) async throws -> Response {
        let stored = site.database.clinicSettings
        return try page(Typed(stored.settings), stored.version, [], context, .ok)
    }

    func save(_ form: Form, _ request: Request, _ context: AdminContext) async throws -> Response {
        let typed = Typed(form)
        return try await site.save(Int(form.text("version")) ?? 0, context) {
            try typed.settings(keeping: $0)
        } again: { problems, version, status in
            try page(typed, version, problems, context, status)
        }
    }

    private func page(
        _ typed: Typed, _ version: Int, _ problems: [Problem], _ context: AdminContext, _ status: HTTPResponse.Status
    ) throws -> Response {
        let page = typed.page(version: version, problems: problems, site, site.words(context))
        return try site.response(page, context, status: status)
    }
}
