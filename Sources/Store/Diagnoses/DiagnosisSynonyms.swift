import Clinic
import Foundation
import GRDB

extension ClinicDatabase {
    /// The SHA-256 of the synonyms that were read last; nil before the first time.
    package func synonymDigest() async throws -> Data? {
        try await read { try Data.fetchOne($0, sql: "SELECT digest FROM diagnosis_synonym_source") }
    }

    /// Puts these words that people say in the place of those that are there.
    /// - Parameter digest: SHA-256 of the file.
    package func replaceSynonyms(_ synonyms: [DiagnosisSynonym], digest: Data, by actor: Actor) async throws {
        try await write(by: actor) { tx in
            try tx.db.execute(
                sql: """
                    DELETE FROM diagnosis_synonym;
                    INSERT INTO diagnosis_synonym_text (diagnosis_synonym_text) VALUES ('delete-all');
                    """)
            let row = try tx.db.makeStatement(sql: "INSERT INTO diagnosis_synonym VALUES (?, ?, ?, ?, ?, ?)")
            let text = try tx.db.makeStatement(
                sql: "INSERT INTO diagnosis_synonym_text (rowid, words) VALUES (?, ?)")
            var id = 0
            for synonym in synonyms {
                for words in synonym.spellings {
                    id += 1
                    try row.execute(
                        arguments: [
                            id, synonym.phrase, synonym.language.rawValue, words,
                            (synonym.codes[.icd10cm] ?? []).joined(separator: " "),
                            (synonym.codes[.icd9cm] ?? []).joined(separator: " "),
                        ])
                    try text.execute(arguments: [id, words])
                }
            }
            try tx.db.execute(
                sql: "INSERT OR REPLACE INTO diagnosis_synonym_source VALUES (1, ?, ?)", arguments: [digest, tx.now])
            try tx.audit(.updated, "diagnosis-synonyms", String(synonyms.count))
        }
    }
}

extension DiagnosisSynonym {
    /// The phrase as it may be typed: folded, and for German also with ae, oe, ue for ä, ö, ü.
    fileprivate var spellings: [String] {
        let plain = SearchText.words(phrase).joined(separator: " ")
        let typed = phrase.lowercased().replacing("ä", with: "ae").replacing("ö", with: "oe").replacing("ü", with: "ue")
        let written = SearchText.words(typed).joined(separator: " ")
        return language == .german && written != plain ? [plain, written] : [plain]
    }
}
