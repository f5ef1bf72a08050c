import Clinic

/// Reads the list of what people say (`synonyms.tsv`): note lines beginning with `#`, a header, then phrase, language
/// and the codes it means in each list, separated by tabs.
package struct SynonymReader<Source: ByteSource> {
    private var lines: LineReader<Source>

    private static var columns: [String] { ["phrase", "language", "icd10cm", "icd9cm"] }

    package init(_ source: Source) { lines = LineReader(source) }

    /// Everything up to the end, with the lines that are none.
    /// - Throws: ``FileProblem``.
    package mutating func synonyms() throws -> (synonyms: [DiagnosisSynonym], problems: [RowProblem]) {
        try skipHead()
        var synonyms: [DiagnosisSynonym] = []
        var problems: [RowProblem] = []
        while let line = try lines.next() {
            do throws(RowProblem) {
                synonyms.append(try Self.synonym(try line.get(), line: lines.number))
            } catch {
                problems.append(error)
            }
        }
        return (synonyms, problems)
    }

    private mutating func skipHead() throws {
        while let line = try lines.next() {
            guard case .success(let text) = line else { break }
            if text.hasPrefix("#") { continue }
            guard text.split(separator: "\t").map(String.init) == Self.columns else { break }
            return
        }
        throw FileProblem.wrongFormat(missing: "header")
    }

    private static func synonym(_ text: String, line: Int) throws(RowProblem) -> DiagnosisSynonym {
        let values = text.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        guard values.count == columns.count else {
            throw RowProblem(line: line, reason: .wrongColumnCount(expected: columns.count, found: values.count))
        }
        guard !SearchText.words(values[0]).isEmpty else {
            throw RowProblem(line: line, reason: .malformed(column: "phrase"))
        }
        guard let language = Language(rawValue: values[1]) else {
            throw RowProblem(line: line, reason: .malformed(column: "language"))
        }
        var codes: [CodeSystem: [String]] = [:]
        for (system, list) in [(CodeSystem.icd10cm, values[2]), (.icd9cm, values[3])] {
            let prefixes = list.split(separator: " ").map(String.init)
            guard prefixes.allSatisfy({ DiagnosisCode.normalized($0) == $0 }) else {
                throw RowProblem(line: line, reason: .malformed(column: system.rawValue))
            }
            codes[system] = prefixes
        }
        return DiagnosisSynonym(phrase: values[0], language: language, codes: codes)
    }
}
