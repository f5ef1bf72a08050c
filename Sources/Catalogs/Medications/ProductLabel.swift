import Clinic

/// One structured product label of the FDA (HL7 SPL): a row for each of its products, with the label's indications and
/// adverse reactions.
struct ProductLabel: CatalogReader {
    /// More products than one label has.
    private static let productLimit = 1_000
    /// LOINC codes of sections.
    private static let sections = ["34067-9": Section.indications, "55105-1": .purpose, "34084-4": .adverse]

    private enum Section { case indications, purpose, adverse }

    private struct Product {
        var line: Int
        var brand = ""
        var generic = ""
        var form = ""
        var ndc = ""
        var substances: [String] = []
        var strengths: [String] = []
        var routes: [String] = []
    }

    private var events: XMLEvents
    private var path: [String] = []
    private var text = ""
    private var products: [Product] = []
    /// How deep the product and the section at hand lie; nil outside.
    private var productDepth: Int?
    private var section: (kind: Section, depth: Int)?
    private var sectionText = ""
    private var texts: [Section: String] = [:]
    private var isActive = false
    private var amount: [String] = []
    private var rows: [Result<(line: Int, row: ListedMedication), RowProblem>]?
    private(set) var skipped = 0

    init(_ source: any ByteSource, limits: CatalogLimits) throws { events = try XMLEvents(source, limits: limits) }

    var bytesRead: Int { events.bytesRead }

    mutating func next() throws -> Result<(line: Int, row: ListedMedication), RowProblem>? {
        if rows == nil {
            try read()
            rows = products.prefix(Self.productLimit).map(row).reversed()
        }
        return rows?.popLast()
    }

    private mutating func read() throws {
        while let event = try events.next() {
            switch event {
            case .start(let name, let attributes, let line): start(name, attributes, line)
            case .text(let more):
                if section != nil, path.contains("text"), sectionText.utf8.count < 20 * LabelText.longest {
                    sectionText += more
                } else if text.utf8.count < 2000 {
                    text += more
                }
            case .end(let name): end(name)
            }
        }
    }

    private mutating func start(_ name: String, _ attributes: [String: String], _ line: Int) {
        let parent = path.last
        path.append(name)
        // "TRIAMINIC<suffix>Childrens…": the name goes on around its suffix.
        text = name == "suffix" ? text + " " : ""
        if section != nil { sectionText += " " }
        // Products lie in products; parts of a kit lie deeper.
        if name == "manufacturedProduct" || name == "manufacturedMedicine", parent == "manufacturedProduct",
            productDepth == nil, products.count < Self.productLimit
        {
            products.append(Product(line: line))
            productDepth = path.count
        }
        switch (parent, name) {
        case ("section", "code"):
            if section == nil, let kind = attributes["code"].flatMap({ Self.sections[$0] }) {
                section = (kind, path.count - 1)
                sectionText = ""
            }
        case (_, "routeCode"): routes(attributes["displayName"])
        default: if productDepth != nil { product(parent, name, attributes) }
        }
    }

    private mutating func product(_ parent: String?, _ name: String, _ attributes: [String: String]) {
        guard let last = products.indices.last else { return }
        let value = attributes["value"] ?? ""
        switch (parent, name) {
        case ("manufacturedProduct", "formCode"), ("manufacturedMedicine", "formCode"):
            if products[last].form.isEmpty { products[last].form = (attributes["displayName"] ?? "").lowercased() }
        case ("manufacturedProduct", "code"), ("manufacturedMedicine", "code"):
            if products[last].ndc.isEmpty { products[last].ndc = attributes["code"] ?? "" }
        case (_, "ingredient"):
            isActive = attributes["classCode"]?.hasPrefix("ACT") ?? false
            amount = []
        case (_, "activeIngredient"):
            isActive = true
            amount = []
        case (_, "numerator"): amount = [value, attributes["unit"] ?? ""]
        case (_, "denominator"):
            let unit = attributes["unit"] ?? "1"
            if amount.count == 2, unit != "1" { amount[1] += value == "1" ? "/\(unit)" : "/\(value) \(unit)" }
        default: return
        }
    }

    private mutating func routes(_ name: String?) {
        guard let name, let last = products.indices.last else { return }
        let route = name.lowercased()
        if !products[last].routes.contains(route), products[last].routes.count < 20 {
            products[last].routes.append(route)
        }
    }

    private mutating func end(_ name: String) {
        path.removeLast()
        let parent = path.last
        let text = Substances.clean(text)
        if section != nil { sectionText += " " }
        if let (kind, depth) = section, path.count < depth {
            if texts[kind] == nil { texts[kind] = LabelText.short(sectionText) }
            section = nil
        }
        guard let depth = productDepth, let last = products.indices.last else { return }
        if path.count < depth { productDepth = nil }
        switch (parent, name) {
        case ("manufacturedProduct", "name"), ("manufacturedMedicine", "name"):
            if products[last].brand.isEmpty { products[last].brand = text }
        case ("genericMedicine", "name"): if products[last].generic.isEmpty { products[last].generic = text }
        case ("ingredientSubstance", "name"), ("activeIngredientSubstance", "name"):
            guard isActive, !text.isEmpty, products[last].substances.count < 100 else { return }
            products[last].substances.append(text)
            products[last].strengths.append(amount.filter { !$0.isEmpty }.joined(separator: " "))
        default: return
        }
    }

    private func row(_ product: Product) -> Result<(line: Int, row: ListedMedication), RowProblem> {
        let substances = product.substances.isEmpty ? Substances.split(product.generic) : product.substances
        let joined = substances.count <= 12 ? Substances.name(substances) : nil
        guard var row = ListedMedication(name: joined ?? product.brand) else {
            return .failure(RowProblem(line: product.line, reason: .malformed(column: "name")))
        }
        row.brands = product.brand.isEmpty || product.brand.lowercased() == row.name ? [] : [product.brand]
        row.forms = product.form.isEmpty ? [] : [product.form]
        row.routes = product.routes
        row.ndcs = NationalDrugCode.isProduct(product.ndc) ? [product.ndc] : []
        let strengths = product.strengths.filter { !$0.isEmpty }
        if strengths.count == substances.count, strengths.count <= 12, !strengths.isEmpty {
            row.strengths = [strengths.joined(separator: " / ")]
        }
        row.purposes = [texts[.indications] ?? texts[.purpose] ?? ""].filter { !$0.isEmpty }
        row.effects = [texts[.adverse] ?? ""].filter { !$0.isEmpty }
        return .success((product.line, row))
    }
}
