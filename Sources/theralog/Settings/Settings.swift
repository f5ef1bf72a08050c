import Foundation
import Logging
import Sending
import Site

/// What one run of the program was told: by flag, else by environment variable, else by default. Read here and nowhere
/// else, and every mistake is reported at once.
struct Settings: Sendable {
    /// One setting as the documentation has it.
    struct Entry: Sendable {
        /// The flag without its dashes; the variable is `THERALOG_` and the same in capitals.
        let name: String
        let standard: String

        var variable: String { "THERALOG_" + name.uppercased().replacing("-", with: "_") }
    }

    /// What is wrong with the settings, one line each.
    struct Problems: Error, CustomStringConvertible {
        let lines: [String]
        var description: String { lines.joined(separator: "\n") }
    }

    static let entries: [Entry] = [
        Entry(name: "lan", standard: "no"),
        Entry(name: "host", standard: "127.0.0.1"),
        Entry(name: "port", standard: "8080"),
        Entry(name: "http-port", standard: "8080"),
        Entry(name: "certificate", standard: "the clinic's own authority makes one"),
        Entry(name: "certificate-key", standard: "the clinic's own authority makes one"),
        Entry(name: "trusted-proxy", standard: "nobody is believed"),
        Entry(name: "public-address", standard: "practices telephone"),
        Entry(name: "root", standard: "the folder that holds Views, Static and data"),
        Entry(name: "data-dir", standard: "data/local below the root"),
        Entry(name: "time-zone", standard: "the machine's"),
        Entry(name: "idle-minutes", standard: "60"),
        Entry(name: "session-hours", standard: "12"),
        Entry(name: "mail-password-file", standard: "no file"),
        Entry(name: "gateway-secret-file", standard: "no file"),
        Entry(name: "geocoder-secret-file", standard: "no file"),
        Entry(name: "sending-authorities", standard: "the system's alone"),
        Entry(name: "log-level", standard: "info"),
    ]

    /// Secrets that the environment may hold itself. They are no flags: everybody on the machine sees those.
    static let secretVariables = [
        "THERALOG_MAIL_PASSWORD", "THERALOG_GATEWAY_SECRET", "THERALOG_GEOCODER_SECRET",
    ]

    /// How the site is reached.
    let network: NetworkSettings
    let root: URL
    var dataFolder: URL
    var timeZone: TimeZone
    let idleMinutes: Int
    let sessionHours: Int
    let logLevel: Logger.Level
    /// The passwords with which the clinic sends.
    let secrets: SendingSecrets
    /// The settings that were said, by flag or variable, and not left at their default.
    let said: Set<String>

    /// - Parameters:
    ///   - flags: what the command line said, by name; nil where it said nothing.
    ///   - environment: the process's variables.
    /// - Throws: ``Problems`` with a line for every setting that cannot be used.
    init(flags: [String: String?], environment: [String: String]) throws {
        var reader = SettingsReader(flags: flags, environment: environment)
        network = NetworkSettings(&reader)
        root = reader.root()
        dataFolder = reader.folder("data-dir", standard: root.appendingPathComponent("data/local"))
        timeZone = reader.timeZone("time-zone")
        idleMinutes = reader.number("idle-minutes", 1...1440, standard: 60)
        sessionHours = reader.number("session-hours", 1...168, standard: 12)
        logLevel = reader.logLevel("log-level", standard: .info)
        secrets = SendingSecrets(
            mailPassword: reader.secret("mail-password-file", variable: "THERALOG_MAIL_PASSWORD"),
            gatewaySecret: reader.secret("gateway-secret-file", variable: "THERALOG_GATEWAY_SECRET"),
            geocoderSecret: reader.secret("geocoder-secret-file", variable: "THERALOG_GEOCODER_SECRET"),
            authorities: reader.file("sending-authorities"))
        said = Set(Self.entries.map(\.name).filter { reader.typed($0) != nil })
        guard reader.problems.isEmpty else { throw Problems(lines: reader.problems) }
    }

    /// The part that the site needs.
    var site: SiteSettings {
        var site = SiteSettings(
            timeZone: timeZone, isTimeZoneTold: said.contains("time-zone"), idleMinutes: idleMinutes,
            sessionHours: sessionHours,
            dataFolder: root.appendingPathComponent("data"), viewsFolder: root.appendingPathComponent("Views"),
            staticFolder: root.appendingPathComponent("Static"))
        site.sendingSecrets = secrets
        site.trustedProxies = network.trustedProxies
        site.publicAddress = network.publicAddress
        site.uploadsFolder = dataFolder.appendingPathComponent("uploads")
        return site
    }

    /// Where the server's certificate comes from; nil without TLS.
    var certificateSource: CertificateSource? {
        switch network.certificate {
        case .none: nil
        case .authority: .authority(folder: dataFolder.appendingPathComponent("certificates"))
        case .files(let certificate, let key): .files(certificate: certificate, key: key)
        }
    }
}
