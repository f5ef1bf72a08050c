import Crypto
import Foundation
import Logging
import SwiftASN1
import Synchronization
import Testing
import X509

@testable import Site

@Suite("The server's certificate")
struct CertificateKeeperTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("theralog-\(UUID().uuidString)")
    private let world = World()

    /// A machine whose names and clock the test moves.
    private final class World: Sendable {
        let state = Mutex(
            (
                names: HostNames(
                    names: ["clinic", "localhost"], addresses: [NetworkAddress("192.0.2.10")].compactMap(\.self).set),
                now: Date(timeIntervalSince1970: 1_795_253_400)
            ))

        func add(_ address: String) {
            NetworkAddress(address).map { new in state.withLock { _ = $0.names.addresses.insert(new) } }
        }
        func advance(days: Double) { state.withLock { $0.now += days * 86_400 } }
    }

    private func keeper(_ source: CertificateSource? = nil) throws -> CertificateKeeper {
        let world = world
        return try CertificateKeeper(
            source ?? .authority(folder: folder), machine: { world.state.withLock { $0.names } },
            now: { world.state.withLock { $0.now } }, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    private func file(_ name: String) -> URL { folder.appendingPathComponent(name) }

    @Test("is made with an authority on first start, as browsers want them, readable by their owner only")
    func first() throws {
        let keeper = try keeper()
        let authority = try #require(try LocalAuthority.read(in: folder)).certificate
        let leaf = try #require(keeper.server.chain.first)
        #expect(keeper.server.names == world.state.withLock { $0.names })
        #expect(leaf.notValidAfter.timeIntervalSince(leaf.notValidBefore) <= 397 * 86_400)
        #expect(try leaf.extensions.extendedKeyUsage == ExtendedKeyUsage([.serverAuth]))
        #expect(try leaf.extensions.basicConstraints == .notCertificateAuthority)
        #expect(P256.Signing.PublicKey(leaf.publicKey) != nil && P256.Signing.PublicKey(authority.publicKey) != nil)
        #expect(try authority.extensions.basicConstraints == .isCertificateAuthority(maxPathLength: 0))
        #expect(try authority.extensions.keyUsage == KeyUsage(keyCertSign: true, cRLSign: true))
        #expect(leaf.issuer == authority.subject && authority.publicKey.isValidSignature(leaf.signature, for: leaf))
        for name in ["authority.key", "authority.crt", "server.key", "server.crt"] {
            let facts = try FileManager.default.attributesOfItem(atPath: file(name).path)
            #expect(facts[.posixPermissions] as? Int == 0o600, "\(name)")
        }
        #expect(try FileManager.default.attributesOfItem(atPath: folder.path)[.posixPermissions] as? Int == 0o700)
    }

    @Test("stays over a restart while nothing changes")
    func restart() throws {
        let first = try keeper()
        let second = try keeper()
        second.refresh()
        #expect(first.server.chain == second.server.chain)
        #expect(try first.authority?.fingerprint() == second.authority?.fingerprint())
        #expect(try first.authority?.fingerprint().count == 16 * 5 - 1)
    }

    @Test("is renewed before its end, under the same authority, while the server runs")
    func renewal() throws {
        let keeper = try keeper()
        let (old, fingerprint) = (keeper.server, try keeper.authority?.fingerprint())
        world.advance(days: 59)
        keeper.refresh()
        #expect(keeper.server.chain == old.chain)
        world.advance(days: 2)
        keeper.refresh()
        #expect(keeper.server.chain != old.chain)
        #expect(keeper.server.isValid(at: world.state.withLock { $0.now } + 80 * 86_400))
        #expect(try keeper.authority?.fingerprint() == fingerprint)
    }

    @Test("is made anew when the machine has another address, and not when one goes")
    func addresses() throws {
        let keeper = try keeper()
        world.add("198.51.100.3")
        keeper.refresh()
        let wide = keeper.server
        #expect(wide.names.contains("198.51.100.3") && wide.names.contains("192.0.2.10"))
        world.state.withLock { $0.names.addresses = [] }
        keeper.refresh()
        #expect(keeper.server.chain == wide.chain)
    }

    @Test("a damaged one is made again; half an authority is an error and nothing is overwritten")
    func damage() throws {
        let first = try keeper()
        try Data("nonsense".utf8).write(to: file("server.crt"))
        #expect(try keeper().server.chain != first.server.chain)
        let key = try Data(contentsOf: file("authority.key"))
        try FileManager.default.removeItem(at: file("authority.key"))
        #expect(throws: CertificateProblem.halfAuthority(missing: file("authority.key").path)) { try keeper() }
        try Data(P256.Signing.PrivateKey().pemRepresentation.utf8).write(to: file("authority.key"))
        #expect(throws: CertificateProblem.halfAuthority(missing: file("authority.key").path)) { try keeper() }
        try key.write(to: file("authority.key"))
        #expect(try keeper().authority?.fingerprint() == first.authority?.fingerprint())
    }

    @Test("files of one's own are used again when they change; what cannot be read leaves the old in place")
    func ownFiles() throws {
        let (certificate, key) = (file("own.crt"), file("own.key"))
        try write(certificate, key, "one.example")
        let keeper = try keeper(.files(certificate: certificate, key: key))
        #expect(keeper.authority == nil)
        #expect(keeper.server.names.names == ["one.example"])
        try write(certificate, key, "two.example")
        keeper.refresh()
        #expect(keeper.server.names.names == ["two.example"])
        try Data("-----BEGIN CERTIFICATE-----\nhalf".utf8).write(to: certificate)
        keeper.refresh()
        #expect(keeper.server.names.names == ["two.example"])
        try FileManager.default.removeItem(at: key)
        keeper.refresh()
        #expect(keeper.server.names.names == ["two.example"])
        try write(certificate, key, "three.example")
        keeper.refresh()
        #expect(keeper.server.names.names == ["three.example"])
    }

    @Test("what is wrong with files is said by file")
    func problems() throws {
        let (certificate, key) = (file("own.crt"), file("own.key"))
        let source = CertificateSource.files(certificate: certificate, key: key)
        #expect(throws: CertificateProblem.unreadable(path: certificate.path, reason: "No such file or directory")) {
            try source.read()
        }
        try write(certificate, key, "one.example")
        let (good, goodKey) = (try Data(contentsOf: certificate), try Data(contentsOf: key))
        try Data(P256.Signing.PrivateKey().pemRepresentation.utf8).write(to: key)
        #expect(throws: CertificateProblem.mismatch(certificate: certificate.path, key: key.path)) { try source.read() }
        for text in ["", "nonsense", String(decoding: good, as: UTF8.self)] {
            try Data(text.utf8).write(to: key)
            #expect(throws: CertificateProblem.noKey(path: key.path)) { try source.read() }
        }
        try goodKey.write(to: key)
        for text in ["", "nonsense", String(decoding: goodKey, as: UTF8.self)] {
            try Data(text.utf8).write(to: certificate)
            #expect(throws: CertificateProblem.noCertificate(path: certificate.path)) { try source.read() }
        }
    }

    /// A certificate for a name, under an authority that nobody keeps.
    private func write(_ certificate: URL, _ key: URL, _ name: String) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let now = world.state.withLock { $0.now }
        let made = try LocalAuthority.make(for: name, now: now)
            .leaf(for: HostNames(names: [name], addresses: []), now: now)
        try Data(try made.certificate.serializeAsPEM().pemString.utf8).write(to: certificate)
        try Data(made.key.pemRepresentation.utf8).write(to: key)
    }
}

extension Array where Element: Hashable {
    fileprivate var set: Set<Element> { Set(self) }
}
