import Catalogs
import Clinic

/// Everything that a part gives, whatever it is of: lines of rows and problems.
struct ReadLines {
    var lines: [Int] = []
    var problems: [RowProblem] = []
    var skipped = 0

    /// Reads to the end, or to what ends it.
    init(_ file: CatalogFile, _ part: CatalogPart) throws {
        switch part.layout {
        case .icd10cmOrder, .icd10cmCodes, .icd9cmLong, .icd9cmShort: self.init(try ReadPart(file.codes(part)))
        case .icd10cmAddenda: self.init(try ReadPart(file.changes(part)))
        case .icd10cmTabular: self.init(try ReadPart(file.notes(part)))
        case .gemsFromICD10, .gemsFromICD9: self.init(try ReadPart(file.equivalences(part)))
        case .interactionTable: self.init(try ReadPart(file.interactions(part)))
        case .nppes, .practiceTable: self.init(try ReadPart(file.practices(part)))
        case .gazetteer, .geoNames, .zipAreas: self.init(try ReadPart(file.places(part)))
        case .rxTerms, .rxTermsIngredients, .rxNorm, .openFDA, .openFDALines, .ndc, .spl, .fhirBundle, .fhirLines,
            .medicationTable:
            self.init(try ReadPart(file.medications(part)))
        }
    }

    private init<Row>(_ read: ReadPart<Row>) {
        lines = read.lines
        problems = read.problems
        skipped = read.skipped
    }
}
