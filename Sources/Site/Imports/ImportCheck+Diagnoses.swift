import Catalogs
import Clinic
import Foundation
import Store

extension ImportCheck {
    /// Writes a code list as a release: all of it, or what is in use with a part of it laid over.
    func stageCodes(
        _ catalog: CatalogFile, of system: CodeSystem, digest: Data, _ findings: inout CatalogImport.Findings,
        _ problems: inout ImportProblems, _ meter: ImportMeter
    ) async throws -> Int64 {
        let stored = try await database.currentRelease(of: system)
        guard stored != nil || findings.isWholeList else { throw Refusal(.noBase) }
        // Inclusion terms and notes are not in the yearly files: those of codes that stay are taken over. Read while the
        // file is, so it has to begin before this thread is kept busy.
        async let inUse = list(stored)
        await Task.yield()
        // Reading is the smaller part of the work.
        let diagnoses = try await catalog.diagnoses { try await meter.note($0 / 5) }
        let base = try await inUse
        let result = catalog.diagnosisList(diagnoses, over: base?.rows ?? [], isWhole: findings.isWholeList)
        try note(result, of: catalog, in: &problems)
        guard result.taken > 0, !result.rows.isEmpty else { throw Refusal(.nothing, problems: problems) }
        findings.rows = result.rows.count
        findings.skipped = result.skipped
        findings.encodings = result.encodings.inOrder
        name(&findings, system, stored?.release, yearHint: catalog.yearHint)
        let release = CatalogRelease(
            system: system, name: findings.releaseName, title: "\(system.title) \(findings.releaseName)",
            effectiveFrom: findings.effectiveFrom ?? today, effectiveUntil: findings.effectiveUntil,
            source: job.fileName, licence: "public domain (US Government)")
        let total = catalog.used.compactMap(\.size).reduce(0, +)
        let notes = try await notes(
            of: catalog, over: base?.notes ?? [:], codes: result.rows, isWhole: findings.isWholeList
        ) { try await meter.note(total / 5) }
        let rows = result.rows.count
        return try await database.stage(
            DiagnosisCatalog(release: release, rows: result.rows, notes: notes), origin: .imported, digest: digest,
            pace: StagingPace(isShared: isShared), by: actor
        ) { done in
            try await meter.note(total / 5 + total * 4 / 5 * done / rows)
        }.identifier
    }

    private func list(_ stored: StoredRelease?) async throws -> DiagnosisCatalog? {
        guard let stored else { return nil }
        return try await database.catalog(of: stored)
    }

    private func note(
        _ result: DiagnosisListResult, of catalog: CatalogFile, in problems: inout ImportProblems
    ) throws {
        guard let part = catalog.used.first else { return }
        for problem in result.problems { problems.note(problem, in: part) }
        problems.count = result.problemCount
    }

    /// The notes of the list in use, with what tabular lists say of codes in their place. Of codes that they do not name a
    /// part of a list says nothing, a whole one that they have none.
    private func notes(
        of catalog: CatalogFile, over base: [String: [CodeNotes.Note]], codes: [DiagnosisRow], isWhole: Bool,
        progress: @Sendable () async throws -> Void
    ) async throws -> [String: [CodeNotes.Note]] {
        let parts = catalog.used.filter { $0.layout == .icd10cmTabular }
        guard !parts.isEmpty || !base.isEmpty else { return [:] }
        let known = Set(codes.map(\.code))
        var said: [String: [CodeNotes.Note]] = [:]
        for part in parts {
            var reader = try catalog.notes(part)
            while let read = try reader.next() {
                try await progress()
                guard case .success(let (_, row)) = read, known.contains(row.code) else { continue }
                said[row.code, default: []] += row.notes
            }
        }
        let kept = parts.isEmpty || !isWhole ? base.filter { known.contains($0.key) } : [:]
        return kept.merging(said) { _, said in said }.filter { !$0.value.isEmpty }
    }

    /// The name and the days that an admin will most likely give it: the fiscal year of a whole list, those of the list in
    /// use for a part of one.
    private func name(
        _ findings: inout CatalogImport.Findings, _ system: CodeSystem, _ current: CatalogRelease?, yearHint: Int?
    ) {
        findings.effectiveFrom = current?.effectiveFrom ?? today
        findings.effectiveUntil = current?.effectiveUntil
        guard system == .icd10cm, findings.isWholeList else {
            // "FY2026, 2026-04-01": without the day of the part before.
            let name = current?.name.split(separator: ", ").first.map(String.init)
            findings.releaseName = [name, today.description].compactMap { $0 }.joined(separator: ", ")
            return
        }
        // The lists of the next October are out in June.
        let year = yearHint ?? CodeListCalendar.fiscalYear(of: today) + ((6...9).contains(today.month) ? 1 : 0)
        guard let days = CodeListCalendar.fiscalYear(year) else { return }
        findings.releaseName = "FY\(year)"
        findings.effectiveFrom = days.lowerBound
        findings.effectiveUntil = days.upperBound
        // The same year once more after March is its April update; that once more stays it.
        if let current, let april = LocalDate(year: year, month: 4, day: 1), today >= april,
            [days.lowerBound, april].contains(current.effectiveFrom)
        {
            findings.releaseName = "FY\(year) April"
            findings.effectiveFrom = april
        }
    }
}

extension CodeSystem {
    /// The list's own name, the same in every language.
    fileprivate var title: String {
        switch self {
        case .icd10cm: "ICD-10-CM"
        case .icd9cm: "ICD-9-CM"
        }
    }
}
