import Clinic
import Foundation
import Hummingbird
import Store

/// Merging two records of one person, and taking them apart again.
extension PatientHandlers {
    func mergePage(_ request: Request, _ context: ClinicianContext) async throws -> Response {
        let survivor = try await standing(context)
        let other = request.query("with")
        guard !other.isEmpty else { return try await mergeChoicePage(survivor, request, context) }
        guard let duplicate = Identifier<Patient>(untrusted: other) else { throw StoreError.notFound }
        return try await mergePage(survivor, with: duplicate, isStale: false, context)
    }

    func merge(_ form: Form, _ request: Request, _ context: ClinicianContext) async throws -> Response {
        let survivor = try await standing(context)
        guard let duplicate = Identifier<Patient>(untrusted: form.text("duplicate")),
            let version = Int(form.text("version")), let duplicateVersion = Int(form.text("duplicate-version"))
        else { throw StoreError.notFound }
        do {
            let after = try await site.database.mergePatient(
                duplicate, into: survivor.id,
                versions: PatientMergeVersions(duplicate: duplicateVersion, survivor: version), by: context.actor)
            return Responses.redirect(to: "/patients/\(after.id)", flash: "flash.patient-merged")
        } catch StoreError.stale {
            return try await mergePage(survivor, with: duplicate, isStale: true, context)
        } catch StoreError.conflict(let constraint) {
            guard try context.identifier(of: Patient.self) != duplicate else { throw StoreError.conflict(constraint) }
            let isDone = try await site.database.patient(duplicate).id == survivor.id
            return Responses.redirect(
                to: "/patients/\(survivor.id)",
                flash: isDone ? "flash.patient-merged" : "flash.warning.patient-merged-elsewhere")
        }
    }

    func separationPage(_ request: Request, _ context: ClinicianContext) async throws -> Response {
        guard let (duplicate, survivor) = try await merged(context) else {
            return Responses.redirect(to: "/patients/\(try context.identifier(of: Patient.self))")
        }
        try await noteReading(of: [duplicate.id, survivor.id], context)
        return try site.response(
            PatientSeparationPage(duplicate, from: survivor, words: try await patientWords(context)), context)
    }

    func separate(_ form: Form, _ request: Request, _ context: ClinicianContext) async throws -> Response {
        let id = try context.identifier(of: Patient.self)
        guard try await site.database.patientRecord(id).mergedInto != nil else {
            return Responses.redirect(to: "/patients/\(id)", flash: "flash.patient-separated")
        }
        let outcome: PatientUnmerging
        do {
            outcome = try await site.database.unmergePatient(id, by: context.actor)
        } catch StoreError.conflict {
            return Responses.redirect(to: "/patients/\(id)", flash: "flash.warning.patient-not-separated")
        }
        let flash = outcome.isRestored ? "flash.patient-separated" : "flash.warning.patient-separated"
        return Responses.redirect(to: "/patients/\(outcome.patient.id)", flash: flash)
    }

    private func mergeChoicePage(
        _ survivor: Patient, _ request: Request, _ context: ClinicianContext
    ) async throws -> Response {
        let words = try await patientWords(context)
        let typed = String(request.query("q").prefix(PatientQuery.longest))
        try await noteReading(of: [survivor.id], context)
        let line = { (summary: PatientSummary) in
            PatientLine(summary, words, url: "/patients/\(survivor.id)/merge?with=\(summary.id)")
        }
        let duplicates = try await site.database.possibleDuplicates(of: survivor.details, besides: survivor.id)
        var results: PatientResults?
        if let query = PatientQuery(typed, order: words.reading.order) {
            let found = try await site.database.patients(matching: query, for: context.account.id, limit: 25)
            results = PatientResults(found: found.without(survivor.id), query: typed, words: words, line: line)
        }
        let page = PatientMergeChoicePage(
            banner: PatientBanner(survivor, words), url: "/patients/\(survivor.id)/merge", query: typed,
            results: results, duplicates: duplicates.map(line), hasDuplicates: !duplicates.isEmpty)
        return try site.response(page, context)
    }

    private func mergePage(
        _ survivor: Patient, with duplicate: Identifier<Patient>, isStale: Bool, _ context: ClinicianContext
    ) async throws -> Response {
        let other = try await site.database.patient(duplicate)
        guard other.id != survivor.id else {
            guard duplicate != survivor.id else { throw StoreError.conflict("patient.merged_into") }
            return Responses.redirect(to: "/patients/\(survivor.id)", flash: "flash.patient-merged")
        }
        try await noteReading(of: [survivor.id, other.id], context)
        let page = PatientMergePage(survivor, with: other, isStale: isStale, words: try await patientWords(context))
        return try site.response(page, context, status: isStale ? .conflict : .ok)
    }

    /// The record of the address, which has to stand for itself.
    private func standing(_ context: ClinicianContext) async throws -> Patient {
        try await site.database.patient(try context.identifier(of: Patient.self))
    }

    /// The merged record of the address and the one it was merged into; nil when it stands for itself.
    private func merged(_ context: ClinicianContext) async throws -> (Patient, Patient)? {
        let duplicate = try await site.database.patientRecord(try context.identifier(of: Patient.self))
        guard let parent = duplicate.mergedInto else { return nil }
        return (duplicate, try await site.database.patientRecord(parent))
    }

    private func noteReading(of patients: [Identifier<Patient>], _ context: ClinicianContext) async throws {
        for patient in patients { try await site.database.noteReading(of: patient, by: context.actor) }
    }
}

extension ListPage where Line == PatientSummary {
    fileprivate func without(_ id: Identifier<Patient>) -> ListPage {
        ListPage(lines: lines.filter { $0.id != id }, hasNext: hasNext)
    }
}
