import Crypto
import Foundation
import NIOCore
import NIOSSL
import SwiftASN1
import X509

/// What the server shows to browsers and proves itself with.
package struct ServerCertificate: Sendable {
    /// The server's own first, then those between it and the authority.
    package let chain: [Certificate]
    /// Ready for handshakes: TLS 1.2 and 1.3, HTTP/1.1.
    let context: NIOSSLContext
    /// What it is for.
    package let names: HostNames
    package let notBefore: Date
    package let notAfter: Date

    /// - Parameters:
    ///   - pem: one certificate or more, the server's own first.
    ///   - keyPEM: its private key.
    ///   - file: where both come from, for the words of a problem.
    /// - Throws: ``CertificateProblem``
    init(pem: String, keyPEM: String, file: URL, keyFile: URL) throws {
        let found: [Certificate]
        do {
            found = try PEMDocument.parseMultiple(pemString: pem).filter { $0.discriminator == "CERTIFICATE" }
                .map { try Certificate(pemDocument: $0) }
        } catch { throw CertificateProblem.noCertificate(path: file.path) }
        guard let leaf = found.first else { throw CertificateProblem.noCertificate(path: file.path) }
        let (key, publicKey) = try Self.key(keyPEM, keyFile)
        guard publicKey == nil || publicKey == leaf.publicKey else {
            throw CertificateProblem.mismatch(certificate: file.path, key: keyFile.path)
        }
        chain = found
        names = HostNames(leaf)
        (notBefore, notAfter) = (leaf.notValidBefore, leaf.notValidAfter)
        do {
            let sources = try found.map { certificate in
                let bytes = try certificate.serializeAsPEM().derBytes
                return NIOSSLCertificateSource.certificate(try NIOSSLCertificate(bytes: bytes, format: .der))
            }
            var configuration = TLSConfiguration.makeServerConfiguration(
                certificateChain: sources, privateKey: .privateKey(key))
            configuration.minimumTLSVersion = .tlsv12
            configuration.cipherSuites = "ECDHE+AESGCM:ECDHE+CHACHA20"
            configuration.applicationProtocols = ["http/1.1"]
            configuration.shutdownTimeout = .milliseconds(500)
            context = try NIOSSLContext(configuration: configuration)
        } catch { throw CertificateProblem.unusable(path: file.path, reason: "\(error)") }
    }

    /// The key, and its public half where the library can tell.
    private static func key(_ pem: String, _ file: URL) throws -> (NIOSSLPrivateKey, Certificate.PublicKey?) {
        do {
            // A file may hold parameters of the curve or the certificate before the key.
            let documents = try PEMDocument.parseMultiple(pemString: pem)
            guard let document = documents.first(where: { $0.discriminator.hasSuffix("PRIVATE KEY") }) else {
                throw CertificateProblem.noKey(path: file.path)
            }
            let text = document.pemString
            return (
                try NIOSSLPrivateKey(bytes: Array(text.utf8), format: .pem),
                try Certificate.PrivateKey(pemEncoded: text).publicKey
            )
        } catch { throw CertificateProblem.noKey(path: file.path) }
    }

    /// Whether a browser whose clock is right takes it now.
    package func isValid(at instant: Date) -> Bool { notBefore <= instant && instant < notAfter }
}

extension HostNames {
    /// What a certificate is for, by its alternative names; browsers look at nothing else.
    init(_ certificate: Certificate) {
        self.init(names: [], addresses: [])
        let alternatives: SubjectAlternativeNames?
        do {
            alternatives = try certificate.extensions.subjectAlternativeNames
        } catch {
            // Names that cannot be read are none.
            alternatives = nil
        }
        for name in alternatives ?? SubjectAlternativeNames() {
            switch name {
            case .dnsName(let name): names.insert(name.lowercased())
            case .ipAddress(let octets): NetworkAddress(bytes: Array(octets.bytes)).map { _ = addresses.insert($0) }
            default: break
            }
        }
    }
}
