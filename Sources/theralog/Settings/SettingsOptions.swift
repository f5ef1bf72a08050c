import ArgumentParser
import Foundation

/// The flags that every command takes.
struct SettingsOptions: ParsableArguments {
    @Option(help: "Address to listen on. (THERALOG_HOST; default 127.0.0.1)")
    var host: String?

    @Option(help: "Port to listen on, 0 for any free one. (THERALOG_PORT; default 8080)")
    var port: String?

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

    @Option(help: "trace, debug, info, notice, warning, error or critical. (THERALOG_LOG_LEVEL; default info)")
    var logLevel: String?

    /// The settings of this run. All problems are reported together.
    func settings() throws -> Settings {
        do {
            return try Settings(
                flags: [
                    "host": host, "port": port, "root": root, "data-dir": dataDir, "time-zone": timeZone,
                    "idle-minutes": idleMinutes, "session-hours": sessionHours, "log-level": logLevel,
                ], environment: ProcessInfo.processInfo.environment)
        } catch let problems as Settings.Problems {
            throw ValidationError(problems.description)
        }
    }
}
