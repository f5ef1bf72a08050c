import Clinic
import Foundation

/// A drug label of openFDA. Sections are arrays of strings; `openfda`, where the names are, may be empty: such a label is
/// passed over unless its list of contents is as short as a name.
struct OpenFDALabel: JSONLayout {
    private let decoder = JSONDecoder()
    private var ids: Set<UInt64> = []

    private struct Label: Decodable {
        var id: String?
        var openfda: Names?
        var spl_product_data_elements: JSONTexts?
        var indications_and_usage: JSONTexts?
        var purpose: JSONTexts?
        var adverse_reactions: JSONTexts?
    }

    private struct Names: Decodable {
        var substance_name: JSONTexts?
        var generic_name: JSONTexts?
        var brand_name: JSONTexts?
        var route: JSONTexts?
        var product_ndc: JSONTexts?
        var rxcui: JSONTexts?
        var pharm_class_epc: JSONTexts?
    }

    mutating func row(of object: Data) throws(RowProblem.Reason) -> ListedMedication? {
        let label: Label
        do {
            label = try decoder.decode(Label.self, from: object)
        } catch {
            throw .notJSON
        }
        guard var row = Self.named(label) else { return nil }
        if let id = label.id, !ids.insert(Fingerprint.of(id)).inserted { throw .duplicate(String(id.prefix(100))) }
        let names = label.openfda
        row.routes = Self.clean(names?.route).map { $0.lowercased() }
        row.classes = Self.clean(names?.pharm_class_epc).map { text in
            text.hasSuffix(" [EPC]") ? String(text.dropLast(6)) : text
        }
        row.ndcs = Self.clean(names?.product_ndc).filter(NationalDrugCode.isProduct)
        let numbers = Self.clean(names?.rxcui)
        row.rxcui = numbers.count == 1 ? numbers[0] : nil
        row.purposes = Self.short(label.indications_and_usage ?? label.purpose)
        row.effects = Self.short(label.adverse_reactions)
        return row
    }

    private static func named(_ label: Label) -> ListedMedication? {
        var substances = clean(label.openfda?.substance_name)
        if substances.isEmpty { substances = clean(label.openfda?.generic_name).flatMap(Substances.split) }
        let brands = clean(label.openfda?.brand_name)
        if substances.isEmpty, brands.isEmpty { return contents(clean(label.spl_product_data_elements)) }
        let name = substances.count <= 12 ? Substances.name(substances) : nil
        guard var row = (name ?? brands.first).flatMap(ListedMedication.init(name:)) else { return nil }
        row.brands = brands.filter { $0.lowercased() != row.name }
        return row
    }

    /// "Lipitor ATORVASTATIN": a brand and a substance in capitals. Longer lists name what a tablet is made of too.
    private static func contents(_ texts: [String]) -> ListedMedication? {
        let words = texts.first?.split(separator: " ").map(String.init) ?? []
        let brand = words.prefix { $0 != $0.uppercased() }
        let substance = words.dropFirst(brand.count)
        guard (1...3).contains(brand.count), (1...3).contains(substance.count),
            substance.allSatisfy({ $0 == $0.uppercased() }),
            let name = Substances.name([substance.joined(separator: " ")]),
            var row = ListedMedication(name: name)
        else { return nil }
        row.brands = [brand.joined(separator: " ")]
        return row
    }

    private static func clean(_ texts: JSONTexts?) -> [String] {
        (texts?.texts.prefix(200) ?? []).map { Substances.clean(String($0.prefix(500))) }.filter { !$0.isEmpty }
    }

    private static func short(_ texts: JSONTexts?) -> [String] {
        guard let text = texts?.texts.first.map(LabelText.short), !text.isEmpty else { return [] }
        return [text]
    }
}
