import Clinic
import Crypto
import Foundation
import Logging
import Rendering
import Site
import Store

/// Opens the clinic's folder: database, key, templates. Made by every command that needs them.
enum OpenClinic {
    /// The database of the folder, migrated; the folder is made when missing, readable by its owner only.
    static func database(_ settings: Settings) async throws -> ClinicDatabase {
        let folder = settings.dataFolder
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            return try await ClinicDatabase.open(
                at: folder.appendingPathComponent("theralog.sqlite"), surroundings: .real)
        } catch { throw StartFailure(error, folder: folder) ?? error }
    }

    /// The whole site on a database.
    static func site(_ settings: Settings, database: ClinicDatabase, logger: Logger) throws -> Site {
        Site(
            database: database, templates: try Templates(folder: settings.site.viewsFolder),
            assets: try StaticAssets(folder: settings.site.staticFolder), settings: settings.site,
            key: try key(in: settings.dataFolder), logger: logger)
    }

    static func logger(_ settings: Settings) -> Logger {
        var logger = Logger(label: "theralog") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = settings.logLevel
        return logger
    }

    /// 32 random bytes in a file of their own, made on first use. Losing the file costs nobody more than a reload.
    private static func key(in folder: URL) throws -> Data {
        let file = folder.appendingPathComponent("form.key")
        if let key = FileManager.default.contents(atPath: file.path), key.count == 32 { return key }
        let key = SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }
        guard
            FileManager.default.createFile(
                atPath: file.path, contents: key, attributes: [.posixPermissions: 0o600])
        else { throw StoreError.unavailable("cannot write \(file.lastPathComponent)") }
        return key
    }
}

extension Surroundings {
    /// The machine's clock, and UUIDv7 (RFC 9562, section 5.7): 48 bits of milliseconds, then chance.
    static let real = Surroundings(
        now: { Date() },
        makeIdentifier: {
            var bytes = withUnsafeBytes(of: UUID().uuid) { Array($0) }
            let milliseconds = UInt64(Date().timeIntervalSince1970 * 1000)
            for index in 0..<6 { bytes[index] = UInt8(truncatingIfNeeded: milliseconds >> (40 - 8 * index)) }
            bytes[6] = 0x70 | (bytes[6] & 0x0f)
            let hex = bytes.map { String(format: "%02x", $0) }.joined()
            let cuts = [0, 8, 12, 16, 20, 32]
            return zip(cuts, cuts.dropFirst()).map { String(Array(hex)[$0..<$1]) }.joined(separator: "-")
        })
}
