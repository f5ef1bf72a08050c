import Clinic
import Rendering

/// The list of favourite practices.
struct PracticesPage: Page {
    static let template = "practices/index"

    /// Which part of the list this is.
    struct Place: Sendable {
        /// From 1.
        let page: Int
        let last: Int
        /// Of the whole list.
        let count: Int
    }

    struct Line: Sendable {
        let id: String
        let name: String
        let address: String
        /// Nil for none.
        let phone: String?
        let specialties: String?
        let removal: ConfirmView
    }

    /// What the browser kept of a form that is saved now; nil for nothing.
    var keptKey: String?
    let tabs: PracticeTabs
    let count: String
    let practices: [Line]
    let isEmpty: Bool
    let pagination: PaginationView?

    init(_ favourites: [FavouritePractice], _ place: Place, home: Country, words: Words) {
        tabs = PracticeTabs(.favourites, draft: nil, words: words)
        count = words("practices.count", count: place.count)
        isEmpty = favourites.isEmpty
        practices = favourites.map { favourite in
            let practice = favourite.practice
            return Line(
                id: favourite.id.text, name: practice.name,
                address: practice.address.lines(in: home) { words.name($0) }.joined(separator: ", "),
                phone: practice.phone?.formatted(in: home),
                specialties: practice.specialties.isEmpty ? nil : practice.specialties,
                removal: .removal(of: favourite, words))
        }
        pagination = PaginationView(
            page: place.page, hasNext: place.page < place.last,
            place: words("practices.page", ["page": "\(place.page)", "last": "\(place.last)"]), words: words
        ) { "/practices?page=\($0)" }
    }
}

extension PracticesPage {
    /// The name under which a browser keeps what an account typed about a new practice.
    static func keepKey(_ account: Account) -> String { "practice-\(account.id)" }
}

/// The form of one favourite.
struct PracticePage: Page {
    static let template = "practices/form"
    let problems: [ProblemLine]
    let changes: ChangeComparison?
    /// Under what the browser keeps typed text of a new practice; nil for none.
    var keepKey: String?
    let title: String
    /// Where the form is sent.
    let action: String
    let version: Int
    let fields: PracticeFields

    /// - Parameters:
    ///   - id: nil for a new one.
    ///   - kept: what is kept now, when somebody changed it meanwhile.
    init(
        _ form: PracticeForm, id: Identifier<FavouritePractice>?, problems: [Problem] = [], kept: Practice? = nil,
        words: Words
    ) {
        title = words(id == nil ? "practices.new" : "practices.edit")
        action = id.map { "/practices/\($0)" } ?? "/practices"
        version = form.version
        let fields = PracticeFields(form.typed, problems: problems, words: words)
        self.problems = fields.summary
        changes = kept.map { fields.comparison(kept: $0, typed: form.typed) }
        self.fields = fields
    }
}

/// The question before a favourite is removed, as a page of its own.
struct PracticeRemovalPage: Page {
    static let template = "practices/removal"
    let question: ConfirmView

    init(_ favourite: FavouritePractice, words: Words) {
        question = ConfirmView.removal(of: favourite, words).page(cancelURL: "/practices")
    }
}

extension ConfirmView {
    fileprivate static func removal(of favourite: FavouritePractice, _ words: Words) -> ConfirmView {
        ConfirmView(
            id: "removal-\(favourite.id)", title: words("practices.removal.title", ["name": favourite.practice.name]),
            text: words("practices.removal.text"), action: "/practices/\(favourite.id)/removal",
            confirmLabel: words("practices.removal.confirm"))
    }
}
