import Clinic
import Crypto
import Foundation
import GRDB

/// What a geocoder was known to say of an address.
package enum KnownStreetPoint: Hashable, Sendable {
    case found(Coordinates)
    /// It has no such street.
    case unknown
    /// It gave no answer.
    case failed
}

extension ClinicDatabase {
    /// What the geocoder in use said of an address; nil when it has to be asked: never asked, asked of another one, without
    /// an answer ten minutes ago, or without such a street a month ago.
    package func knownPoint(of street: StreetAddress) async throws -> KnownStreetPoint? {
        let (version, now) = (geocoder.version, surroundings.now())
        return try await read { db -> KnownStreetPoint? in
            let row = try Row.fetchOne(
                db.cachedStatement(
                    sql: """
                        SELECT outcome, looked_up_at, latitude, longitude FROM street_point
                        WHERE address_hash = ? AND geocoder = ?
                        """), arguments: [street.digest, version])
            guard let row else { return nil }
            let at: Date = row["looked_up_at"]
            let age = now.timeIntervalSince(at)
            switch row["outcome"] as String {
            case "found": return Coordinates(latitude: row["latitude"], longitude: row["longitude"]).map { .found($0) }
            case "unknown": return (0..<30 * 86_400).contains(age) ? .unknown : nil
            default: return (0..<600).contains(age) ? .failed : nil
            }
        }
    }

    /// Keeps what a geocoder said of a patient's address, and that it was asked.
    /// - Parameters:
    ///   - version: of the settings that it was asked with.
    ///   - patient: whose address it is.
    package func keepPoint(
        _ point: StreetPoint, of street: StreetAddress, version: Int, for patient: Identifier<Patient>, by actor: Actor
    ) async throws {
        let (outcome, place): (String, Coordinates?) =
            switch point {
            case .found(let place): ("found", place)
            case .unknown: ("unknown", nil)
            case .failed: ("failed", nil)
            }
        try await write(by: actor) { tx in
            try tx.db.execute(
                sql: """
                    INSERT OR REPLACE INTO street_point
                        (address_hash, looked_up_at, geocoder, outcome, latitude, longitude)
                    VALUES (?, ?, ?, ?, ?, ?)
                    """,
                arguments: [street.digest, tx.now, version, outcome, place?.latitude, place?.longitude])
            // The street was told to somebody: the log says when and for whom.
            try tx.audit(.sent, "street-lookup", "\(version)", patient: patient)
        }
    }
}

extension StreetAddress {
    fileprivate var digest: Data { Data(SHA256.hash(data: Data(normalised.utf8))) }
}
