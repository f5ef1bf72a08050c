import Crypto
import CryptoExtras
import Foundation
import NIOPosix

/// Hashes and checks passwords with scrypt (RFC 7914), on two threads of its own: one hash takes a quarter of a second
/// and 128 MiB, which must neither stop the pages of others nor use up the memory.
package struct PasswordHasher: Sendable {
    /// scrypt's cost as a power of two.
    private let cost: Int
    private static let threads = NIOThreadPool(numberOfThreads: 2)

    package init(cost: Int) {
        self.cost = cost
        Self.threads.start()
    }

    /// A hash with its own salt and settings: `scrypt$cost$salt$key`.
    package func hash(_ password: String) async throws -> String {
        let salt = SymmetricKey(size: .bits128).withUnsafeBytes { Data($0) }
        let key = try await derive(password, salt: salt, cost: cost)
        return "scrypt$\(cost)$\(salt.base64EncodedString())$\(key.base64EncodedString())"
    }

    /// Whether a password belongs to a hash. Without a hash it takes the same time and says no, so that an unknown
    /// address cannot be told from a wrong password.
    func verify(_ password: String, against hash: String?) async throws -> Bool {
        let parts = hash?.split(separator: "$").map(String.init) ?? []
        guard parts.count == 4, parts[0] == "scrypt", let cost = Int(parts[1]), (4...20).contains(cost),
            let salt = Data(base64Encoded: parts[2]), let expected = Data(base64Encoded: parts[3])
        else {
            _ = try await derive(password, salt: Data(count: 16), cost: cost)
            return false
        }
        let key = try await derive(password, salt: salt, cost: cost)
        // Comparing authentication codes of both takes the same time wherever they differ.
        let comparison = SymmetricKey(size: .bits256)
        return HMAC<SHA256>.isValidAuthenticationCode(
            HMAC<SHA256>.authenticationCode(for: key, using: comparison), authenticating: expected, using: comparison)
    }

    private func derive(_ password: String, salt: Data, cost: Int) async throws -> Data {
        // NFC: the same password typed on another keyboard may come decomposed.
        let text = Data(password.prefix(1000).precomposedStringWithCanonicalMapping.utf8)
        return try await Self.threads.runIfActive {
            try KDF.Scrypt.deriveKey(
                from: text, salt: salt, outputByteCount: 32, rounds: 1 << cost, blockSize: 8, parallelism: 1,
                maxMemory: 1 << 30
            ).withUnsafeBytes { Data($0) }
        }
    }
}

/// The code of the first-run page: made at start, gone with the process, useless once there is an account.
struct SetUpCode: Sendable {
    let code: String = SecretToken.make()

    func matches(_ typed: String) -> Bool {
        SecretToken.hash(typed) == SecretToken.hash(code)
    }
}
