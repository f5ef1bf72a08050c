import Clinic
import Rendering

/// The ways to a practice, as tabs: on the practices' own pages, and inside of a prescription to choose one for it.
struct PracticeTabs: Sendable {
    enum Kind: String, Sendable, CaseIterable {
        case favourites, nearby, directory
        case byHand = "by-hand"
    }

    struct Tab: Sendable {
        let url: String
        let label: String
        let isCurrent: Bool
    }

    let tabs: [Tab]

    /// - Parameter draft: the prescription that the practice is for; nil outside of one.
    init(_ current: Kind, draft: Identifier<TherapyPrescription>?, words: Words) {
        tabs = Kind.allCases.filter { $0 != .byHand || draft != nil }.map { kind in
            Tab(
                url: Self.url(kind, draft), label: words("practices.tab.\(kind.rawValue)"), isCurrent: kind == current)
        }
    }

    static func url(_ kind: Kind, _ draft: Identifier<TherapyPrescription>?) -> String {
        let query = draft.map { "?prescription=\($0)" } ?? ""
        return switch kind {
        case .favourites: draft.map { "/prescriptions/\($0)/practice" } ?? "/practices"
        case .nearby: "/practices/nearby\(query)"
        case .directory: "/practices/directory\(query)"
        case .byHand: draft.map { "/prescriptions/\($0)/practice/by-hand" } ?? "/practices/new"
        }
    }
}

/// What the list of a practice search does with one of its rows: choose it for a prescription, or keep it as a favourite.
struct PracticeChoice: Sendable {
    /// The draft's address; nil outside of one.
    let draftURL: String?
    /// Where the buttons' form is sent.
    let action: String
    /// The address to come back to.
    let returnPath: String
    let isForDraft: Bool

    init(_ around: DraftSurroundings?, returnPath: String) {
        draftURL = around?.path
        action = around.map { "\($0.path)/practice/choice" } ?? "/practices/favourites"
        isForDraft = around != nil
        self.returnPath = returnPath
    }
}

/// A practice as a row of a list.
struct PracticeRow: Sendable {
    /// What the row's button sends.
    let value: String
    let name: String
    let address: String
    let phone: String?
    let specialties: String?
    let isFavourite: Bool
    /// Whether it is the practice of the prescription already.
    let isChosen: Bool
    /// Whether the button chooses it for a prescription; else it keeps it as a favourite.
    let isForDraft: Bool
    /// The address of the form of an entry of the clinic's own; nil for others.
    let editURL: String?
    /// The position in the list, where the list is numbered; empty otherwise.
    var number = ""
    /// "4.2 mi", and how often the clinic sent patients there; nil where it is not said.
    var distance: String?
    var referrals: String?

    init(
        _ reference: PracticeReference, _ practice: Practice, isFavourite: Bool, for draft: TherapyPrescriptionDraft?,
        home: Country, words: Words
    ) {
        value = reference.text
        name = practice.name
        address = practice.address.lines(in: home) { words.name($0) }.joined(separator: ", ")
        phone = practice.phone?.formatted(in: home)
        specialties = practice.specialties.isEmpty ? nil : practice.specialties
        self.isFavourite = isFavourite
        isChosen = draft?.practice?.isLike(practice) ?? false
        isForDraft = draft != nil
        editURL = if case .entry(let id) = reference { "/practices/directory/\(id)/edit" } else { nil }
    }
}
