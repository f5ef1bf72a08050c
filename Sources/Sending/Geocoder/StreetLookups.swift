import Clinic
import Foundation
import Logging
import Store
import Synchronization

/// Where distances to a patient are counted from.
package struct StreetOrigin: Hashable, Sendable {
    /// Why it is not the street.
    package enum Gap: String, Hashable, Sendable {
        /// The geocoder gave no answer.
        case failed
        /// It has no such street.
        case unknown
        /// What it said lies too far from the ZIP code to be right.
        case far
    }

    package let point: Coordinates
    /// Whether ``point`` is the street's; else it is the middle of the ZIP code.
    package let isStreet: Bool
    /// Nil where it is the street, and where nobody was to be asked.
    package let gap: Gap?
    /// How far from the ZIP code's middle the geocoder would have it, where that is too far.
    package let distance: Distance?

    package init(point: Coordinates, isStreet: Bool = false, gap: Gap? = nil, distance: Distance? = nil) {
        self.point = point
        self.isStreet = isStreet
        self.gap = gap
        self.distance = distance
    }
}

/// Looks up where patients live, each address once: what was answered is kept. While the geocoder is asked, no transaction is
/// open and nobody else waits.
package final class StreetLookups: Sendable {
    private let database: ClinicDatabase
    private let secrets: SendingSecrets
    private let logger: Logger
    /// Addresses that are being asked for: whoever wants the same waits for the same answer.
    private let running = Mutex<[Question: Task<KnownStreetPoint, any Error>]>([:])

    private struct Question: Hashable {
        let address: String
        let version: Int
    }

    /// A street that lies farther from the middle of its ZIP code is another street: the largest ZIP codes reach about so far.
    package static let farthest = Distance(metres: 50 * DistanceUnit.miles.metres)

    package init(database: ClinicDatabase, secrets: SendingSecrets, logger: Logger) {
        self.database = database
        self.secrets = secrets
        self.logger = logger
    }

    /// Whether the secret that the geocoder's header needs is there; true where it needs none.
    package var hasSecret: Bool {
        database.geocoder.settings?.header.isEmpty ?? true || secrets.geocoderSecret.secret != nil
    }

    /// Where a patient's distances are counted from.
    /// - Parameters:
    ///   - street: nil for an address without one.
    ///   - center: the middle of its ZIP code.
    /// - Throws: ``StoreError`` of the database alone: a geocoder that fails leaves the ZIP code.
    package func origin(
        of street: StreetAddress?, around center: Coordinates, for patient: Identifier<Patient>, by actor: Actor
    ) async throws -> StreetOrigin {
        guard let street, database.geocoder.settings != nil else { return StreetOrigin(point: center) }
        switch try await known(street, for: patient, by: actor) {
        case .failed: return StreetOrigin(point: center, gap: .failed)
        case .unknown: return StreetOrigin(point: center, gap: .unknown)
        case .found(let point):
            let distance = center.distance(to: point)
            return distance > Self.farthest
                ? StreetOrigin(point: center, gap: .far, distance: distance)
                : StreetOrigin(point: point, isStreet: true)
        }
    }

    /// Asks with the settings in force, without keeping anything: for the test of the settings.
    package func ask(_ street: StreetAddress) async -> StreetPoint {
        guard let settings = database.geocoder.settings else { return .failed(.unreachable) }
        return await geocoder(settings).point(of: street)
    }

    private func geocoder(_ settings: GeocoderSettings) -> StreetGeocoder {
        StreetGeocoder(settings, secret: secrets.geocoderSecret.secret, authorities: secrets.authorities)
    }

    /// All of it is one task for all who want the same address at once: whether it is known, the question, and the keeping.
    private func known(
        _ street: StreetAddress, for patient: Identifier<Patient>, by actor: Actor
    ) async throws -> KnownStreetPoint {
        let stored = database.geocoder
        let question = Question(address: street.normalised, version: stored.version)
        let task = running.withLock { running in
            if let task = running[question] { return task }
            let task = Task {
                defer { self.running.withLock { $0[question] = nil } }
                return try await self.lookUp(street, stored, for: patient, by: actor)
            }
            running[question] = task
            return task
        }
        return try await task.value
    }

    private func lookUp(
        _ street: StreetAddress, _ stored: StoredGeocoder, for patient: Identifier<Patient>, by actor: Actor
    ) async throws -> KnownStreetPoint {
        if let known = try await database.knownPoint(of: street) { return known }
        guard let settings = stored.settings else { return .failed }
        let point = await geocoder(settings).point(of: street)
        try await database.keepPoint(point, of: street, version: stored.version, for: patient, by: actor)
        switch point {
        case .found(let place): return .found(place)
        case .unknown: return .unknown
        case .failed(let failure):
            // The reason alone: nobody reads in a log where a patient lives.
            logger.warning("the geocoder gave no answer", metadata: ["reason": "\(failure.rawValue)"])
            return .failed
        }
    }
}
