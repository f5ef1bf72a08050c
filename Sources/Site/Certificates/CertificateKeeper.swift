import Crypto
import Foundation
import Logging
import ServiceLifecycle
import SwiftASN1
import Synchronization
import X509

/// Keeps the server's certificate good while it runs: renews its own before it ends and when the machine's names or
/// addresses change, reads others' files again when they change. Handshakes that begin afterwards use the new one. What
/// cannot be read leaves the old one in place and is logged once.
package final class CertificateKeeper: Service {
    /// What a keeper holds at one time.
    private struct Held {
        var server: ServerCertificate
        var authority: Certificate?
        /// What the files looked like when they were last read, well or not.
        var stamp: String
        var problem: CertificateProblem?
    }

    package let source: CertificateSource
    private let machine: @Sendable () -> HostNames
    private let now: @Sendable () -> Date
    private let interval: Duration
    private let logger: Logger
    private let held: Mutex<Held>

    /// Reads the certificate, or makes one.
    /// - Parameters:
    ///   - machine: the names and addresses that browsers use.
    ///   - interval: how often ``run()`` looks.
    /// - Throws: ``CertificateProblem``
    package init(
        _ source: CertificateSource, machine: @escaping @Sendable () -> HostNames = HostNames.machine,
        now: @escaping @Sendable () -> Date = { Date() }, every interval: Duration = .seconds(10), logger: Logger
    ) throws {
        self.source = source
        self.machine = machine
        self.now = now
        self.interval = interval
        self.logger = logger
        held = Mutex(try Self.held(source, machine(), now()))
    }

    /// What handshakes use that begin now.
    package var server: ServerCertificate { held.withLock { $0.server } }

    /// What devices have to trust; nil with files of one's own.
    package var authority: AuthorityCertificate? {
        held.withLock { $0.authority }.map(AuthorityCertificate.init)
    }

    /// The names and addresses by which this server may be called: the machine's, and the certificate's.
    package var names: HostNames { machine().union(server.names) }

    /// Looks whether anything has changed, and if so uses it from now on.
    package func refresh() {
        // As the files were before they are read: one that is replaced meanwhile is looked at again the next time.
        let stamp = Self.stamp(source)
        do {
            let known = held.withLock { $0.stamp }
            switch source {
            case .files where stamp == known: return
            case .authority where stamp == known && isGood: return
            default: break
            }
            let fresh = try Self.held(source, machine(), now())
            let isNew = held.withLock { old in
                defer { old = fresh }
                return old.server.chain != fresh.server.chain
            }
            if isNew { logger.notice("new certificate", metadata: ["until": "\(fresh.server.notAfter)"]) }
        } catch {
            let problem = error as? CertificateProblem ?? .unusable(path: source.files[0].path, reason: "\(error)")
            let isKnown = held.withLock { held in
                held.stamp = stamp
                defer { held.problem = problem }
                return held.problem == problem
            }
            if !isKnown { logger.error("certificate not renewed", metadata: ["problem": "\(problem)"]) }
        }
    }

    /// Looks again and again until the server stops.
    package func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                do {
                    try await Task.sleep(for: self.interval)
                } catch { return }
                self.refresh()
            }
        }
    }

    /// Whether the certificate made here needs no successor yet.
    private var isGood: Bool {
        let (server, instant) = (server, now())
        return server.names.covers(machine()) && server.notBefore <= instant
            && server.notAfter - LocalAuthority.leafLifetime / 3 > instant
    }

    private static func held(_ source: CertificateSource, _ names: HostNames, _ now: Date) throws -> Held {
        switch source {
        case .files:
            let stamp = stamp(source)
            return Held(server: try source.read(), authority: nil, stamp: stamp)
        case .authority(let folder):
            let files = AuthorityFolder(folder: folder, names: names, machine: HostNames.machineName(), now: now)
            let authority = try files.authority()
            let server = try files.certificate(under: authority)
            return Held(server: server, authority: authority.certificate, stamp: stamp(source))
        }
    }

    /// Size, time and place of the files: enough to notice that one was replaced.
    private static func stamp(_ source: CertificateSource) -> String {
        source.files.map { file in
            do {
                let facts = try FileManager.default.attributesOfItem(atPath: file.resolvingSymlinksInPath().path)
                let time = (facts[.modificationDate] as? Date)?.timeIntervalSince1970
                return "\(facts[.systemFileNumber] ?? ""),\(facts[.size] ?? ""),\(time ?? 0)"
            } catch { return "missing" }
        }.joined(separator: " ")
    }
}

/// The authority's certificate as devices get it.
package struct AuthorityCertificate: Sendable {
    private let certificate: Certificate

    init(_ certificate: Certificate) { self.certificate = certificate }

    /// What devices show it as.
    package var name: String {
        String(certificate.subject.description.split(separator: ",").first { $0.hasPrefix("CN=") }?.dropFirst(3) ?? "")
    }

    package var notAfter: Date { certificate.notValidAfter }

    /// - Throws: what serialising can throw: never for one that was read.
    package func pem() throws -> String { try certificate.serializeAsPEM().pemString + "\n" }

    package func der() throws -> [UInt8] { try certificate.serializeAsPEM().derBytes }

    /// SHA-256 of the certificate, in groups of four digits, as people compare it.
    package func fingerprint() throws -> String {
        let digits = SHA256.hash(data: try der()).map { byte in
            let hex = String(byte, radix: 16, uppercase: true)
            return hex.utf8.count == 1 ? "0\(hex)" : hex
        }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] + digits[$0 + 1] }.joined(separator: " ")
    }
}
