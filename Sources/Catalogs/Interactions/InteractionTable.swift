import Clinic

/// A row of a table of interactions: two medicines, how badly, and what happens.
struct InteractionTable: TableLayout {
    private var values: TableValues
    /// Pairs that have been seen, by a number made of both names whatever their order.
    private var pairs: Set<UInt64> = []

    init(_ matching: ColumnMatching) { values = TableValues(matching) }

    var encoding: TextEncoding { values.decoding.encoding }

    mutating func row(of record: CSVRecord) throws(RowProblem.Reason) -> ListedInteraction? {
        let first = try name(.first, record)
        let second = try name(.second, record)
        let severity = try values.line(.severity, record)
        let text = try values.line(.text, record, longest: 2000)
        let folded = [SearchText.folded(first), SearchText.folded(second)].sorted()
        guard folded[0] != folded[1] else { throw values.malformed(.second) }
        guard pairs.insert(Fingerprint.of(folded.joined(separator: "\n"))).inserted else {
            throw .duplicate("\(first) + \(second)")
        }
        return ListedInteraction(first, second, severity: ListedInteraction.Severity(listed: severity), text: text)
    }

    private mutating func name(
        _ field: ColumnMatching.Field, _ record: CSVRecord
    ) throws(RowProblem.Reason) -> String {
        let name = try values.line(field, record, longest: 300)
        guard name.contains(where: { $0.isLetter || $0.isNumber }) else { throw values.malformed(field) }
        return name
    }
}

extension ListedInteraction.Severity {
    /// The words of the lists, in English and German; what is none of them is unknown.
    init(listed text: String) {
        let words = Set(SearchText.words(text))
        let meanings: [(Self, Set<String>)] = [
            (.unknown, ["unknown", "unbekannt"]),
            (
                .major,
                [
                    "major", "severe", "serious", "high", "critical", "contraindicated", "schwer", "schwerwiegend",
                    "hoch",
                    "kontraindiziert", "kritisch",
                ]
            ),
            (.moderate, ["moderate", "significant", "medium", "mittel", "mittelschwer", "massig", "moderat"]),
            (.minor, ["minor", "mild", "low", "leicht", "gering", "geringfugig", "niedrig"]),
        ]
        self = meanings.first { !$0.1.isDisjoint(with: words) }?.0 ?? .unknown
    }
}

/// A number that stands for a text: FNV-1a, the same in every run.
enum Fingerprint {
    static func of(_ text: String) -> UInt64 {
        text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}
