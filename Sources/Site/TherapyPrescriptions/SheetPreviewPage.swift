import Clinic
import Rendering

/// Everything once more before signing.
struct SheetPreviewPage: Page {
    static let template = "prescriptions/preview"
    /// The name of the box that says that a side is left open on purpose.
    static let sideLeftOpen = "side-left-open"

    let banner: PatientBanner?
    let problems: [ProblemLine]
    /// What is said to the one who signs and is not on the sheet: that nobody at the clinic has reviewed the list of therapies,
    /// a diagnosis whose title leaves the side open.
    let notes: [String]
    let url: String
    /// HTML of our own making.
    let sheet: String
    let fingerprint: String
    /// Nil while every diagnosis that has sides names one.
    let sideLeftOpen: CheckboxView?
    /// Nil while no password is asked for.
    let password: FieldView?
    let asksForPassword: Bool

    init(
        _ around: DraftSurroundings, sheet: String, fingerprint: String, password: FieldView?, isSideLeftOpen: Bool,
        problems: [Problem]
    ) {
        let words = around.words.words
        let sideless = around.draft.diagnoses.leavingSideOpen
        let fields = FieldBuilder(words: words, problems: problems, prefix: "prescriptions")
        banner = around.banner
        self.problems = problems.map { ProblemLine($0, words) }
        let list = around.template.label(in: words.language)
        notes =
            (around.standing.isUnreviewed ? [words("prescriptions.list-not-reviewed", ["template": list])] : [])
            + sideless.map { words("prescriptions.side-not-stated", ["code": $0.code.display]) }
        url = around.path
        self.sheet = sheet
        self.fingerprint = fingerprint
        sideLeftOpen = sideless.isEmpty ? nil : fields.checkbox(Self.sideLeftOpen, isSideLeftOpen)
        self.password = password
        asksForPassword = password != nil
    }
}
