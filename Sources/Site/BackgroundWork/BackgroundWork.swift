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

/// What the program does while nobody waits for it: files of catalogues are checked, messages are sent.
struct BackgroundWorkHandlers {
    let site: Site

    func index(_ request: Request, _ context: AdminContext) async throws -> Response {
        let jobs = try await site.database.catalogImports(limit: 100)
        let page = BackgroundWorkPage(
            jobs, messages: try await site.database.unfinishedDeliveries(),
            words: ImportWords(words: site.words(context), zone: site.settings.timeZone))
        var response = try site.response(page, context)
        if page.isBusy { response.headers[.refresh] = "3" }
        return response
    }
}

/// A message that waits or was not sent, without who gets it and what is in it.
struct MessageLine: Sendable {
    /// The end of its id: enough to tell it apart.
    let name: String
    let channel: String
    let state: String
    let failure: String
    let attempts: String
    let next: String

    init(_ line: DeliveryLine, words: ImportWords) {
        name = "…\(line.id.text.suffix(8))"
        channel = words.words("outbox.channel.\(line.channel.rawValue)")
        state = words.words("outbox.state.\(line.state.rawValue)")
        failure = line.failure.map { words.words("sending.failure.\($0.rawValue)") } ?? ""
        attempts = "\(line.attempts)"
        next = line.nextAttemptAt.map(words.time) ?? ""
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

    let messages: [MessageLine]
    let hasMessages: Bool

    init(_ jobs: [CatalogImport], messages: [DeliveryLine], words: ImportWords) {
        self.messages = messages.map { MessageLine($0, words: words) }
        hasMessages = !messages.isEmpty
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
