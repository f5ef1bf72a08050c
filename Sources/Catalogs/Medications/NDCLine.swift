import Clinic

/// A line of the FDA's National Drug Code directory, `product.txt`, behind its header: 20 columns separated by tabs in
/// Windows-1252. It is no CSV: quotation marks are text.
struct NDCLine: LineLayout {
    private static let needed = [
        "PRODUCTNDC", "PRODUCTTYPENAME", "PROPRIETARYNAME", "NONPROPRIETARYNAME", "SUBSTANCENAME",
    ]
    /// A product of more substances is known by its own name; such lists are cut near 4,000 characters anyway.
    private static let substanceLimit = 12
    private let columns: ListColumns
    private var decoding = TextDecoding(fallback: .windows1252)

    init?(header: ArraySlice<UInt8>) {
        columns = ListColumns(header: header, separator: 0x09)
        guard columns.has(Self.needed) else { return nil }
    }

    var encoding: TextEncoding { decoding.encoding }

    mutating func row(of line: ArraySlice<UInt8>) throws(RowProblem.Reason) -> ListedMedication? {
        let values = try columns.values(line)
        let ndc = String(decoding: values["PRODUCTNDC"], as: UTF8.self)
        guard NationalDrugCode.isProduct(ndc) else { throw .malformed(column: "PRODUCTNDC") }
        let brand = Self.name(try values.text("PROPRIETARYNAME", &decoding))
        let generic = Self.name(try values.text("NONPROPRIETARYNAME", &decoding))
        let listed = Self.list(try values.text("SUBSTANCENAME", &decoding))
        let substances = listed.isEmpty ? Substances.split(generic) : listed
        let joined = substances.count <= Self.substanceLimit ? Substances.name(substances) : nil
        let name = joined ?? (generic.isEmpty || !listed.isEmpty ? brand : generic)
        guard var row = ListedMedication(name: name) ?? ListedMedication(name: brand) else {
            throw .malformed(column: "NONPROPRIETARYNAME")
        }
        let folded = SearchText.folded(brand)
        if !brand.isEmpty, folded != SearchText.folded(generic), folded != row.name { row.brands = [brand] }
        row.forms = Self.single(try values.text("DOSAGEFORMNAME", &decoding).lowercased())
        row.routes = Self.list(try values.text("ROUTENAME", &decoding).lowercased())
        row.strengths = Self.strengths(
            Self.list(try values.text("ACTIVE_NUMERATOR_STRENGTH", &decoding)),
            Self.list(try values.text("ACTIVE_INGRED_UNIT", &decoding)))
        row.classes = Self.classes(try values.text("PHARM_CLASSES", &decoding))
        row.schedule = ControlledSchedule(rawValue: String(decoding: values["DEASCHEDULE"], as: UTF8.self))
        row.ndcs = [ndc]
        return row
    }

    /// Without what damaged encodings and quotation marks leave at the ends.
    private static func name(_ text: String) -> String {
        Substances.clean(String(text.drop { !$0.isLetter && !$0.isNumber && $0 != "(" && $0 != "[" }))
    }

    private static func single(_ text: String) -> [String] { text.isEmpty ? [] : [text] }

    private static func list(_ text: String) -> [String] {
        Substances.parts(text, at: [0x3B])
    }

    /// "5; .325" and "mg/1; mg/1" → "5 mg / 0.325 mg".
    private static func strengths(_ numbers: [String], _ units: [String]) -> [String] {
        guard !numbers.isEmpty, numbers.count == units.count, numbers.count <= substanceLimit else { return [] }
        let parts = zip(numbers, units).map { number, unit in
            (number.hasPrefix(".") ? "0" : "") + number + " " + (unit.hasSuffix("/1") ? String(unit.dropLast(2)) : unit)
        }
        return [parts.joined(separator: " / ")]
    }

    /// The established classes of "GLP-1 Receptor Agonist [EPC],Glucagon-Like Peptide 1 [CS]"; their names have commas too.
    private static func classes(_ text: String) -> [String] {
        Substances.parts(text, at: [0x5D]).compactMap { part in
            guard part.utf8.suffix(4).elementsEqual("[EPC".utf8) else { return nil }
            let name = part.utf8.dropLast(4).drop { $0 == 0x2C || $0 == 0x20 }
            return Substances.clean(String(Substring(name)))
        }
    }
}

/// The FDA's numbers of products.
enum NationalDrugCode {
    /// Four or five digits of the labeler, three or four of the product: `0002-0800`.
    static func isProduct(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        return parts.count == 2 && (4...6).contains(parts[0].utf8.count) && (3...4).contains(parts[1].utf8.count)
            && parts.allSatisfy { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
    }
}
