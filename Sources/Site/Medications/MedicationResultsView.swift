import Rendering

/// What `medications/_results.mustache` gets: finds, or a page of the list.
struct MedicationResultsView: Sendable {
    /// What a screen reader says when the list has changed.
    let announce: String
    let status: String
    /// Nil when there are none.
    let rows: MedicationRows?
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
        self.rows = rows.isEmpty ? nil : MedicationRows(rows)
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

/// The lines of a list as HTML, each an `<li>`. Not a template, as ``DiagnosisRows``.
struct MedicationRows: Sendable {
    let html: String

    init(_ rows: [MedicationRowView]) {
        var html = ""
        html.reserveCapacity(rows.count * 500)
        for row in rows { row.write(to: &html) }
        self.html = html
    }
}

extension MedicationRowView {
    fileprivate func write(to html: inout String) {
        html += "<li>"
        if let button {
            html += "<button class=\"result\" data-option form=\""
            html += button.form.htmlEscaped
            html += "\" name=\"medication\" value=\""
            html += button.value.htmlEscaped
            html += "\">"
        } else if let link {
            html += "<a class=\"result\" data-option href=\""
            html += link.htmlEscaped
            html += "\">"
        }
        html += "<span class=\"result__text\"><span class=\"result__name\">"
        html += nameHTML
        html += "</span>"
        if let international { html += " (\(international.htmlEscaped))" }
        html += " "
        span("result__note", note, to: &html)
        span("tag tag--cancelled", withdrawn, to: &html)
        span("tag", controlled, to: &html)
        span("result__line", classes, to: &html)
        span("result__line result__note", purposes, to: &html)
        html += button != nil ? "</span></button></li>\n" : "</span></a></li>\n"
    }

    private func span(_ style: String, _ text: String?, to html: inout String) {
        guard let text else { return }
        html += "<span class=\""
        html += style
        html += "\">"
        html += text.htmlEscaped
        html += "</span> "
    }
}
