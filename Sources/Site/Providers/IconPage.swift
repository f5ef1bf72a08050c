import Clinic
import Rendering

/// Choosing the practice's icon.
struct IconPage: Page {
    static let template = "providers/icon"

    /// One of the pictures that come with Theralog.
    struct Choice: Sendable {
        let id: String
        let value: String
        let label: String
        let path: String
        let checked: Bool
    }

    let problems: [ProblemLine]
    let returnPath: String
    let hasIcon: Bool
    let keeps: Bool
    let takesAway: Bool
    let choices: [Choice]
    let iconError: String?
    let photoError: String?
    let fileError: String?

    init(_ icon: PictureHash?, chosen: String = "", returnPath: String, problems: [Problem], words: Words) {
        let fields = FieldBuilder(words: words, problems: problems, prefix: "providers")
        self.problems = fields.summary
        self.returnPath = returnPath
        hasIcon = icon != nil
        keeps = hasIcon && (chosen.isEmpty || chosen == "keep")
        takesAway = chosen == "none" || (!hasIcon && (chosen.isEmpty || chosen == "keep"))
        choices = ShippedIcon.allCases.map {
            // The first one is where the summary's link leads.
            Choice(
                id: $0 == ShippedIcon.allCases.first ? "icon" : "icon-\($0.rawValue)", value: $0.rawValue,
                label: words("providers.icon.\($0.rawValue)"), path: $0.path, checked: $0.rawValue == chosen)
        }
        iconError = fields.error("icon")
        photoError = fields.error("photo")
        fileError = fields.error("file")
    }
}
