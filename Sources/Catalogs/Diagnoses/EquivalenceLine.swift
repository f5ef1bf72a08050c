import Clinic

/// A line of the General Equivalence Mappings: the code, the code of the other list (`NoDx` for none) and five digits:
/// approximate, no map, combination, scenario, choice list. From ICD-10-CM the columns are 1–7, 9–13 and 15–19, from
/// ICD-9-CM 1–5, 7–13 and 15–19.
struct EquivalenceLine: LineLayout {
    let source: CodeSystem
    private var seen: Set<CodeEquivalence> = []

    init(source: CodeSystem) { self.source = source }

    mutating func row(of line: ArraySlice<UInt8>) throws(RowProblem.Reason) -> CodeEquivalence? {
        let columns = try FixedColumns(line)
        let width = source == .icd10cm ? 7 : 5
        let code = try Self.code(columns[0..<width], of: source, column: "code")
        // One target of the last release is in small letters.
        let target = columns[width + 1..<14].uppercased()
        let flags = Array(columns[14..<Int.max].utf8)
        guard flags.count == 5, flags.allSatisfy({ (0x30...0x39).contains($0) }),
            flags[..<3].allSatisfy({ $0 <= 0x31 })
        else { throw .malformed(column: "flags") }
        let hasNone = flags[1] == 0x31
        guard hasNone == (target == "NODX") else { throw .malformed(column: "target") }
        let row = CodeEquivalence(
            source: source, code: code,
            target: hasNone ? nil : try Self.code(target, of: source.other, column: "target"),
            isApproximate: flags[0] == 0x31, isCombination: flags[2] == 0x31, scenario: Int(flags[3] - 0x30),
            choiceList: Int(flags[4] - 0x30))
        guard seen.insert(row).inserted else { throw .duplicate(code) }
        return row
    }

    private static func code(
        _ text: String, of system: CodeSystem, column: String
    ) throws(RowProblem.Reason) -> String {
        let isRight = system == .icd10cm ? ICD10.isCode(text.utf8) : ICD9.isCode(text.utf8)
        guard isRight else { throw .malformed(column: column) }
        return text
    }
}
