import Clinic

/// A line of the NLM's RxTerms, behind its header: a product that can be prescribed. Retired ones and those that RxTerms
/// would not show are passed over.
struct RxTermsLine: LineLayout {
    private static let needed = ["RXCUI", "TTY", "FULL_NAME", "FULL_GENERIC_NAME", "STRENGTH"]
    private let columns: ListColumns
    private let ingredients: [Int: [RxIngredient]]
    private var decoding = TextDecoding(fallback: .windows1252)
    private var numbers: Set<Int> = []

    /// - Parameter ingredients: substances by the number of the product, where the file beside it gives them.
    init?(header: ArraySlice<UInt8>, ingredients: [Int: [RxIngredient]] = [:]) {
        columns = ListColumns(header: header, separator: UInt8(ascii: "|"))
        self.ingredients = ingredients
        guard columns.has(Self.needed) else { return nil }
    }

    var encoding: TextEncoding { decoding.encoding }

    mutating func row(of line: ArraySlice<UInt8>) throws(RowProblem.Reason) -> ListedMedication? {
        let values = try columns.values(line)
        guard let number = values["RXCUI"].digitsValue else { throw .malformed(column: "RXCUI") }
        guard values["SUPPRESS_FOR"].isEmpty, values["IS_RETIRED"].isEmpty else { return nil }
        let full = try values.text("FULL_NAME", &decoding)
        let generic = try values.text("FULL_GENERIC_NAME", &decoding)
        let parsed = ClinicalDrugName(full)
        let given = ingredients[number] ?? []
        let substances =
            given.isEmpty ? ClinicalDrugName(generic)?.substances ?? parsed?.substances ?? [] : given.map(\.name)
        let display = try values.text("DISPLAY_NAME", &decoding)
        let name = Substances.name(substances) ?? Self.withoutRoute(display)
        guard var row = ListedMedication(name: name) else { throw .malformed(column: "FULL_GENERIC_NAME") }
        guard numbers.insert(number).inserted else { throw .duplicate(String(number)) }
        let brand = try values.text("BRAND_NAME", &decoding)
        row.brands = Self.list(parsed?.brand ?? brand)
        row.forms = Self.list(try values.text("RXN_DOSE_FORM", &decoding))
        row.routes = Self.list(try values.text("ROUTE", &decoding))
        row.strengths = Self.list(try values.text("STRENGTH", &decoding))
        row.otherNames = try values.text("DISPLAY_NAME_SYNONYM", &decoding).split { ";,/".contains($0) }
            .map { Substances.clean(String($0)) }.filter { !$0.isEmpty }
        row.rxcui = given.isEmpty ? String(number) : given.map(\.rxcui).joined(separator: "+")
        return row
    }

    private static func list(_ text: String) -> [String] { text.isEmpty ? [] : [text] }

    /// "amLODIPine/Olmesartan (Oral Pill)" → "amLODIPine/Olmesartan".
    private static func withoutRoute(_ display: String) -> String {
        guard display.hasSuffix(")"), let start = display.lastIndex(of: "(") else { return display }
        return Substances.clean(String(display[..<start]))
    }
}

/// A substance of a product, as RxTerms' second file names it.
struct RxIngredient {
    let name: String
    /// RxNorm's number of the substance.
    let rxcui: String
}

/// A line of RxTerms' ingredients, `RXCUI|INGREDIENT|ING_RXCUI`, as a medicine of its own. A substance stands in many
/// lines and is given once.
struct RxTermsIngredientLine: LineLayout {
    private let columns: ListColumns
    private var decoding = TextDecoding(fallback: .windows1252)
    private var given: Set<Int> = []

    init?(header: ArraySlice<UInt8>) {
        columns = ListColumns(header: header, separator: UInt8(ascii: "|"))
        guard columns.has(["RXCUI", "INGREDIENT", "ING_RXCUI"]) else { return nil }
    }

    var encoding: TextEncoding { decoding.encoding }

    mutating func row(of line: ArraySlice<UInt8>) throws(RowProblem.Reason) -> ListedMedication? {
        let (_, ingredient) = try ingredient(line)
        guard let number = Int(ingredient.rxcui), given.insert(number).inserted else { return nil }
        guard var row = ListedMedication(name: Substances.base(ingredient.name)) else {
            throw .malformed(column: "INGREDIENT")
        }
        row.rxcui = ingredient.rxcui
        return row
    }

    /// The product's number and its substance.
    mutating func ingredient(_ line: ArraySlice<UInt8>) throws(RowProblem.Reason) -> (Int, RxIngredient) {
        let values = try columns.values(line)
        guard let product = values["RXCUI"].digitsValue else { throw .malformed(column: "RXCUI") }
        guard let number = values["ING_RXCUI"].digitsValue else { throw .malformed(column: "ING_RXCUI") }
        let name = try values.text("INGREDIENT", &decoding)
        guard name.contains(where: \.isLetter) else { throw .malformed(column: "INGREDIENT") }
        return (product, RxIngredient(name: name, rxcui: String(number)))
    }
}
