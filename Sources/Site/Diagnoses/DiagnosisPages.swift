import Clinic
import Rendering
import Store

/// The search on a page of its own.
struct DiagnosisIndexPage: Page {
    static let template = "diagnoses/index"
    let search: DiagnosisSearchView
}

/// The list alone, for a script.
struct DiagnosisFragment: Page {
    static let template = "diagnoses/results"
    let results: DiagnosisResultsView
}

/// One row of a list: what is above and below it.
struct DiagnosisPage: Page {
    static let template = "diagnoses/show"

    struct Line: Sendable {
        let code: String
        let title: String
        let side: SideView?
        let url: String
        let isHeading: Bool
    }

    let code: String
    let title: String
    let side: SideView?
    let systemName: String
    let isHeading: Bool
    let isFavourite: Bool
    let favouriteAction: String
    let searchURL: String
    let release: ReleaseView
    let above: [Line]
    let below: [Line]
    let hasBelow: Bool
    let more: DiagnosisMore

    init(_ surroundings: DiagnosisSurroundings, more: DiagnosisMore, words: Words, today: LocalDate) {
        self.more = more
        let diagnosis = surroundings.diagnosis
        code = diagnosis.code.display
        title = diagnosis.title
        side = SideView(diagnosis.side, words)
        systemName = words("diagnoses.system.\(diagnosis.system.rawValue)")
        isHeading = !diagnosis.isBillable
        isFavourite = surroundings.isFavourite
        favouriteAction = "\(Self.path(diagnosis.code))/favourite"
        searchURL = "/diagnoses?system=\(diagnosis.system.rawValue)"
        release = ReleaseView(surroundings.release, of: diagnosis.system, today: today, words: words)
        above = surroundings.above.map { Self.line($0, words) }
        below = surroundings.below.map { Self.line($0, words) }
        hasBelow = !surroundings.below.isEmpty
    }

    private static func line(_ diagnosis: Diagnosis, _ words: Words) -> Line {
        Line(
            code: diagnosis.code.display, title: diagnosis.title, side: SideView(diagnosis.side, words),
            url: path(diagnosis.code), isHeading: !diagnosis.isBillable)
    }

    static func path(_ code: DiagnosisCode) -> String { "/diagnoses/\(code.system.rawValue)/\(code.display)" }
}

/// What imported catalogues say of a code beside its title.
struct DiagnosisMore: Sendable {
    struct Note: Sendable {
        let code: String
        let kind: String
        let text: String
    }

    let notes: [Note]
    let hasNotes: Bool
    let equivalents: [EquivalentView]
    let hasEquivalents: Bool

    init(notes: [(code: DiagnosisCode, note: CodeNotes.Note)], equivalents: [EquivalentCode], _ words: Words) {
        self.notes = notes.map {
            Note(
                code: $0.code.display, kind: words("diagnoses.notes.\($0.note.kind.rawValue)"), text: $0.note.text)
        }
        hasNotes = !notes.isEmpty
        self.equivalents = equivalents.map { EquivalentView($0, words) }
        hasEquivalents = !equivalents.isEmpty
    }
}
