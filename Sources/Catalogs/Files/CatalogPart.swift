import Clinic

/// A file of an archive, or the file itself where it is none, of a layout that can be read.
package struct CatalogPart: Hashable, Sendable {
    /// In the archive, as text that can be shown; empty for a file that is no archive.
    package let path: String
    package let layout: CatalogLayout
    /// Unpacked, in bytes; nil where the file does not say.
    package let size: Int?
    /// The how manieth file of the archive it is, from 0: two may have the same path.
    let place: Int
    let traits: Traits

    /// What recognition saw beside the layout.
    struct Traits: Hashable, Sendable {
        /// Nothing behind the header.
        var isEmpty = false
        /// Of the two addenda files of CMS the one that has headings and short titles.
        var hasHeadings = false
        /// The year that the content states.
        var year: Int?
        /// The encoding that the content states: by the mark of UTF-16, or as XML does.
        var encoding: TextEncoding?
    }

    /// How the part's text is encoded: as it states itself, else as the reader of its rows found.
    package func encoding(found: TextEncoding) -> TextEncoding { traits.encoding ?? found }
}

extension CatalogLayout {
    /// Whether a file of the layout says the whole list, so that what it does not name is gone; else it says some of it.
    package var isWholeList: Bool {
        switch self {
        case .icd10cmOrder, .icd10cmCodes, .icd9cmLong, .icd9cmShort, .gemsFromICD10, .gemsFromICD9, .rxTerms,
            .rxTermsIngredients, .rxNorm, .ndc, .nppes, .gazetteer, .geoNames, .zipAreas:
            true
        case .icd10cmAddenda, .icd10cmTabular, .openFDA, .openFDALines, .spl, .fhirBundle, .fhirLines,
            .medicationTable, .interactionTable, .practiceTable:
            false
        }
    }
}
