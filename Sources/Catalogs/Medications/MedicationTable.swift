import Clinic

/// A row of a table of medicines as a spreadsheet saves it.
struct MedicationTable: TableLayout {
    private typealias Field = ColumnMatching.Field
    private var values: TableValues
    /// More values than a cell has.
    private static let listLimit = 100

    init(_ matching: ColumnMatching) { values = TableValues(matching) }

    var encoding: TextEncoding { values.decoding.encoding }

    mutating func row(of record: CSVRecord) throws(RowProblem.Reason) -> ListedMedication? {
        let typed = try values.line(.name, record)
        let parts = typed.split { "/;+|".contains($0) }.map { Substances.clean(String($0)) }.filter { !$0.isEmpty }
        let name = parts.count > 12 ? Substances.clean(typed) : parts.joined(separator: "/")
        guard var row = ListedMedication(name: name) else { throw values.malformed(.name) }
        row.brands = try list(.brands, record, commas: true)
        row.otherNames = try list(.otherNames, record, commas: true)
        row.classes = try list(.classes, record, commas: false)
        row.purposes = try list(.purposes, record, commas: false)
        row.forms = try list(.forms, record, commas: true)
        row.routes = try list(.routes, record, commas: true)
        row.strengths = try list(.strengths, record, commas: true)
        row.effects = try list(.effects, record, commas: true)
        row.ndcs = try list(.ndc, record, commas: true)
        let rxcui = try values.line(.rxcui, record)
        row.rxcui = rxcui.isEmpty ? nil : rxcui
        row.schedule = ControlledSchedule(listed: try values.line(.schedule, record))
        return row
    }

    /// The values of a cell: separated by semicolons, bars or lines; where there are none and `commas` is set, by a comma
    /// with a space behind it ("2,5 mg" is one).
    private mutating func list(
        _ field: ColumnMatching.Field, _ record: CSVRecord, commas: Bool
    ) throws(RowProblem.Reason) -> [String] {
        let text = try values.block(field, record)
        if text.isEmpty { return [] }
        var parts = text.split { $0 == ";" || $0 == "|" || $0.isNewline }.map(String.init)
        if parts.count == 1, commas { parts = text.split(separator: ", ").map(String.init) }
        guard parts.count <= Self.listLimit else { throw values.malformed(field) }
        return parts.map(Substances.clean).filter { !$0.isEmpty }
    }
}

extension ControlledSchedule {
    /// "CII", "C-II", "2", "II", "Schedule II"; nil for anything else.
    init?(listed text: String) {
        var word = text.uppercased().filter { $0.isLetter || $0.isNumber }
        if word.hasPrefix("SCHEDULE") { word.removeFirst(8) }
        if word.hasPrefix("C") { word.removeFirst() }
        switch word {
        case "II", "2", "IIN": self = .two
        case "III", "3", "IIIN": self = .three
        case "IV", "4": self = .four
        case "V", "5": self = .five
        default: return nil
        }
    }
}
