import Crypto
import Foundation
import SwiftASN1
import X509

/// Where the server's certificate comes from.
package enum CertificateSource: Sendable {
    /// Made here by an authority of the clinic's own, both kept in a folder.
    case authority(folder: URL)
    /// Files that somebody else looks after.
    case files(certificate: URL, key: URL)

    /// The files to look at for changes.
    var files: [URL] {
        switch self {
        case .authority(let folder): ["server.crt", "server.key"].map { folder.appendingPathComponent($0) }
        case .files(let certificate, let key): [certificate, key]
        }
    }

    /// Reads files as they are.
    /// - Throws: ``CertificateProblem``
    package func read() throws -> ServerCertificate {
        let (file, keyFile) = (files[0], files[1])
        return try ServerCertificate(
            pem: try KeyFile.read(file), keyPEM: try KeyFile.read(keyFile), file: file, keyFile: keyFile)
    }
}

/// The authority with the server's certificate in a folder.
struct AuthorityFolder {
    let folder: URL
    /// The names that the certificate has to be for.
    let names: HostNames
    let machine: String
    let now: Date

    /// Ninety days before its end there would be none for the server's certificate to be under.
    private static let authorityRest = LocalAuthority.leafLifetime
    /// The last third of its life.
    private static let leafRest = LocalAuthority.leafLifetime / 3

    /// The authority that is there, else a new one.
    func authority() throws -> LocalAuthority {
        if let there = try LocalAuthority.read(in: folder), there.certificate.notValidAfter - Self.authorityRest > now {
            return there
        }
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch { throw CertificateProblem.unwritable(path: folder.path, reason: error.localizedDescription) }
        let made = try LocalAuthority.make(for: machine, now: now)
        try made.write(in: folder)
        return made
    }

    /// The certificate that is there if it is good for a while yet, under this authority and for all names; else a new one.
    func certificate(under authority: LocalAuthority) throws -> ServerCertificate {
        let source = CertificateSource.authority(folder: folder)
        do {
            let there = try source.read()
            if let leaf = there.chain.first, authority.signed(leaf), there.names.covers(names),
                there.notBefore <= now, there.notAfter - Self.leafRest > now
            {
                return there
            }
        } catch is CertificateProblem {
            // Missing or damaged: it can be made again at any time.
        }
        let (leaf, key) = try authority.leaf(for: names, now: now)
        let (file, keyFile) = (source.files[0], source.files[1])
        let pem = try leaf.serializeAsPEM().pemString + "\n"
        let made = try ServerCertificate(pem: pem, keyPEM: key.pemRepresentation, file: file, keyFile: keyFile)
        try KeyFile.write(key.pemRepresentation, to: keyFile)
        try KeyFile.write(pem, to: file)
        return made
    }
}
