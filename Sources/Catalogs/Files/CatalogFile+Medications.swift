import Clinic

extension CatalogFile {
    /// Medicines, a product or a substance at a time. Text that is not UTF-8 is taken for Windows-1252.
    /// - Parameter columns: of a table; nil: as ``columns(_:)`` guesses.
    /// - Throws: ``FileProblem``.
    package func medications(
        _ part: CatalogPart, columns: ColumnMatching? = nil
    ) throws -> any CatalogReader<ListedMedication> {
        let rows = limits.rows
        switch part.layout {
        case .rxTerms:
            let ingredients = try ingredients()
            return try LineRows(behind: lines(part), rows: rows) { RxTermsLine(header: $0, ingredients: ingredients) }
        case .rxTermsIngredients:
            return try LineRows(behind: lines(part), rows: rows) { RxTermsIngredientLine(header: $0) }
        case .rxNorm: return LineRows(try lines(part), RxNormLine(), rows: rows)
        case .ndc: return try LineRows(behind: lines(part), rows: rows) { NDCLine(header: $0) }
        case .openFDA: return JSONRows(try elements(part, "results"), OpenFDALabel(), rows: rows)
        case .openFDALines: return JSONRows(try objectLines(part), OpenFDALabel(), rows: rows)
        case .fhirBundle:
            return JSONRows(try elements(part, "entry"), FHIRMedicationKnowledge(isEntry: true), rows: rows)
        case .fhirLines: return JSONRows(try objectLines(part), FHIRMedicationKnowledge(isEntry: false), rows: rows)
        case .spl: return try ProductLabel(try bytes(part), limits: limits)
        case .medicationTable: return try table(part, columns) { MedicationTable($0) }
        default: throw WrongReader(layout: part.layout)
        }
    }

    private func elements(_ part: CatalogPart, _ key: String) throws -> JSONObjects {
        .elements(JSONElements(try bytes(part), key: key, limits: limits))
    }

    private func objectLines(_ part: CatalogPart) throws -> JSONObjects {
        .lines(ByteLines(try bytes(part), limit: limits.elementBytes), depth: limits.jsonDepth)
    }

    /// The substances of RxTerms' products, where the file has that part too.
    /// - Throws: ``FileProblem/tooManyRows(limit:)`` when they would not fit into memory.
    private func ingredients() throws -> [Int: [RxIngredient]] {
        guard let part = parts.first(where: { $0.layout == .rxTermsIngredients }) else { return [:] }
        var lines = try lines(part)
        guard case .success(let header)? = try lines.next(), var layout = RxTermsIngredientLine(header: header) else {
            return [:]
        }
        var ingredients: [Int: [RxIngredient]] = [:]
        var count = 0
        while let line = try lines.next() {
            // What is wrong with a line is said where the part is read for itself.
            guard case .success(let bytes) = line, let (product, ingredient) = layout.known(bytes) else { continue }
            count += 1
            guard count <= limits.codes else { throw FileProblem.tooManyRows(limit: limits.codes) }
            ingredients[product, default: []].append(ingredient)
        }
        return ingredients
    }
}

extension RxTermsIngredientLine {
    /// The product's number and its substance; nil for a line that is wrong.
    fileprivate mutating func known(_ line: ArraySlice<UInt8>) -> (Int, RxIngredient)? {
        do throws(RowProblem.Reason) {
            return try ingredient(line)
        } catch {
            return nil
        }
    }
}
