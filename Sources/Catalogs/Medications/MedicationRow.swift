import Clinic

/// One line of the list of medicines, its values by column.
struct MedicationRow {
    static let columns = [
        "id", "name", "tall", "rxcui", "atc", "international", "also", "brands", "class", "class_de", "class_words",
        "areas", "purpose", "purpose_de", "form", "form_de", "unit", "route", "route_de", "common", "common_de",
        "serious", "serious_de", "schedule", "supply", "weekly", "withdrawn", "lookalikes", "leaflet", "leaflet_de",
    ]
    private static let places = Dictionary(uniqueKeysWithValues: zip(columns, columns.indices))
    /// Columns of a language other than English end so.
    private static let languages: [(language: Language, ending: String)] = [(.english, ""), (.german, "_de")]

    private let values: [String]
    private let line: Int

    init(_ text: String, line: Int) throws(RowProblem) {
        values = text.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        self.line = line
        guard values.count == Self.columns.count else {
            throw RowProblem(
                line: line, reason: .wrongColumnCount(expected: Self.columns.count, found: values.count))
        }
    }

    /// The value of a column; empty for a name that is none.
    subscript(_ column: String) -> String { Self.places[column].map { values[$0] } ?? "" }

    func malformed(_ column: String) -> RowProblem { RowProblem(line: line, reason: .malformed(column: column)) }

    func optional(_ column: String) -> String? { self[column].isEmpty ? nil : self[column] }

    /// Values separated by bars.
    func list(_ column: String) -> [String] {
        self[column].isEmpty ? [] : self[column].split(separator: " | ").map(String.init)
    }

    /// Values separated by spaces.
    func words(_ column: String) -> [String] { self[column].split(separator: " ").map(String.init) }

    /// A list that every language has with the same number of values.
    func wordings(_ column: String, atLeast: Int = 0) throws(RowProblem) -> [Wording] {
        let lists = Self.languages.map { (language: $0.language, values: list(column + $0.ending)) }
        let count = lists.first?.values.count ?? 0
        for (language, ending) in Self.languages {
            let values = lists.first { $0.language == language }?.values ?? []
            let isRight = values.count == count && values.allSatisfy { !$0.allSatisfy(\.isWhitespace) }
            guard isRight, count >= atLeast else { throw malformed(column + ending) }
        }
        return (0..<count).map { place in
            Wording(Dictionary(uniqueKeysWithValues: lists.map { ($0.language, $0.values[place]) }))
        }
    }

    /// Markdown in every language, `\n` standing for line ends; none has words or all have.
    func leaflet() throws(RowProblem) -> Wording {
        let texts = Self.languages.map { ($0.language, self["leaflet" + $0.ending].replacing("\\n", with: "\n")) }
        guard texts.allSatisfy(\.1.isEmpty) || !texts.contains(where: \.1.isEmpty) else { throw malformed("leaflet") }
        return Wording(Dictionary(uniqueKeysWithValues: texts.filter { !$0.1.isEmpty }))
    }

    /// A value of a closed list.
    func known<Value: RawRepresentable<String>>(_ text: String, _ column: String) throws(RowProblem) -> Value {
        guard let value = Value(rawValue: text) else { throw malformed(column) }
        return value
    }
}
