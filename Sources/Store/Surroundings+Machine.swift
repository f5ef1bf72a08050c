import Clinic
import Foundation

extension Surroundings {
    /// The machine's clock.
    package static let machine = Surroundings.by { Date() }

    /// A clock, and UUIDv7 that follow it (RFC 9562, section 5.7): 48 bits of milliseconds, then chance.
    package static func by(_ clock: @escaping @Sendable () -> Date) -> Surroundings {
        Surroundings(
            now: clock,
            makeIdentifier: {
                var bytes = withUnsafeBytes(of: UUID().uuid) { Array($0) }
                let milliseconds = UInt64(clock().timeIntervalSince1970 * 1000)
                for index in 0..<6 { bytes[index] = UInt8(truncatingIfNeeded: milliseconds >> (40 - 8 * index)) }
                bytes[6] = 0x70 | (bytes[6] & 0x0f)
                bytes[8] = 0x80 | (bytes[8] & 0x3f)
                return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }.uuidString.lowercased()
            })
    }
}
