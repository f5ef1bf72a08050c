/// A list of diagnosis codes. The raw value is the word in addresses, files and the database.
package enum CodeSystem: String, CaseIterable, Sendable, Codable {
    /// ICD-10-CM: what clinics in the United States code with.
    case icd10cm
    /// ICD-9-CM: replaced on 1 October 2015, kept because old records and some payers still name it.
    case icd9cm

    /// Whether the list is closed: its codes may be looked up and written, but no new release will come.
    package var isHistorical: Bool { self == .icd9cm }

    /// The other list, for "no hits here, but there".
    package var other: CodeSystem {
        switch self {
        case .icd10cm: .icd9cm
        case .icd9cm: .icd10cm
        }
    }
}
