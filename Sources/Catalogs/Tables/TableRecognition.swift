import Clinic

/// What a table with a header is a list of.
struct TableRecognition {
    let layout: CatalogLayout
    let matching: ColumnMatching

    private typealias Field = ColumnMatching.Field

    /// - Returns: nil for a table that is no catalogue, such as a list of people or contacts.
    init?(_ headers: [String]) {
        guard let (layout, columns) = Self.interactions(headers) ?? Self.medications(headers) ?? Self.practices(headers)
        else { return nil }
        self.layout = layout
        matching = ColumnMatching(headers: headers, columns: columns)
    }

    private static func interactions(_ headers: [String]) -> (CatalogLayout, [Field: Int])? {
        let columns = HeaderWords.matched(headers, HeaderWords.interactions, names: [])
        guard columns[.first] != nil, columns[.second] != nil, !HeaderWords.says(headers, HeaderWords.people) else {
            return nil
        }
        return (.interactionTable, columns)
    }

    private static func medications(_ headers: [String]) -> (CatalogLayout, [Field: Int])? {
        let isNamed = HeaderWords.says(headers, HeaderWords.medicine)
        let names = isNamed ? HeaderWords.medicine : HeaderWords.general
        let columns = HeaderWords.matched(headers, HeaderWords.medications, names: names)
        let found = Set(columns.keys)
        let addresses = HeaderWords.matched(headers, HeaderWords.practices, names: [])
        guard found.contains(.name), addresses[.phone] == nil, addresses[.street] == nil, addresses[.email] == nil,
            !HeaderWords.says(headers, HeaderWords.people)
        else { return nil }
        let telling: Set<Field> = [.effects, .purposes, .rxcui, .ndc, .forms, .strengths]
        guard isNamed ? found.count > 1 : found.count > 2 && !found.isDisjoint(with: telling) else { return nil }
        return (.medicationTable, columns)
    }

    private static func practices(_ headers: [String]) -> (CatalogLayout, [Field: Int])? {
        let isNamed = HeaderWords.says(headers, HeaderWords.practice)
        let names = isNamed ? HeaderWords.practice : HeaderWords.general
        let columns = HeaderWords.matched(headers, HeaderWords.practices, names: names)
        let found = Set(columns.keys)
        guard found.contains(.name), !HeaderWords.says(headers, HeaderWords.people),
            !found.isDisjoint(with: [.street, .city, .postcode, .phone, .fax])
        else { return nil }
        let isTelling =
            isNamed || found.contains(.specialties) || found.contains(.npi)
            || found.isSuperset(of: [.latitude, .longitude])
        return isTelling ? (.practiceTable, columns) : nil
    }
}

/// A table's values by what they mean, as text.
struct TableValues {
    let matching: ColumnMatching
    var decoding = TextDecoding(fallback: .windows1252)

    init(_ matching: ColumnMatching) { self.matching = matching }

    /// A value in one line, cleaned; empty for a field that the table does not have.
    mutating func line(
        _ field: ColumnMatching.Field, _ record: CSVRecord, longest: Int = 500
    ) throws(RowProblem.Reason) -> String {
        let text = try block(field, record, longest: longest)
        return text.contains { $0.isNewline || $0 == "\t" }
            ? text.split(whereSeparator: \.isWhitespace).joined(separator: " ") : text
    }

    /// A value that may go over several lines.
    mutating func block(
        _ field: ColumnMatching.Field, _ record: CSVRecord, longest: Int = 4000
    ) throws(RowProblem.Reason) -> String {
        guard let place = matching.columns[field] else { return "" }
        let text = PlainText.cleaned(try decoding.text(record[place])).replacing("\u{A0}", with: " ")
        guard text.utf8.count <= longest * 4, text.unicodeScalars.count <= longest else {
            throw .malformed(column: matching.headers[place])
        }
        return text
    }

    /// A problem of a field's column, by the words of its header.
    func malformed(_ field: ColumnMatching.Field) -> RowProblem.Reason {
        .malformed(column: matching.columns[field].map { matching.headers[$0] } ?? field.rawValue)
    }
}
