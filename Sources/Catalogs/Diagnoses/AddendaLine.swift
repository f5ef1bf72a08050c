import Clinic

/// A line of CMS's addenda: a word in 13 columns, then for the order file's addenda the flag, the code and both titles, for
/// the codes file's the code and the title. Behind the changes stands a summary in prose, which is passed over.
struct AddendaLine: LineLayout {
    private var seen: [AddendaShape.Word: CodeSet] = [:]
    private var isSummary = false
    private var hasChanges = false

    mutating func row(of line: ArraySlice<UInt8>) throws(RowProblem.Reason) -> CodeChange? {
        guard let word = AddendaShape.word(of: line) else {
            // The summary's lines have no word with a colon at their beginning.
            if hasChanges, !line.prefix(13).containsByte(UInt8(ascii: ":")) { isSummary = true }
            if isSummary { return nil }
            throw .malformed(column: "change")
        }
        let columns = try FixedColumns(line)
        let title =
            AddendaShape.hasFlag(line) ? try OrderLine.row(columns, from: 13 + 2, flag: 13) : try Self.row(columns)
        guard seen[word, default: CodeSet()].insert(title.code) else { throw .duplicate(title.code) }
        hasChanges = true
        return switch word {
        case .add: .add(title)
        case .delete: .delete(title)
        case .reviseFrom: .reviseFrom(title)
        case .reviseTo: .reviseTo(title)
        }
    }

    private static func row(_ columns: FixedColumns) throws(RowProblem.Reason) -> CodedTitle {
        CodedTitle(
            code: try ICD10.code(columns[13..<20]), isBillable: true, title: try ICD10.title(columns[21..<Int.max]))
    }
}

/// The words that begin the lines of an addenda file.
enum AddendaShape {
    enum Word: String, CaseIterable {
        case add = "Add:"
        case delete = "Delete:"
        case reviseFrom = "Revise from:"
        case reviseTo = "Revise to:"
    }

    static func word(of line: ArraySlice<UInt8>) -> Word? {
        guard line.count > 13 else { return nil }
        return Word.allCases.first { line.prefix(13).trimmed.elementsEqual($0.rawValue.utf8) }
    }

    static func isLine(_ line: ArraySlice<UInt8>) -> Bool {
        guard word(of: line) != nil else { return false }
        return ICD10.isCode(line.dropFirst(hasFlag(line) ? 15 : 13).prefix(7).trimmed)
    }

    /// Whether the line says if the code is a heading, as the addenda of the order file do.
    static func hasFlag(_ line: ArraySlice<UInt8>) -> Bool {
        let rest = line.dropFirst(13).prefix(2)
        return rest.elementsEqual([0x30, 0x20]) || rest.elementsEqual([0x31, 0x20])
    }
}
