import Crypto
import Foundation
import SwiftASN1
import X509

/// The clinic's own certificate authority: devices that are told to trust it once trust every certificate that this
/// server makes for itself. Its key never leaves the data folder.
package struct LocalAuthority: Sendable {
    /// Ten years.
    static let lifetime: TimeInterval = 3650 * 86_400
    /// Browsers take 398 days at most, and ever fewer.
    static let leafLifetime: TimeInterval = 90 * 86_400
    /// Clocks of other machines may be behind.
    private static let backdating: TimeInterval = 86_400

    let certificate: Certificate
    package var notBefore: Date { certificate.notValidBefore }
    package var notAfter: Date { certificate.notValidAfter }
    private let key: P256.Signing.PrivateKey

    /// A new one.
    /// - Parameter machine: what it is called after, so that people who have several find the right one.
    static func make(for machine: String, now: Date) throws -> LocalAuthority {
        let key = P256.Signing.PrivateKey()
        let name = try DistinguishedName {
            OrganizationName("Theralog")
            CommonName("Theralog authority of \(machine.prefix(36))")
        }
        let publicKey = Certificate.PublicKey(key.publicKey)
        let certificate = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: publicKey,
            notValidBefore: now - backdating, notValidAfter: now + lifetime, issuer: name, subject: name,
            signatureAlgorithm: .ecdsaWithSHA256,
            extensions: try Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
                Critical(KeyUsage(keyCertSign: true, cRLSign: true))
                SubjectKeyIdentifier(hash: publicKey)
            }, issuerPrivateKey: Certificate.PrivateKey(key))
        return LocalAuthority(certificate: certificate, key: key)
    }

    /// A certificate for a server of these names.
    func leaf(for names: HostNames, now: Date) throws -> (certificate: Certificate, key: P256.Signing.PrivateKey) {
        let leafKey = P256.Signing.PrivateKey()
        let publicKey = Certificate.PublicKey(leafKey.publicKey)
        let subject = try DistinguishedName {
            OrganizationName("Theralog")
            CommonName(String((names.names.sorted().first { $0 != "localhost" } ?? "localhost").prefix(64)))
        }
        let alternatives =
            names.names.sorted().map { GeneralName.dnsName($0) }
            + names.addresses.sorted { $0.description < $1.description }
            .map { GeneralName.ipAddress(ASN1OctetString(contentBytes: $0.bytes[...])) }
        let certificate = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: publicKey,
            notValidBefore: max(now - Self.backdating, self.certificate.notValidBefore),
            notValidAfter: min(now + Self.leafLifetime, self.certificate.notValidAfter),
            issuer: self.certificate.subject, subject: subject, signatureAlgorithm: .ecdsaWithSHA256,
            extensions: try Certificate.Extensions {
                Critical(BasicConstraints.notCertificateAuthority)
                Critical(KeyUsage(digitalSignature: true))
                try ExtendedKeyUsage([.serverAuth])
                SubjectAlternativeNames(alternatives)
                SubjectKeyIdentifier(hash: publicKey)
                AuthorityKeyIdentifier(
                    keyIdentifier: SubjectKeyIdentifier(hash: Certificate.PublicKey(key.publicKey)).keyIdentifier)
            }, issuerPrivateKey: Certificate.PrivateKey(key))
        return (certificate, leafKey)
    }

    /// Whether a certificate was signed by this authority.
    func signed(_ leaf: Certificate) -> Bool {
        leaf.issuer == certificate.subject && certificate.publicKey.isValidSignature(leaf.signature, for: leaf)
    }
}

extension LocalAuthority {
    /// The authority kept in a folder; nil where there is none.
    /// - Throws: ``CertificateProblem``, also when one of its files is there without the other.
    package static func read(in folder: URL) throws -> LocalAuthority? {
        let (certificateFile, keyFile) = files(in: folder)
        let isThere = [certificateFile, keyFile].map { FileManager.default.fileExists(atPath: $0.path) }
        guard isThere != [false, false] else { return nil }
        guard isThere[0] else { throw CertificateProblem.halfAuthority(missing: certificateFile.path) }
        guard isThere[1] else { throw CertificateProblem.halfAuthority(missing: keyFile.path) }
        let (certificateText, keyText) = (try KeyFile.read(certificateFile), try KeyFile.read(keyFile))
        let certificate: Certificate
        do {
            certificate = try Certificate(pemEncoded: certificateText)
        } catch { throw CertificateProblem.noCertificate(path: certificateFile.path) }
        let key: P256.Signing.PrivateKey
        do {
            key = try P256.Signing.PrivateKey(pemRepresentation: keyText)
        } catch { throw CertificateProblem.noKey(path: keyFile.path) }
        guard Certificate.PublicKey(key.publicKey) == certificate.publicKey else {
            throw CertificateProblem.halfAuthority(missing: keyFile.path)
        }
        return LocalAuthority(certificate: certificate, key: key)
    }

    /// Keeps the authority. The key first: a certificate without it would be of no use.
    func write(in folder: URL) throws {
        let (certificateFile, keyFile) = Self.files(in: folder)
        try KeyFile.write(key.pemRepresentation, to: keyFile)
        try KeyFile.write(try certificate.serializeAsPEM().pemString, to: certificateFile)
    }

    private static func files(in folder: URL) -> (certificate: URL, key: URL) {
        (folder.appendingPathComponent("authority.crt"), folder.appendingPathComponent("authority.key"))
    }
}
