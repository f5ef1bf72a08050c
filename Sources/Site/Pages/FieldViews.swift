import Clinic
import Rendering

/// One line of the summary above a form, and the message beside its field.
struct ProblemLine: Sendable {
    /// The field's name; its control has the same id. Nil for the form as a whole.
    let field: String?
    let message: String

    init(field: String, message: String) {
        self.field = field
        self.message = message
    }

    init(_ problem: Problem, _ words: Words) {
        field = problem.field.isEmpty ? nil : problem.field
        message = words(problem)
    }
}

/// What `_field.mustache` gets: a labelled text control.
struct FieldView: Sendable {
    let id: String
    let name: String
    var label: String
    var hint: String?
    let error: String?
    let value: String
    /// The input's type: `text`, `email`, `password`, `tel`, …
    var type = "text"
    /// The autofill token (HTML, section 4.10.18.7), nil for none.
    var autocomplete: String?
    var required = true
    /// Whether the label says "(optional)".
    var optional = false
    var multiline = false
    var rows: Int?
    /// The stylesheet's width: `short`, `medium`, …
    var width: String?
    var readOnly = false
    var inputMode: String?
    var maxLength: Int?
    /// What `fields.js` shapes while typing: `us-phone`, `us-state`, `us-zip`.
    var format: String?
    /// The id of the country select that decides whether to shape.
    var countryFrom: String?
    var enterNext = false

    /// A time of the clock, typed: a browser's own control would show 12 hours wherever the device does.
    mutating func isTime() {
        inputMode = "numeric"
        width = "4"
        maxLength = 10
        autocomplete = "off"
    }

    /// This view with some of its parts changed.
    func with(_ change: (inout FieldView) -> Void) -> FieldView {
        var view = self
        change(&view)
        return view
    }
}

/// What `_select.mustache`, `_choices.mustache` and `_segmented.mustache` get.
struct ChoiceFieldView: Sendable {
    /// One choice; `selected` is what a select reads, `checked` the same for radios and checkboxes.
    struct Option: Sendable {
        let id: String
        let value: String
        let label: String
        let hint: String?
        let selected: Bool
        let checked: Bool
        /// Whether the label is the value: a long select, such as that of time zones, then says it once.
        var isPlain = false
    }

    let id: String
    let name: String
    var label: String
    var hint: String?
    let error: String?
    let options: [Option]
    var required = false
    var optional = false
    var autocomplete: String?
    var width: String?
    var enterNext = false
    /// Radio buttons, not checkboxes.
    var radio = true
    /// Two columns where there is room.
    var columns = false
    /// A segmented control of many short choices in a grid.
    var grid = false

    /// This view with some of its parts changed.
    func with(_ change: (inout ChoiceFieldView) -> Void) -> ChoiceFieldView {
        var view = self
        change(&view)
        return view
    }
}

/// What `_checkbox.mustache` gets.
struct CheckboxView: Sendable {
    let id: String
    let name: String
    let label: String
    var hint: String?
    let error: String?
    var value: String? = "yes"
    let checked: Bool
    var required = false
}

/// What `_date-field.mustache` gets: a date as three fields named `<name>-day`, `<name>-month`, `<name>-year`.
struct DateFieldView: Sendable {
    let id: String
    let name: String
    let label: String
    var hint: String?
    let error: String?
    let day: String
    let month: String
    let year: String
    /// The order of the reader's language.
    let dayFirst: Bool
    var optional = false
    var birthday = false
}

/// Builds the fields of one form: what was typed and what is wrong with it.
struct FieldBuilder {
    let words: Words
    let problems: [Problem]
    /// The prefix of the message keys: the label of `email` is `<prefix>.email`, its hint `<prefix>.email.hint`.
    let prefix: String
    /// Labels of fields that no message of the prefix names, under the fields' names: those that a template or a country
    /// gives, and those of rows.
    var labels: [String: String] = [:]

    /// What is wrong, for the summary above the form. What any field may have is said with the field's label, since the
    /// summary stands away from it: "City: fill this in". What names its field itself is said as it is.
    var summary: [ProblemLine] {
        problems.map { problem in
            let label =
                labels[problem.field] ?? words.template("\(prefix).\(problem.field)")
                ?? words.template("contacts.\(problem.field)")
            guard Self.isGeneral(problem), let label else { return ProblemLine(problem, words) }
            return ProblemLine(field: problem.field, message: "\(label): \(words(problem))")
        }
    }

    /// Whether a message may stand at any field and so names none.
    private static func isGeneral(_ problem: Problem) -> Bool {
        ["problems.", "dates.problem."].contains { problem.message.hasPrefix($0) }
            || ["choice", "measurement-missing", "measurement-unreadable", "too-long"].contains { ending in
                problem.message.hasSuffix(".problem.\(ending)")
            }
    }

    /// What is wrong with one field, nil for nothing.
    func error(_ name: String) -> String? { problems.first { $0.field == name }.map { words($0) } }

    func label(_ name: String) -> String { words("\(prefix).\(name)") }

    func hint(_ name: String) -> String? { words.template("\(prefix).\(name).hint") }

    /// A text control. `change` sets what differs from a plain required one.
    func field(_ name: String, _ value: String, _ change: (inout FieldView) -> Void = { _ in }) -> FieldView {
        FieldView(id: name, name: name, label: label(name), hint: hint(name), error: error(name), value: value)
            .with(change)
    }

    /// A select, radio group or list of checkboxes; `chosen` holds the values that are on.
    func choice(
        _ name: String, _ options: [(value: String, label: String)], chosen: Set<String>,
        _ change: (inout ChoiceFieldView) -> Void = { _ in }
    ) -> ChoiceFieldView {
        // The first choice has the field's own id, so that the summary's link lands on it.
        let views = options.enumerated().map { index, option in
            ChoiceFieldView.Option(
                id: index == 0 ? name : "\(name)-\(option.value)", value: option.value, label: option.label,
                hint: nil, selected: chosen.contains(option.value), checked: chosen.contains(option.value),
                isPlain: option.value == option.label)
        }
        return ChoiceFieldView(
            id: name, name: name, label: label(name), hint: hint(name), error: error(name), options: views
        ).with(change)
    }

    func checkbox(_ name: String, _ checked: Bool) -> CheckboxView {
        CheckboxView(id: name, name: name, label: label(name), hint: hint(name), error: error(name), checked: checked)
    }
}
