import Foundation

/// Why a certificate cannot be used. Says what to do about it; holds nothing of a key.
package enum CertificateProblem: Error, Equatable, CustomStringConvertible {
    case unreadable(path: String, reason: String)
    case unwritable(path: String, reason: String)
    /// The file has no certificate in PEM.
    case noCertificate(path: String)
    /// The file has no private key in PEM, or one with a password.
    case noKey(path: String)
    /// The key is another certificate's.
    case mismatch(certificate: String, key: String)
    /// One file of the authority without the other.
    case halfAuthority(missing: String)
    /// What the library said.
    case unusable(path: String, reason: String)

    package var description: String {
        switch self {
        case .unreadable(let path, let reason): "\(path) cannot be read: \(reason)"
        case .unwritable(let path, let reason): "\(path) cannot be written: \(reason)"
        case .noCertificate(let path): "\(path) holds no certificate. It must be PEM: -----BEGIN CERTIFICATE-----"
        case .noKey(let path):
            "\(path) holds no private key. It must be PEM without a password: -----BEGIN PRIVATE KEY-----"
        case .mismatch(let certificate, let key):
            "The key in \(key) does not belong to the certificate in \(certificate)."
        case .halfAuthority(let missing):
            """
            \(missing) is missing or does not belong to the file beside it. Put it back from a copy; or remove the whole \
            folder, and a new authority is made that every device has to be told to trust again.
            """
        case .unusable(let path, let reason): "The certificate in \(path) cannot be used: \(reason)"
        }
    }
}

/// Files of keys.
enum KeyFile {
    /// More than any certificate with its chain: nobody means a file that is larger, or a device that never ends.
    private static let largest = 1 << 20

    /// Reads a file.
    /// - Throws: ``CertificateProblem/unreadable(path:reason:)``
    static func read(_ file: URL) throws -> String {
        let descriptor = open(file.path, O_RDONLY | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw CertificateProblem.unreadable(path: file.path, reason: String(cString: strerror(errno)))
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            return String(decoding: try handle.read(upToCount: largest) ?? Data(), as: UTF8.self)
        } catch {
            throw CertificateProblem.unreadable(path: file.path, reason: error.localizedDescription)
        }
    }

    /// Writes a file that only its owner can read, whole or not at all.
    static func write(_ text: String, to file: URL) throws {
        let beside = file.appendingPathExtension("new")
        unlink(beside.path)
        // With its permissions from the start: nobody may read the key in the moment between.
        let descriptor = open(beside.path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw failed(file) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            try handle.write(contentsOf: Data(text.utf8))
            try handle.synchronize()
            try handle.close()
        } catch { throw CertificateProblem.unwritable(path: file.path, reason: error.localizedDescription) }
        guard rename(beside.path, file.path) == 0 else { throw failed(file) }
    }

    private static func failed(_ file: URL) -> CertificateProblem {
        .unwritable(path: file.path, reason: String(cString: strerror(errno)))
    }
}
