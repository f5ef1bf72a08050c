import Clinic
import GRDB

extension ClinicDatabase {
    /// Those of some codes that cannot be billed by the current release of their list, with what may stand in their place.
    /// A list that is not loaded retires nothing.
    package func retired(among codes: [DiagnosisCode]) async throws -> [RetiredCode] {
        try await read { db in try codes.compactMap { try RetiredCode.one($0, in: db) } }
    }

    /// What the equivalence maps say of a code, in their order; empty where they do not know it or are not loaded.
    package func equivalents(of code: DiagnosisCode) async throws -> [EquivalentCode] {
        try await read { db in
            let other = try StoredRelease.current(of: code.system.other, in: db)
            return try CodeEquivalence.all(of: code, in: db).map { row in
                let target = row.target.map { DiagnosisCode(system: code.system.other, text: $0) }
                let diagnosis = try target.flatMap { target in
                    try other.flatMap { try Diagnosis.one(target, of: $0, in: db) }
                }
                return EquivalentCode(row, diagnosis: diagnosis)
            }
        }
    }

    /// What the tabular list says of a code and of the headings above it, the code's own first.
    package func notes(of code: DiagnosisCode) async throws -> [(code: DiagnosisCode, note: CodeNotes.Note)] {
        try await read { db in
            guard let release = try StoredRelease.current(of: code.system, in: db) else { return [] }
            var notes: [(DiagnosisCode, CodeNotes.Note)] = []
            var next: DiagnosisCode? = code
            while let one = next {
                notes += try CodeNotes.Note.all(of: one.text, release: release.id.number, in: db).map { (one, $0) }
                next = try Diagnosis.one(one, of: release, in: db)?.parent
            }
            return notes
        }
    }

    /// Every row of a release in the list's own order, and its notes: what a part of a list is laid over.
    package func catalog(of release: StoredRelease) async throws -> DiagnosisCatalog {
        try await read { db in
            var rows: [DiagnosisRow] = []
            let list = try Row.fetchCursor(
                db,
                sql:
                    "SELECT code, parent, is_billable, title, terms FROM diagnosis WHERE release_id = ? ORDER BY position",
                arguments: [release.id.number])
            while let row = try list.next() {
                rows.append(
                    DiagnosisRow(code: row[0], parent: row[1], isBillable: row[2], title: row[3], terms: row[4]))
            }
            var notes: [String: [CodeNotes.Note]] = [:]
            let cursor = try Row.fetchCursor(
                db, sql: "SELECT code, kind, text FROM diagnosis_note WHERE release_id = ? ORDER BY code, place",
                arguments: [release.id.number])
            while let row = try cursor.next() {
                guard let kind = CodeNotes.Kind(rawValue: row[1]) else { continue }
                notes[row[0], default: []].append(CodeNotes.Note(kind, row[2]))
            }
            return DiagnosisCatalog(release: release.release, rows: rows, notes: notes)
        }
    }
}

extension CodeNotes.Note {
    /// What a release says of a code, in its own order.
    static func all(of code: String, release: Int64, in db: Database) throws -> [CodeNotes.Note] {
        try Row.fetchAll(
            db.cachedStatement(
                sql: "SELECT kind, text FROM diagnosis_note WHERE release_id = ? AND code = ? ORDER BY place"),
            arguments: [release, code]
        ).compactMap { row in CodeNotes.Kind(rawValue: row[0]).map { CodeNotes.Note($0, row[1]) } }
    }
}

extension CodeEquivalence {
    /// All rows of a code stand together: their keys begin with it.
    static func all(of code: DiagnosisCode, in db: Database) throws -> [CodeEquivalence] {
        let prefix = "\(code.system.rawValue):\(code.text):"
        return try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT e.code, e.target, e.is_approximate, e.is_combination, e.scenario, e.choice_list
                    FROM code_equivalence e
                    WHERE e.release_id = (SELECT id FROM catalog_release WHERE kind = 'equivalences' AND state = 'current')
                        AND e.key >= ? AND e.key < ? ORDER BY e.key
                    """), arguments: [prefix, prefix + "~"]
        ).map { row in
            CodeEquivalence(
                source: code.system, code: row[0], target: row[1], isApproximate: row[2], isCombination: row[3],
                scenario: row[4], choiceList: row[5])
        }
    }
}

extension RetiredCode {
    /// Nil for a code that can be billed, or whose list is not loaded.
    fileprivate static func one(_ code: DiagnosisCode, in db: Database) throws -> RetiredCode? {
        guard let release = try StoredRelease.current(of: code.system, in: db) else { return nil }
        let now = try Diagnosis.one(code, of: release, in: db)
        guard now?.isBillable != true else { return nil }
        let last = try Row.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT d.title, d.parent FROM diagnosis_release r
                    JOIN diagnosis d ON d.release_id = r.id AND d.code = ?
                    WHERE r.system = ? AND r.state <> 'staged' ORDER BY r.id DESC LIMIT 1
                    """), arguments: [code.text, code.system.rawValue])
        let finder = SuccessorFinder(
            code: code, title: last?[0], parent: last?[1], isHeading: now != nil, release: release, db: db)
        return RetiredCode(
            code: code, title: last?[0], isHeading: now != nil, successors: try finder.successors())
    }
}

/// Looks for what may stand in the place of a retired code.
private struct SuccessorFinder {
    let code: DiagnosisCode
    let title: String?
    let parent: String?
    let isHeading: Bool
    let release: StoredRelease
    let db: Database

    func successors() throws -> [RetiredCode.Successor] {
        var found: [RetiredCode.Successor] = []
        func add(_ diagnoses: [Diagnosis], _ basis: RetiredCode.Basis) {
            for diagnosis in diagnoses where !found.contains(where: { $0.diagnosis.code == diagnosis.code }) {
                found.append(RetiredCode.Successor(diagnosis: diagnosis, basis: basis))
            }
        }
        if isHeading { add(try billable(below: code.text), .below) }
        add(try ofSameTitle(), .sameTitle)
        for (diagnosis, row) in try byEquivalence() {
            add([diagnosis], .equivalence(isApproximate: row.isApproximate, isCombination: row.isCombination))
        }
        if found.isEmpty, let parent { add(try billable(below: parent), .beside) }
        return Array(found.prefix(RetiredCode.mostSuccessors))
    }

    private func billable(below heading: String) throws -> [Diagnosis] {
        try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT id, code, title, is_billable, parent FROM diagnosis
                    WHERE release_id = ? AND is_billable = 1 AND code > ? AND code < ? ORDER BY code LIMIT ?
                    """),
            arguments: [release.id.number, heading, heading + "~", RetiredCode.mostSuccessors]
        ).map { Diagnosis($0, of: release.release) }
    }

    /// Among the codes of the same category: a title says little without it.
    private func ofSameTitle() throws -> [Diagnosis] {
        guard let title else { return [] }
        let category = String(code.text.prefix(3))
        return try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT id, code, title, is_billable, parent FROM diagnosis
                    WHERE release_id = ? AND is_billable = 1 AND code > ? AND code < ? AND title = ? ORDER BY code LIMIT 5
                    """),
            arguments: [release.id.number, category, category + "~", title]
        ).map { Diagnosis($0, of: release.release) }
    }

    /// There and back again: the maps know two lists only, so a retired code of one finds today's of the same list by what
    /// it meant in the other. For the closed list, the codes of the other are the answer themselves.
    private func byEquivalence() throws -> [(Diagnosis, CodeEquivalence)] {
        let other = code.system.other
        var found: [(Diagnosis, CodeEquivalence)] = []
        for there in try CodeEquivalence.all(of: code, in: db) {
            guard let target = there.target else { continue }
            let between = DiagnosisCode(system: other, text: target)
            if code.system.isHistorical {
                guard let newer = try StoredRelease.current(of: other, in: db) else { continue }
                if let diagnosis = try Diagnosis.one(between, of: newer, in: db), diagnosis.isBillable {
                    found.append((diagnosis, there))
                }
                continue
            }
            for back in try CodeEquivalence.all(of: between, in: db) {
                guard let text = back.target, text != code.text,
                    let diagnosis = try Diagnosis.one(
                        DiagnosisCode(system: code.system, text: text), of: release, in: db), diagnosis.isBillable
                else { continue }
                // Two steps are never more than near.
                found.append(
                    (
                        diagnosis,
                        CodeEquivalence(
                            source: code.system, code: code.text, target: text, isApproximate: true,
                            isCombination: there.isCombination || back.isCombination)
                    ))
            }
        }
        return found
    }
}
