import Rendering

/// What `medications/_results.mustache` gets: finds, or a page of the list.
struct MedicationResultsView: Sendable {
    /// What a screen reader says when the list has changed.
    let announce: String
    let status: String
    let rows: [MedicationRowView]
    let hasRows: Bool
    /// Whether nothing has what was typed, and the rows are what may have been meant.
    let areGuesses: Bool
    /// What to try when nothing was found; nil else.
    let advice: String?
    /// Nil where there is one page only.
    let pagination: PaginationView?

    init(
        status: String, rows: [MedicationRowView], areGuesses: Bool = false, advice: String? = nil,
        pagination: PaginationView? = nil
    ) {
        announce = status
        self.status = status
        self.rows = rows
        hasRows = !rows.isEmpty
        self.areGuesses = areGuesses
        self.advice = advice
        self.pagination = pagination
    }
}

/// One line of a list of medicines: a button of a form or a link.
struct MedicationRowView: Sendable {
    /// The name in tall letters, what was searched for marked in it.
    let nameHTML: String
    /// Nil where it is the name.
    let international: String?
    /// Why it was found; nil where the name shows it.
    let note: String?
    let classes: String
    let purposes: String
    /// Words for a medicine that was withdrawn; nil for others.
    let withdrawn: String?
    /// Words for a controlled substance; nil for others.
    let controlled: String?
    /// Nil when the row is a link.
    let button: ButtonView?
    /// Nil when the row is a button.
    let link: String?

    struct ButtonView: Sendable {
        /// The id of the form that the button sends.
        let form: String
        let value: String
    }
}

// A list may have a hundred rows and is made anew while somebody types.

extension MedicationResultsView: TemplateParts {
    func part(_ name: String) -> Any? {
        switch name {
        case "announce": announce
        case "status": status
        case "rows": rows
        case "hasRows": hasRows
        case "areGuesses": areGuesses
        case "advice": advice
        case "pagination": pagination
        default: nil
        }
    }
}

extension MedicationRowView: TemplateParts {
    func part(_ name: String) -> Any? {
        switch name {
        case "nameHTML": nameHTML
        case "international": international
        case "note": note
        case "classes": classes
        case "purposes": purposes
        case "withdrawn": withdrawn
        case "controlled": controlled
        case "button": button
        case "link": link
        default: nil
        }
    }
}

extension MedicationRowView.ButtonView: TemplateParts {
    func part(_ name: String) -> Any? {
        switch name {
        case "form": form
        case "value": value
        default: nil
        }
    }
}
