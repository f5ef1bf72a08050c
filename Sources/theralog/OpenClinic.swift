import ArgumentParser
import Catalogs
import Clinic
import Crypto
import Foundation
import Logging
import Rendering
import Site
import Store

/// Opens the clinic's folder: database, key, templates. Made by every command that needs them.
enum OpenClinic {
    /// Whether the folder holds a database.
    static func isThere(_ settings: Settings) -> Bool {
        FileManager.default.fileExists(atPath: file(settings).path)
    }

    private static func file(_ settings: Settings) -> URL {
        settings.dataFolder.appendingPathComponent("theralog.sqlite")
    }

    /// The database of the folder, migrated; the folder is made when missing, readable by its owner only.
    static func database(
        _ settings: Settings, surroundings: Surroundings = .machine
    ) async throws -> ClinicDatabase {
        let folder = settings.dataFolder
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            return try await ClinicDatabase.open(at: file(settings), surroundings: surroundings)
        } catch { throw StartFailure(error, folder: folder) ?? error }
    }

    /// The database of a folder that has one; none is made.
    /// - Throws: `ValidationError` where there is none.
    static func existing(_ settings: Settings) async throws -> ClinicDatabase {
        guard isThere(settings) else { throw ValidationError("There is no clinic in \(settings.dataFolder.path).") }
        return try await database(settings)
    }

    /// The whole site on a database.
    static func site(_ settings: Settings, database: ClinicDatabase, logger: Logger) throws -> Site {
        var siteSettings = settings.site
        if let source = settings.certificateSource {
            do {
                siteSettings.network = SiteNetwork(try CertificateKeeper(source, logger: logger))
            } catch { throw StartFailure(error) ?? error }
        }
        return try Site(
            database: database, templates: try Templates(folder: settings.site.viewsFolder),
            assets: try StaticAssets(folder: settings.site.staticFolder),
            therapies: try TherapyTemplates(folder: settings.site.dataFolder.appendingPathComponent("therapies")),
            settings: siteSettings, key: try key(in: settings.dataFolder), logger: logger)
    }

    static func logger(_ settings: Settings) -> Logger {
        var logger = Logger(label: "theralog") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = settings.logLevel
        return logger
    }

    /// 32 random bytes in a file of their own, made on first use. Codes on paper follow from it: with the file lost, sheets
    /// get new return codes, and invitations have to be made again.
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
