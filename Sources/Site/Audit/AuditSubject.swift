import Clinic
import Store

/// Whose rows of the audit log are asked for.
enum AuditSubject: Sendable {
    case everybody
    /// One record: what the page calls it, and what the field shows, by which it is found again.
    case one(Identifier<Patient>, name: String, typed: String)
    /// What was typed names no record, or several: those the reader may choose from.
    case refused(Problem, choices: [PatientSummary])

    var patient: Identifier<Patient>? {
        if case .one(let id, _, _) = self { id } else { nil }
    }

    /// - Parameter message: the end of the message's key.
    static func refusal(_ message: String, choices: [PatientSummary] = []) -> AuditSubject {
        .refused(Problem("patient", "audit.problem.\(message)"), choices: choices)
    }
}

extension AuditHandlers {
    /// Finds the record: by a whole id, as the links of the rows have it, else by what was typed.
    func subject(of form: AuditForm, _ context: AdminContext) async throws -> AuditSubject {
        let typed = form.patient.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard !typed.isEmpty else { return .everybody }
        let words = site.auditWords(context)
        return words.namesPatients ? try await named(typed, context) : try await coded(typed, words)
    }

    /// For a reader who sees names: a number, also of a merged record, or whatever finds a patient elsewhere.
    private func named(_ typed: String, _ context: AdminContext) async throws -> AuditSubject {
        if let record = try await record(typed) {
            return .one(record.id, name: record.name.full, typed: record.number.description)
        }
        guard let query = PatientQuery(typed, order: order(context)) else { return .refusal("patient-unknown") }
        let found = try await site.database.patients(matching: query, for: context.account.id, limit: 10)
        guard let first = found.lines.first else { return .refusal("patient-unknown") }
        guard found.lines.count == 1 else { return .refusal("patient-several", choices: found.lines) }
        return .one(first.id, name: first.name.full, typed: first.number.description)
    }

    private func record(_ typed: String) async throws -> Patient? {
        if let number = PatientNumber(typed: typed) {
            return try await site.database.patientRecord(numbered: number)
        }
        guard let id = Identifier<Patient>(untrusted: typed) else { return nil }
        do {
            return try await site.database.patientRecord(id)
        } catch StoreError.notFound { return nil }
    }

    /// For a reader who sees the end of an id in the place of each name. A name finds nothing, so none is given away.
    private func coded(_ typed: String, _ words: AuditWords) async throws -> AuditSubject {
        let ending = typed.lowercased().split { $0.isWhitespace || $0 == "…" || $0 == "." }.last ?? ""
        let isEnding = ending.utf8.allSatisfy {
            (0x30...0x39).contains($0) || (0x61...0x66).contains($0) || $0 == UInt8(ascii: "-")
        }
        guard isEnding, (AuditWords.codeLength...36).contains(ending.utf8.count) else {
            return .refusal("code-unknown")
        }
        let found = try await site.database.patients(idEnding: String(ending))
        guard let first = found.first else { return .refusal("code-unknown") }
        guard found.count == 1 else { return .refusal("code-several") }
        return .one(first, name: words.pseudonym(first), typed: AuditWords.code(of: first))
    }
}
