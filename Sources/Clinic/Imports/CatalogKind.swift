/// What a catalogue is a list of. One release of each kind is in use at a time.
package enum CatalogKind: String, Hashable, Sendable, Codable, CaseIterable {
    case icd10cm
    case icd9cm
    /// ICD-9-CM ↔ ICD-10-CM, both directions.
    case equivalences
    /// Medicines beside the program's own list.
    case medications
    /// Pairs of medicines that do each other harm.
    case interactions
    /// Practices of therapists.
    case practices
    /// Where postal codes lie.
    case places

    /// The kind that a code list is.
    package init(_ system: CodeSystem) {
        switch system {
        case .icd10cm: self = .icd10cm
        case .icd9cm: self = .icd9cm
        }
    }

    /// The code list it is, of those that are one.
    package var codeSystem: CodeSystem? {
        switch self {
        case .icd10cm: .icd10cm
        case .icd9cm: .icd9cm
        default: nil
        }
    }
}

/// How a publisher lays out a file; recognised from what it says, never from its name.
package enum CatalogLayout: String, Hashable, Sendable, Codable, CaseIterable {
    /// ICD-10-CM: `icd10cm_order_….txt` of CMS: headings and billable codes with short and long titles.
    case icd10cmOrder = "icd10cm-order"
    /// ICD-10-CM: `icd10cm_codes_….txt` of CMS: billable codes and their long titles.
    case icd10cmCodes = "icd10cm-codes"
    /// ICD-10-CM: `icd10cm_order_addenda_….txt` of CMS: codes added, deleted and reworded.
    case icd10cmAddenda = "icd10cm-addenda"
    /// ICD-10-CM: the tabular list of the NCHS as XML: inclusion terms and notes.
    case icd10cmTabular = "icd10cm-tabular"
    /// ICD-9-CM: `CMS32_DESC_LONG_DX.txt`.
    case icd9cmLong = "icd9cm-long"
    /// ICD-9-CM: `CMS32_DESC_SHORT_DX.txt`.
    case icd9cmShort = "icd9cm-short"
    /// ICD-10-CM to ICD-9-CM: `…_I10gem.txt`.
    case gemsFromICD10 = "i10gem"
    /// ICD-9-CM to ICD-10-CM: `…_I9gem.txt`.
    case gemsFromICD9 = "i9gem"
    /// RxTerms of the NLM, `RxTerms….txt`.
    case rxTerms = "rxterms"
    /// The substances of RxTerms' medicines, `RxTermsIngredients….txt`.
    case rxTermsIngredients = "rxterms-ingredients"
    /// RxNorm: `RXNCONSO.RRF`.
    case rxNorm = "rxnorm"
    /// openFDA drug labels as one JSON document.
    case openFDA = "openfda"
    /// openFDA drug labels, one JSON object a line.
    case openFDALines = "openfda-lines"
    /// FDA NDC directory: `product.txt`.
    case ndc
    /// One FDA structured product label as XML.
    case spl
    /// FHIR R4 Bundle with MedicationKnowledge.
    case fhirBundle = "fhir-bundle"
    /// FHIR R4 MedicationKnowledge, one resource a line.
    case fhirLines = "fhir-lines"
    /// Medicines in columns, as a spreadsheet saves them.
    case medicationTable = "medication-table"
    /// Interactions in columns, as DDInter ships them: `DDInterID_A,Drug_A,DDInterID_B,Drug_B,Level`.
    case interactionTable = "interaction-table"
    /// NPPES: `npidata_pfile_….csv`.
    case nppes
    /// Practices in columns, as a spreadsheet saves them.
    case practiceTable = "practice-table"
    /// Census gazetteer of ZIP code tabulation areas.
    case gazetteer
    /// Postal codes of GeoNames, `US.txt`.
    case geoNames = "geonames"
    /// ZIP codes in columns, as they come with the program: `zip latitude longitude city state`.
    case zipAreas = "zip-areas"

    package var kind: CatalogKind {
        switch self {
        case .icd10cmOrder, .icd10cmCodes, .icd10cmAddenda, .icd10cmTabular: .icd10cm
        case .icd9cmLong, .icd9cmShort: .icd9cm
        case .gemsFromICD10, .gemsFromICD9: .equivalences
        case .rxTerms, .rxTermsIngredients, .rxNorm, .openFDA, .openFDALines, .ndc, .spl, .fhirBundle, .fhirLines,
            .medicationTable:
            .medications
        case .interactionTable: .interactions
        case .nppes, .practiceTable: .practices
        case .gazetteer, .geoNames, .zipAreas: .places
        }
    }
}
