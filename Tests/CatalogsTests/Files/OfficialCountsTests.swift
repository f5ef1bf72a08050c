import Catalogs
import Clinic
import Foundation
import Testing

/// What the files of `../shared/data` give: `rows/problems/skipped` of each part that is read; none for no catalogue.
@Suite("What official files and samples give", .enabled(if: SharedFiles.areThere, "../shared/data is not there"))
struct OfficialCountsTests {
    @Test(
        "is known in rows, problems and lines that are passed over",
        arguments: [
            ("samples/2018_I10gem_sample.txt", "i10gem 262/0/0"),
            ("samples/2018_I9gem_sample.txt", "i9gem 114/0/0"),
            ("samples/2021_Gaz_zcta_national_sample.txt", "gazetteer 2/0/0"),
            ("samples/2026_Gaz_zcta_national_sample.txt", "gazetteer 5/0/0"),
            ("samples/CMS32_DESC_LONG_DX_sample.txt", "icd9cm-long 231/0/0"),
            ("samples/CMS32_DESC_SHORT_DX_sample.txt", "icd9cm-short 231/0/0"),
            ("samples/RXNCONSO_sample.RRF", "rxnorm 259/0/2"),
            ("samples/RxTermsIngredients_sample.txt", "rxterms-ingredients 68/0/192"),
            ("samples/RxTerms_sample.txt", "rxterms 262/0/2"),
            ("samples/drug-label-0001-of-0001.json.zip", "openfda 60/0/0"),
            ("samples/drug-label.ndjson", "openfda-lines 60/0/0"),
            ("samples/fhir_MedicationKnowledge.ndjson", "fhir-lines 40/0/0"),
            ("samples/fhir_MedicationKnowledge_bundle.json", "fhir-bundle 40/0/0"),
            ("samples/geonames_US_sample.txt", "geonames 4/0/0"),
            ("samples/icd10cm_codes_sample.txt", "icd10cm-codes 400/0/0"),
            ("samples/icd10cm_order_addenda_sample.txt", "icd10cm-addenda 120/0/12"),
            ("samples/icd10cm_order_sample.txt", "icd10cm-order 743/0/0"),
            ("samples/icd10cm_tabular_sample.xml", "icd10cm-tabular 47/0/297"),
            ("samples/medications_plain_excel.csv", "medication-table 100/0/0"),
            ("samples/ndc_product_sample.txt", "ndc 91/0/0"),
            ("samples/npidata_pfile_sample.csv", "nppes 11/0/1"),
            ("samples/npidata_pfile_sample_FileHeader.csv", "nppes 0/0/0"),
            ("official/2018-ICD-10-CM-General-Equivalence-Mappings_CMS.zip", "i10gem 81593/0/0, i9gem 24860/0/0"),
            ("official/ICD-9-CM-v32-master-descriptions_CMS.zip", "icd9cm-long 14567/0/0"),
            ("official/fda_ndc_product_2019-04.txt.xz", "ndc 128241/0/0"),
            ("official/icd10cm-tabular-April-1-2026.xml.xz", "icd10cm-tabular 10135/0/36746"),
            ("official/icd10orderfiles_2026_CMS.zip", "icd10cm-order 98186/0/0"),
            ("official/spl_cough.xml.xz", "spl 1/0/0"),
            ("official/spl_lipitor-orig.xml.xz", "spl 4/0/0"),
            ("ddi_onc_high_priority.tsv", "interaction-table 402/0/0"),
            ("ddi_va_ndfrt_2014.tsv", "interaction-table 5251/0/0"),
            ("medications.tsv", "medication-table 279/0/0"),
            ("README.md", "none"),
            ("gem_2018_icd10_to_icd9.tsv.xz", "none"),
            ("icd10cm_2026_blocks.tsv", "none"),
            ("nucc_taxonomy_pt_subset.tsv", "none"),
            ("zip_zcta_2023_census.tsv.xz", "none"),
            ("patients/synthea_patients.tsv.xz", "none"),
            ("patients/synthea_medications.tsv.xz", "none"),
            ("patients/synthea_allergies.tsv.xz", "none"),
            ("patients/synthea_r4_bundles_24.tar.xz", "none"),
        ])
    func counts(path: String, expected: String) throws {
        #expect(try summary(SharedFiles.file(path)) == expected)
    }

    private func summary(_ url: URL) throws -> String {
        let file = try CatalogFile(url)
        let parts = try file.used.map { "\($0.layout.rawValue) \(try summary(file, $0))" }
        return parts.isEmpty ? "none" : parts.joined(separator: ", ")
    }

    private func summary(_ file: CatalogFile, _ part: CatalogPart) throws -> String {
        switch part.layout {
        case .icd10cmOrder, .icd10cmCodes, .icd9cmLong, .icd9cmShort: try summary(file.codes(part))
        case .icd10cmAddenda: try summary(file.changes(part))
        case .icd10cmTabular: try summary(file.notes(part))
        case .gemsFromICD10, .gemsFromICD9: try summary(file.equivalences(part))
        case .interactionTable: try summary(file.interactions(part))
        case .nppes, .practiceTable: try summary(file.practices(part))
        case .gazetteer, .geoNames, .zipAreas: try summary(file.places(part))
        case .rxTerms, .rxTermsIngredients, .rxNorm, .openFDA, .openFDALines, .ndc, .spl, .fhirBundle, .fhirLines,
            .medicationTable:
            try summary(file.medications(part))
        }
    }

    private func summary<Row>(_ reader: any CatalogReader<Row>) throws -> String {
        let read = try ReadPart(reader)
        return "\(read.rows.count)/\(read.problems.count)/\(read.skipped)"
    }
}
