import Clinic
import Foundation
import GRDB

extension ClinicDatabase {
    /// A picture by its hash.
    /// - Throws: ``StoreError/notFound``.
    package func picture(_ hash: PictureHash) async throws -> Picture {
        try await read { db in
            let row = try Row.fetchOne(
                db, sql: "SELECT width, height, png FROM picture WHERE hash = ?", arguments: [hash.hex])
            guard let row else { throw StoreError.notFound }
            return Picture(hash: hash, png: row["png"], width: row["width"], height: row["height"])
        }
    }
}

extension Transaction {
    /// Keeps a picture; one that is there already is the same one, since its hash is its name.
    func insertPicture(_ picture: Picture) throws {
        try db.execute(
            sql:
                "INSERT INTO picture (hash, width, height, png, added_at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            arguments: [picture.hash.hex, picture.width, picture.height, picture.png, now])
    }
}
