import Clinic
import Crypto
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
            return Picture(png: row["png"], width: row["width"], height: row["height"])
        }
    }
}

extension Transaction {
    /// Keeps a picture and says its hash. One that is there already is the same one, since its hash is its name.
    func insertPicture(_ picture: Picture) throws -> PictureHash {
        let hash = PictureHash(of: picture.png)
        try db.execute(
            sql: """
                INSERT INTO picture (hash, width, height, png, added_at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
                """,
            arguments: [hash.hex, picture.width, picture.height, picture.png, now])
        return hash
    }
}

extension PictureHash {
    /// The hash of a picture's bytes.
    package init(of png: Data) {
        let digest = SHA256.hash(data: png).map { String(UInt16($0) | 0x100, radix: 16).dropFirst() }.joined()
        self.init(digest: digest)
    }
}
