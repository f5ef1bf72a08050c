import Clinic
import Crypto
import Foundation
import GRDB

extension ClinicDatabase {
    /// The PDF of a prescription that was made before for a paper and the prescription's status; nil when none was.
    package func sheetPDF(
        of id: Identifier<TherapyPrescription>, status: PrescriptionStatus, paper: Paper
    ) async throws -> Data? {
        try await read { db in try Self.pdf(id, status, paper, db) }
    }

    /// Keeps a PDF with its SHA-256. The first one made stands: what was handed out once is handed out again.
    /// - Returns: the one that stands.
    package func keep(
        pdf: Data, of id: Identifier<TherapyPrescription>, status: PrescriptionStatus, paper: Paper, by actor: Actor
    ) async throws -> Data {
        try await write(by: actor) { tx in
            try tx.db.execute(
                sql: """
                    INSERT OR IGNORE INTO therapy_prescription_pdf
                        (prescription_id, paper, status, made_at, sha256, bytes) VALUES (?, ?, ?, ?, ?, ?)
                    """,
                arguments: [id, paper.rawValue, status.rawValue, tx.now, Data(SHA256.hash(data: pdf)), pdf])
            guard let kept = try Self.pdf(id, status, paper, tx.db) else { throw StoreError.notFound }
            return kept
        }
    }

    private static func pdf(
        _ id: Identifier<TherapyPrescription>, _ status: PrescriptionStatus, _ paper: Paper, _ db: Database
    ) throws -> Data? {
        let row = try Row.fetchOne(
            db,
            sql: """
                SELECT bytes, sha256 FROM therapy_prescription_pdf WHERE prescription_id = ? AND status = ? AND paper = ?
                """, arguments: [id, status.rawValue, paper.rawValue])
        guard let row else { return nil }
        let bytes: Data = row["bytes"]
        guard Data(SHA256.hash(data: bytes)) == row["sha256"] as Data else {
            throw StoreError.unavailable("altered PDF \(id)")
        }
        return bytes
    }
}
