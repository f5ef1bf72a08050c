import Clinic
import Rendering

/// One line of a list of diagnoses: a button of a form, a link, or neither.
struct DiagnosisRowView: Sendable {
    let code: String
    /// The title, what was searched for marked in it.
    let titleHTML: String
    let side: SideView?
    let note: String?
    /// Nil when the row is no button.
    let button: ButtonView?
    /// The address of a row that is a link; nil when it is none.
    let link: String?
    /// Cannot be pressed: chosen already, or the list has it no more.
    let isFixed: Bool

    struct ButtonView: Sendable {
        /// The id of the form that the button sends.
        let form: String
        let value: String
    }
}

/// The side of the body as a tag: words as well as form.
struct SideView: Sendable {
    let style: String
    let label: String

    init?(_ side: BodySide?, _ words: Words) {
        guard let side else { return nil }
        style = side == .unspecified ? "side" : "side side--\(side.rawValue)"
        label = words("diagnoses.side.\(side.rawValue)")
    }
}

/// The lines of a list as HTML, each an `<li>`. Not a template: a list has up to a hundred lines and is made anew while
/// somebody types, and a template takes ten times as long.
struct DiagnosisRows: Sendable {
    let html: String

    init(_ rows: [DiagnosisRowView]) {
        var html = ""
        html.reserveCapacity(rows.count * 400)
        for row in rows { row.write(to: &html) }
        self.html = html
    }
}

extension DiagnosisRowView {
    fileprivate func write(to html: inout String) {
        let element = button != nil ? "button" : link != nil ? "a" : "div"
        html += "<li><"
        html += element
        html += " class=\"result\""
        if let button {
            html += " data-option form=\""
            html += button.form.htmlEscaped
            html += "\" name=\"code\" value=\""
            html += button.value.htmlEscaped
            html += "\""
        } else if let link {
            html += " data-option href=\""
            html += link.htmlEscaped
            html += "\""
        }
        html += "><code class=\"code\">"
        html += code.htmlEscaped
        html += "</code>\n<span class=\"result__text\"><span lang=\"en\">"
        html += titleHTML
        html += "</span> "
        if let side {
            html += "<span class=\""
            html += side.style.htmlEscaped
            html += "\">"
            html += side.label.htmlEscaped
            html += "</span> "
        }
        if let note {
            html += "<span class=\"result__note\">"
            html += note.htmlEscaped
            html += "</span>"
        }
        html += "</span></"
        html += element
        html += "></li>\n"
    }
}
