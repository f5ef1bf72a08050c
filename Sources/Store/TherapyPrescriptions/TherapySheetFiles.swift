import Clinic
import Crypto
import Foundation
import GRDB

extension ClinicDatabase {
    /// The PDF of a prescription that was made before for a paper, the prescription's status and the edition of the return
    /// code on it; nil when none was.
    /// - Parameter codeEdition: 0 for a sheet without a code; nil for that of the code in force.
    package func sheetPDF(
        of id: Identifier<TherapyPrescription>, status: PrescriptionStatus, paper: Paper, codeEdition: Int? = nil
    ) async throws -> Data? {
        try await read { db in
            let inForce = status == .signed ? try IssuedReturnCode.inForce(of: id, in: db)?.edition : nil
            return try Self.pdf(id, status, paper, codeEdition ?? inForce ?? 0, db)
        }
    }

    /// Keeps a PDF with its SHA-256. The first one made stands: what was handed out once is handed out again.
    /// - Returns: the one that stands.
    package func keep(
        pdf: Data, of id: Identifier<TherapyPrescription>, status: PrescriptionStatus, paper: Paper, codeEdition: Int,
        by actor: Actor
    ) async throws -> Data {
        try await write(by: actor) { tx in
            try tx.db.execute(
                sql: """
                    INSERT OR IGNORE INTO therapy_prescription_pdf
                        (prescription_id, paper, status, code_edition, made_at, sha256, bytes) VALUES (?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    id, paper.rawValue, status.rawValue, codeEdition, tx.now, Data(SHA256.hash(data: pdf)), pdf,
                ])
            guard let kept = try Self.pdf(id, status, paper, codeEdition, tx.db) else { throw StoreError.notFound }
            return kept
        }
    }

    private static func pdf(
        _ id: Identifier<TherapyPrescription>, _ status: PrescriptionStatus, _ paper: Paper, _ codeEdition: Int,
        _ db: Database
    ) throws -> Data? {
        let row = try Row.fetchOne(
            db,
            sql: """
                SELECT bytes, sha256 FROM therapy_prescription_pdf
                WHERE prescription_id = ? AND status = ? AND paper = ? AND code_edition = ?
                """, arguments: [id, status.rawValue, paper.rawValue, codeEdition])
        guard let row else { return nil }
        let bytes: Data = row["bytes"]
        guard Data(SHA256.hash(data: bytes)) == row["sha256"] as Data else {
            throw StoreError.unavailable("altered PDF \(id)")
        }
        return bytes
    }
}
