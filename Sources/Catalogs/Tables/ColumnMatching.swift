import Clinic

/// Which column of a table means what: guessed from the words of its header, to be corrected by the admin.
package struct ColumnMatching: Hashable, Sendable, Codable {
    /// What a column can mean. The raw value is the word in forms and the database.
    package enum Field: String, Hashable, Sendable, CaseIterable, Codable {
        /// The medicine's substance, or the practice.
        case name
        case brands, otherNames, classes, purposes, forms, routes, strengths, effects, rxcui, ndc, schedule
        /// The two medicines that harm each other, how badly, and what happens.
        case first, second, severity, text
        case contact, street, streetMore, city, state, postcode, country, phone, fax, email, npi, specialties, latitude,
            longitude, notes
    }

    /// The header's words as found, in the file's order.
    package let headers: [String]
    /// Positions in ``headers``. A field without a column is not in the file.
    package var columns: [Field: Int]

    package init(headers: [String], columns: [Field: Int]) {
        self.headers = headers
        self.columns = columns
    }

    /// The fields that a table of the layout can have, in the order of a form; none for a layout without columns to
    /// choose.
    package static func fields(of layout: CatalogLayout) -> [Field] {
        switch layout {
        case .medicationTable:
            [
                .name, .brands, .otherNames, .classes, .purposes, .forms, .routes, .strengths, .effects, .rxcui, .ndc,
                .schedule,
            ]
        case .interactionTable: [.first, .second, .severity, .text]
        case .practiceTable:
            [
                .name, .contact, .street, .streetMore, .city, .state, .postcode, .country, .phone, .fax, .email, .npi,
                .specialties, .latitude, .longitude, .notes,
            ]
        default: []
        }
    }

    /// The fields without which no row of the layout can be read.
    package static func needed(by layout: CatalogLayout) -> [Field] {
        switch layout {
        case .medicationTable, .practiceTable: [.name]
        case .interactionTable: [.first, .second]
        default: []
        }
    }

    /// Whether the matching fits a table of the layout: the needed fields are there, every column exists, no column has
    /// two meanings.
    package func isComplete(for layout: CatalogLayout) -> Bool {
        Self.needed(by: layout).allSatisfy { columns[$0] != nil } && columns.values.allSatisfy(headers.indices.contains)
            && Set(columns.values).count == columns.count
    }
}

/// A table's header with the first of its rows, for a preview.
package struct TableSample: Hashable, Sendable {
    package let matching: ColumnMatching
    /// As many values as the header has, at most 200 characters each.
    package let rows: [[String]]
}
