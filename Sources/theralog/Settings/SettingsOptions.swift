import ArgumentParser
import Foundation

/// The flags that every command takes.
struct SettingsOptions: ParsableArguments {
    @Flag(help: "Serve the clinic's network: every address of this machine, with TLS. (THERALOG_LAN; default no)")
    var lan = false

    @Option(help: "Address to listen on. (THERALOG_HOST; default 127.0.0.1, all with --lan)")
    var host: String?

    @Option(help: "Port to listen on, 0 for any free one. (THERALOG_PORT; default 8080, 8443 with TLS)")
    var port: String?

    @Option(
        help: """
            With TLS: port for plain HTTP that leads to the one above, 0 for any free one, or off. \
            (THERALOG_HTTP_PORT; default 8080)
            """)
    var httpPort: String?

    @Option(help: "PEM file of a certificate of your own, with its chain. (THERALOG_CERTIFICATE)")
    var certificate: String?

    @Option(help: "PEM file of its private key. (THERALOG_CERTIFICATE_KEY)")
    var certificateKey: String?

    @Option(
        help: """
            Address, or address/bits, of a proxy whose X-Forwarded-For, -Proto and -Host are believed; may be repeated. \
            (THERALOG_TRUSTED_PROXY, with commas)
            """)
    var trustedProxy: [String] = []

    @Option(
        help: """
            Address at which therapy practices reach this server, such as https://clinic.example: it stands on sheets, \
            with a QR code. (THERALOG_PUBLIC_ADDRESS; default: sheets say to telephone)
            """)
    var publicAddress: String?

    @Option(help: "Folder that holds Views, Static and data. (THERALOG_ROOT; default: found from here)")
    var root: String?

    @Option(help: "Folder of the database and keys. (THERALOG_DATA_DIR; default data/local)")
    var dataDir: String?

    @Option(help: "Zone in which the clinic reads dates, such as America/Chicago. (THERALOG_TIME_ZONE)")
    var timeZone: String?

    @Option(help: "Minutes without a request until a session ends. (THERALOG_IDLE_MINUTES; default 60)")
    var idleMinutes: String?

    @Option(help: "Hours until a session ends in any case. (THERALOG_SESSION_HOURS; default 12)")
    var sessionHours: String?

    @Option(
        help: """
            File with the mail server's password in its first line. (THERALOG_MAIL_PASSWORD_FILE; or the password \
            itself in THERALOG_MAIL_PASSWORD)
            """)
    var mailPasswordFile: String?

    @Option(
        help: """
            File with the secret of the gateway for text messages. (THERALOG_GATEWAY_SECRET_FILE; or the secret \
            itself in THERALOG_GATEWAY_SECRET)
            """)
    var gatewaySecretFile: String?

    @Option(
        help: """
            File with what the geocoder's header holds. (THERALOG_GEOCODER_SECRET_FILE; or the secret itself in \
            THERALOG_GEOCODER_SECRET)
            """)
    var geocoderSecretFile: String?

    @Option(
        help: """
            PEM file of further authorities that the mail server's, gateway's and geocoder's certificates may be signed \
            by. (THERALOG_SENDING_AUTHORITIES)
            """)
    var sendingAuthorities: String?

    @Option(help: "trace, debug, info, notice, warning, error or critical. (THERALOG_LOG_LEVEL; default info)")
    var logLevel: String?

    /// The settings of this run. All problems are reported together.
    func settings() throws -> Settings {
        do {
            return try Settings(
                flags: [
                    "lan": lan ? "yes" : nil, "host": host, "port": port, "http-port": httpPort,
                    "certificate": certificate, "certificate-key": certificateKey,
                    "trusted-proxy": trustedProxy.isEmpty ? nil : trustedProxy.joined(separator: ","),
                    "public-address": publicAddress, "root": root,
                    "data-dir": dataDir, "time-zone": timeZone,
                    "idle-minutes": idleMinutes, "session-hours": sessionHours, "mail-password-file": mailPasswordFile,
                    "gateway-secret-file": gatewaySecretFile, "geocoder-secret-file": geocoderSecretFile,
                    "sending-authorities": sendingAuthorities,
                    "log-level": logLevel,
                ], environment: ProcessInfo.processInfo.environment)
        } catch let problems as Settings.Problems {
            throw ValidationError(problems.description)
        }
    }
}
