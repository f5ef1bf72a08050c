import Clinic

/// The columns of a list whose values are separated by one sign and never quoted, by the names in its header.
struct ListColumns {
    let separator: UInt8
    let count: Int
    private let places: [String: Int]

    init(header: ArraySlice<UInt8>, separator: UInt8) {
        self.separator = separator
        let names = header.fields(separator).map { String(decoding: $0.trimmed, as: UTF8.self) }
        count = names.count
        places = Dictionary(zip(names, names.indices), uniquingKeysWith: { first, _ in first })
    }

    func has(_ names: [String]) -> Bool { names.allSatisfy { places[$0] != nil } }

    /// The values of a line.
    func values(_ line: ArraySlice<UInt8>) throws(RowProblem.Reason) -> Values {
        let fields = line.fields(separator)
        guard fields.count == count else { throw .wrongColumnCount(expected: count, found: fields.count) }
        return Values(fields: fields, columns: self)
    }

    struct Values {
        let fields: [ArraySlice<UInt8>]
        let columns: ListColumns

        /// The bytes of a column; empty for one that the file does not have.
        subscript(_ name: String) -> ArraySlice<UInt8> { columns.places[name].map { fields[$0].trimmed } ?? [] }

        /// A value as clean text.
        func text(_ name: String, _ decoding: inout TextDecoding) throws(RowProblem.Reason) -> String {
            let bytes = self[name]
            return bytes.isEmpty ? "" : Substances.clean(try decoding.text(bytes))
        }
    }
}
