import Clinic
import Rendering
import Store

/// The directory: its search and a page of it.
struct DirectoryPage: Page {
    static let template = "practices/directory"
    let banner: PatientBanner?
    let choice: PracticeChoice
    let tabs: PracticeTabs
    let prescription: String?
    let typed: String
    let specialty: ChoiceFieldView
    let practices: [PracticeRow]
    let isEmpty: Bool
    let hasDirectory: Bool
    let pagination: PaginationView?

    init(
        _ form: DirectorySearchForm, _ hits: [PracticeHit], hasMore: Bool, _ around: DraftSurroundings?,
        hasDirectory: Bool, home: Country, words: Words
    ) {
        let draft = around?.draft.id
        banner = around?.banner
        choice = PracticeChoice(around, returnPath: form.path(page: form.page, prescription: draft))
        tabs = PracticeTabs(.directory, draft: draft, words: words)
        prescription = draft?.text
        typed = form.typed
        specialty = FieldBuilder(words: words, problems: [], prefix: "practices.nearby").choice(
            "specialty", PracticeWords.specialties(words), chosen: [form.specialty?.rawValue ?? ""])
        practices = hits.map { hit in
            PracticeRow(
                hit.reference, hit.practice, isFavourite: hit.isFavourite, for: around?.draft, home: home, words: words)
        }
        isEmpty = hits.isEmpty
        self.hasDirectory = hasDirectory
        pagination = PaginationView(page: form.page, hasNext: hasMore, words: words) {
            form.path(page: $0, prescription: draft)
        }
    }
}

/// The form of one entry of the clinic's own.
struct DirectoryPracticePage: Page {
    static let template = "practices/entry"
    let problems: [ProblemLine]
    let changes: ChangeComparison?
    let title: String
    let action: String
    /// Where it is taken out; nil for a new one.
    let removalURL: String?
    let version: Int
    let fields: PracticeFields

    init(
        _ form: PracticeForm, id: Identifier<DirectoryPractice>?, problems: [Problem] = [], kept: Practice? = nil,
        words: Words
    ) {
        title = words(id == nil ? "practices.directory.new" : "practices.directory.edit")
        action = id.map { "/practices/directory/\($0)" } ?? "/practices/directory"
        removalURL = id.map { "/practices/directory/\($0)/removal" }
        version = form.version
        let fields = PracticeFields(form.typed, problems: problems, isShared: true, words: words)
        self.problems = fields.summary
        changes = kept.map { fields.comparison(kept: $0, typed: form.typed) }
        self.fields = fields
    }
}

/// The question before an entry is taken out.
struct DirectoryRemovalPage: Page {
    static let template = "practices/entry-removal"
    let question: ConfirmView

    init(_ entry: DirectoryPractice, words: Words) {
        question = ConfirmView(
            id: "removal-\(entry.id)", title: words("practices.directory.removal.title", ["name": entry.practice.name]),
            text: words("practices.directory.removal.text"), action: "/practices/directory/\(entry.id)/removal",
            confirmLabel: words("practices.removal.confirm")
        ).page(cancelURL: "/practices/directory/\(entry.id)/edit")
    }
}
