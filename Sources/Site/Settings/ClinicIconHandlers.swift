import Clinic
import Hummingbird
import Rendering
import Store

/// The clinic's icon: in the head of every page, and on sheets of those who have none of their own.
struct ClinicIconHandlers {
    let site: Site

    func show(_ request: Request, _ context: AdminContext) async throws -> Response {
        try site.response(ClinicIconPage(site.clinic.icon, problems: [], words: site.words(context)), context)
    }

    func save(_ form: Form, _ request: Request, _ context: AdminContext) async throws -> Response {
        do {
            if form.has("remove") {
                try await site.database.updateClinicIcon(to: nil, by: context.actor)
            } else {
                guard let file = form.file("file") else { throw Problem("file", "settings.problem.file") }
                let picture = try await site.picture(in: file.bytes, field: "file")
                try await site.database.updateClinicIcon(to: picture, by: context.actor)
            }
            return Responses.redirect(to: "/settings", flash: "flash.icon-saved")
        } catch let problem as Problem {
            let page = ClinicIconPage(site.clinic.icon, problems: [problem], words: site.words(context))
            return try site.response(page, context, status: .unprocessableContent)
        }
    }

    /// For everybody: the sign-in page shows it.
    func image(_ request: Request, _ context: VisitorContext) async throws -> Response {
        guard let hash = site.clinic.icon else { throw StoreError.notFound }
        return Responses.picture(try await site.database.picture(hash), hash: hash, to: request)
    }
}

/// The form of the clinic's icon.
struct ClinicIconPage: Page {
    static let template = "settings/icon"
    let problems: [ProblemLine]
    /// The address of the icon; nil for none.
    let picture: String?
    let fileError: String?

    init(_ icon: PictureHash?, problems: [Problem], words: Words) {
        let fields = FieldBuilder(words: words, problems: problems, prefix: "settings")
        self.problems = fields.summary
        picture = icon.map { "/clinic/icon?v=\($0.hex.prefix(16))" }
        fileError = fields.error("file")
    }
}
