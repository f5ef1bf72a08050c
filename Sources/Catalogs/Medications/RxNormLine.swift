import Clinic

/// A line of `RXNCONSO.RRF`: one name of a concept, by one of many vocabularies. What makes a medicine are RxNorm's own
/// names that are not suppressed, of substances (IN), several substances (MIN), their salts (PIN) and of products with
/// strength or form (SCD, SCDF and with a brand SBD, SBDF). Brands alone (BN), packs, synonyms and what repeats these
/// (PSN, SY, TMSY, SCDC, …) say nothing that a line alone could use, and are passed over.
struct RxNormLine: LineLayout {
    /// 18 values, each with a bar behind it.
    static let columns = 19
    private enum Place { static let (number, language, vocabulary, type, name, suppress) = (0, 1, 11, 12, 14, 16) }
    private var decoding = TextDecoding(fallback: .windows1252)

    static func isLine(_ line: ArraySlice<UInt8>) -> Bool {
        let fields = line.fields(UInt8(ascii: "|"))
        return fields.count == columns && fields[Place.number].digitsValue != nil
            && fields[Place.language].count == 3 && fields[columns - 1].isEmpty && !fields[Place.vocabulary].isEmpty
    }

    var encoding: TextEncoding { decoding.encoding }

    mutating func row(of line: ArraySlice<UInt8>) throws(RowProblem.Reason) -> ListedMedication? {
        let fields = line.fields(UInt8(ascii: "|"))
        guard fields.count == Self.columns else {
            throw .wrongColumnCount(expected: Self.columns - 1, found: max(0, fields.count - 1))
        }
        guard fields[Place.vocabulary].elementsEqual("RXNORM".utf8), fields[Place.suppress].elementsEqual("N".utf8)
        else { return nil }
        guard let number = fields[Place.number].digitsValue else { throw .malformed(column: "RXCUI") }
        let type = String(decoding: fields[Place.type], as: UTF8.self)
        switch type {
        case "IN", "MIN", "PIN": return try substance(fields[Place.name], type, number)
        case "SCD", "SBD", "SCDF", "SBDF":
            let name = Substances.clean(try decoding.text(fields[Place.name]))
            guard !name.isEmpty else { throw .malformed(column: "STR") }
            return ClinicalDrugName(name).flatMap(ListedMedication.init)
        default: return nil
        }
    }

    private mutating func substance(
        _ bytes: ArraySlice<UInt8>, _ type: String, _ number: Int
    ) throws(RowProblem.Reason) -> ListedMedication {
        let name = Substances.clean(try decoding.text(bytes))
        let base = Substances.name(Substances.words(name).split(separator: "/").map { $0.joined(separator: " ") }) ?? ""
        guard var row = ListedMedication(name: base) else { throw .malformed(column: "STR") }
        if type == "PIN" {
            row.otherNames = base == name.lowercased() ? [] : [name]
        } else {
            row.rxcui = String(number)
        }
        return row
    }
}
