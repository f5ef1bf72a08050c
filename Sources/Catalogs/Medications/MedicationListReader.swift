import Clinic

/// Reads the list of medicines that comes with Theralog: lines `#key<TAB>value`, a header, then one medicine a line in
/// columns separated by tabs (`data/README.md`). UTF-8, at most 64 KiB a line.
package struct MedicationListReader<Source: ByteSource> {
    /// More medicines than such a list may have.
    package static var rowLimit: Int { 50_000 }

    package let release: MedicationRelease
    private var lines: LineReader<Source>

    /// Reads up to the header.
    /// - Throws: ``FileProblem/wrongFormat(missing:)`` when a part of the head is missing or malformed.
    package init(_ source: Source) throws {
        lines = LineReader(source)
        let values = try Self.head(&lines)
        func value(_ key: String) throws -> String {
            guard let value = values[key], !value.isEmpty else { throw FileProblem.wrongFormat(missing: key) }
            return value
        }
        guard let asOf = LocalDate(iso: try value("as_of")) else { throw FileProblem.wrongFormat(missing: "as_of") }
        release = MedicationRelease(
            name: try value("release"), title: try value("title"), asOf: asOf,
            isReviewed: try value("reviewed") == "yes", source: values["source"] ?? "",
            licence: values["licence"] ?? "")
    }

    /// Everything up to the end, with the lines that are none.
    /// - Throws: ``FileProblem``.
    package mutating func list() throws -> (list: MedicationList, problems: [RowProblem]) {
        var medications: [Medication] = []
        var ids: Set<MedicationID> = []
        var problems: [RowProblem] = []
        while let line = try lines.next() {
            do throws(RowProblem) {
                let medication = try Self.medication(try line.get(), line: lines.number)
                guard ids.insert(medication.id).inserted else {
                    throw RowProblem(line: lines.number, reason: .duplicate(medication.id.text))
                }
                medications.append(medication)
            } catch {
                problems.append(error)
            }
            let count = medications.count + problems.count
            guard count <= Self.rowLimit else { throw FileProblem.tooManyRows(limit: Self.rowLimit) }
        }
        return (MedicationList(release: release, medications: medications), problems)
    }

    /// The `#key<TAB>value` lines and the header behind them.
    private static func head(_ lines: inout LineReader<Source>) throws -> [String: String] {
        var values: [String: String] = [:]
        while let line = try lines.next() {
            guard case .success(let text) = line else { break }
            guard text.hasPrefix("#") else {
                guard text.split(separator: "\t").map(String.init) == MedicationRow.columns else { break }
                return values
            }
            let parts = text.dropFirst().split(separator: "\t", maxSplits: 1).map(String.init)
            if parts.count == 2 { values[parts[0]] = parts[1] }
        }
        throw FileProblem.wrongFormat(missing: "header")
    }

    private static func medication(_ text: String, line: Int) throws(RowProblem) -> Medication {
        let row = try MedicationRow(text, line: line)
        guard let id = MedicationID(untrusted: row["id"]) else { throw row.malformed("id") }
        guard (1...200).contains(row["name"].count) else { throw row.malformed("name") }
        guard row["tall"].isEmpty || row["tall"].lowercased() == row["name"].lowercased() else {
            throw row.malformed("tall")
        }
        let names = Medication.Names(
            row["name"], tall: row.optional("tall"), international: row.optional("international"),
            other: row.words("also"), brands: row.list("brands"))
        let classes = try row.wordings("class", atLeast: 1).map { MedicationClass($0) }
        return Medication(
            id: id, names: names, classes: classes, classWords: row.words("class_words"),
            areas: try row.words("areas").map { (word) throws(RowProblem) in try row.known(word, "areas") },
            purposes: try row.wordings("purpose", atLeast: 1), forms: try forms(row),
            routes: try row.wordings("route"),
            effects: SideEffects(common: try row.wordings("common"), serious: try row.wordings("serious")),
            rules: try rules(row),
            lookalikes: try row.words("lookalikes").map { (word) throws(RowProblem) in
                guard let id = MedicationID(untrusted: word) else { throw row.malformed("lookalikes") }
                return id
            }, leaflet: try row.leaflet(),
            codes: MedicationCodes(rxcui: row.optional("rxcui"), atc: row.list("atc")))
    }

    private static func forms(_ row: MedicationRow) throws(RowProblem) -> [MedicationForm] {
        let names = try row.wordings("form", atLeast: 1)
        let units = row.list("unit")
        guard names.count == units.count else { throw row.malformed("unit") }
        var forms: [MedicationForm] = []
        for (name, unit) in zip(names, units) {
            forms.append(MedicationForm(name: name, unit: try row.known(unit, "unit")))
        }
        return forms
    }

    private static func rules(_ row: MedicationRow) throws(RowProblem) -> Medication.Rules {
        guard ["0", "1"].contains(row["weekly"]) else { throw row.malformed("weekly") }
        let withdrawnOn = LocalDate(iso: row["withdrawn"])
        guard row["withdrawn"].isEmpty || withdrawnOn != nil else { throw row.malformed("withdrawn") }
        return Medication.Rules(
            supply: try row.known(row["supply"], "supply"),
            schedule: row["schedule"].isEmpty ? nil : try row.known(row["schedule"], "schedule"),
            isWeeklyOnly: row["weekly"] == "1", withdrawnOn: withdrawnOn)
    }
}
