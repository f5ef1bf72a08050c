import Clinic

/// Reads the code lists that come with Theralog: lines `#key<TAB>value`, a header, then rows of five columns separated by
/// tabs (`data/README.md`). UTF-8, at most 64 KiB a line.
package struct ShippedListReader<Source: ByteSource>: DiagnosisListReader {
    package let release: CatalogRelease
    private var lines: LineReader<Source>

    private static var columns: [String] { ["code", "parent", "billable", "title", "terms"] }

    /// Reads up to the header.
    /// - Throws: ``FileProblem/wrongFormat(missing:)`` when a part of the head is missing or malformed.
    package init(_ source: Source) throws {
        lines = LineReader(source)
        let values = try Self.head(&lines)
        func value(_ key: String) throws -> String {
            guard let value = values[key], !value.isEmpty else { throw FileProblem.wrongFormat(missing: key) }
            return value
        }
        func date(_ key: String) throws -> LocalDate {
            guard let date = LocalDate(iso: try value(key)) else { throw FileProblem.wrongFormat(missing: key) }
            return date
        }
        guard let system = CodeSystem(rawValue: try value("system")) else {
            throw FileProblem.wrongFormat(missing: "system")
        }
        release = CatalogRelease(
            system: system, name: try value("release"), title: try value("title"),
            effectiveFrom: try date("effective_from"),
            effectiveUntil: values["effective_until"]?.isEmpty == false ? try date("effective_until") : nil,
            source: values["source"] ?? "", licence: values["licence"] ?? "")
    }

    package mutating func next() throws -> Result<(line: Int, row: DiagnosisRow), RowProblem>? {
        guard let line = try lines.next() else { return nil }
        let number = lines.number
        do throws(RowProblem) {
            return .success((number, try Self.row(try line.get(), line: number)))
        } catch {
            return .failure(error)
        }
    }

    /// The `#key<TAB>value` lines and the header behind them.
    private static func head(_ lines: inout LineReader<Source>) throws -> [String: String] {
        var values: [String: String] = [:]
        while let line = try lines.next() {
            guard case .success(let text) = line else { break }
            guard text.hasPrefix("#") else {
                guard text.split(separator: "\t").map(String.init) == columns else { break }
                return values
            }
            let parts = text.dropFirst().split(separator: "\t", maxSplits: 1).map(String.init)
            if parts.count == 2 { values[parts[0]] = parts[1] }
        }
        throw FileProblem.wrongFormat(missing: "header")
    }

    private static func row(_ text: String, line: Int) throws(RowProblem) -> DiagnosisRow {
        let values = text.utf8.split(separator: 0x09, omittingEmptySubsequences: false)
        guard values.count == columns.count else {
            throw RowProblem(line: line, reason: .wrongColumnCount(expected: columns.count, found: values.count))
        }
        func malformed(_ column: String) -> RowProblem { RowProblem(line: line, reason: .malformed(column: column)) }
        guard isCode(values[0]) else { throw malformed("code") }
        guard values[1].isEmpty || isCode(values[1]) else { throw malformed("parent") }
        guard values[2].elementsEqual("0".utf8) || values[2].elementsEqual("1".utf8) else {
            throw malformed("billable")
        }
        guard (1...1000).contains(values[3].count) else { throw malformed("title") }
        return DiagnosisRow(
            code: String(Substring(values[0])), parent: values[1].isEmpty ? nil : String(Substring(values[1])),
            isBillable: values[2].first == UInt8(ascii: "1"), title: String(Substring(values[3])),
            terms: String(Substring(values[4])))
    }

    /// 3 to 7 capitals and digits.
    private static func isCode(_ text: Substring.UTF8View) -> Bool {
        (3...7).contains(text.count) && text.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) }
    }
}
