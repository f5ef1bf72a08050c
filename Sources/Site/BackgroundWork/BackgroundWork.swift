import Clinic
import Hummingbird
import Rendering
import Store

struct BackgroundWorkRoutes {
    let site: Site

    func add(to routes: SiteRoutes) {
        routes.admin.get("/background-work", use: BackgroundWorkHandlers(site: site).index)
    }
}

/// What the program does while nobody waits for it: files of catalogues are checked.
struct BackgroundWorkHandlers {
    let site: Site

    func index(_ request: Request, _ context: AdminContext) async throws -> Response {
        let jobs = try await site.database.catalogImports(limit: 100)
        let page = BackgroundWorkPage(
            jobs, words: ImportWords(words: site.words(context), zone: site.settings.timeZone))
        var response = try site.response(page, context)
        if page.isBusy { response.headers[.refresh] = "3" }
        return response
    }
}

/// Work under way, waiting and lately done.
struct BackgroundWorkPage: Page {
    static let template = "background-work/index"

    struct Line: Sendable {
        let url: String
        let name: String
        let state: String
        let style: String
        /// How much of it is done; nil unless it is under way.
        let percent: Int?
        let begun: String
        let ended: String
    }

    let now: [Line]
    let isBusy: Bool
    let past: [Line]
    let hasPast: Bool

    init(_ jobs: [CatalogImport], words: ImportWords) {
        func line(_ job: CatalogImport) -> Line {
            Line(
                url: "/imports/\(job.id)", name: job.fileName, state: words.state(job.state), style: job.state.style,
                percent: job.state == .checking ? job.progress.percent : nil, begun: words.time(job.createdAt),
                ended: job.endedAt.map(words.time) ?? "")
        }
        // In the order in which it is done.
        now = jobs.filter(\.state.isUnderWay).reversed().map(line)
        isBusy = !now.isEmpty
        past = jobs.filter { !$0.state.isUnderWay && $0.state != .receiving }.prefix(20).map(line)
        hasPast = !past.isEmpty
    }
}
