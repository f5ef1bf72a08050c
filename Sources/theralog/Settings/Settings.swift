import Foundation
import Logging
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
        Entry(name: "host", standard: "127.0.0.1"),
        Entry(name: "port", standard: "8080"),
        Entry(name: "root", standard: "the folder that holds Views, Static and data"),
        Entry(name: "data-dir", standard: "data/local below the root"),
        Entry(name: "time-zone", standard: "the machine's"),
        Entry(name: "idle-minutes", standard: "60"),
        Entry(name: "session-hours", standard: "12"),
        Entry(name: "log-level", standard: "info"),
    ]

    let host: String
    let port: Int
    let root: URL
    var dataFolder: URL
    var timeZone: TimeZone
    let idleMinutes: Int
    let sessionHours: Int
    let logLevel: Logger.Level
    /// The settings that were said, by flag or variable, and not left at their default.
    let said: Set<String>

    /// - Parameters:
    ///   - flags: what the command line said, by name; nil where it said nothing.
    ///   - environment: the process's variables.
    /// - Throws: ``Problems`` with a line for every setting that cannot be used.
    init(flags: [String: String?], environment: [String: String]) throws {
        var reader = SettingsReader(flags: flags, environment: environment)
        host = reader.text("host", standard: "127.0.0.1")
        port = reader.number("port", 0...65_535, standard: 8080)
        root = reader.root()
        dataFolder = reader.folder("data-dir", standard: root.appendingPathComponent("data/local"))
        timeZone = reader.timeZone("time-zone")
        idleMinutes = reader.number("idle-minutes", 1...1440, standard: 60)
        sessionHours = reader.number("session-hours", 1...168, standard: 12)
        logLevel = reader.logLevel("log-level", standard: .info)
        said = Set(Self.entries.map(\.name).filter { reader.typed($0) != nil })
        guard reader.problems.isEmpty else { throw Problems(lines: reader.problems) }
    }

    /// The part that the site needs.
    var site: SiteSettings {
        SiteSettings(
            timeZone: timeZone, idleMinutes: idleMinutes, sessionHours: sessionHours,
            dataFolder: root.appendingPathComponent("data"), viewsFolder: root.appendingPathComponent("Views"),
            staticFolder: root.appendingPathComponent("Static"))
    }
}

/// Reads settings one by one and gathers what is wrong.
private struct SettingsReader {
    let flags: [String: String?]
    let environment: [String: String]
    var problems: [String] = []

    init(flags: [String: String?], environment: [String: String]) {
        self.flags = flags
        self.environment = environment
        let known = Set(Settings.entries.map(\.variable))
        for name in environment.keys.sorted() where name.hasPrefix("THERALOG_") && !known.contains(name) {
            problems.append("\(name): there is no such setting")
        }
    }

    func typed(_ name: String) -> (text: String, source: String)? {
        if let flag = flags[name] ?? nil { return (flag, "--\(name)") }
        let variable = Settings.Entry(name: name, standard: "").variable
        return environment[variable].map { ($0, variable) }
    }

    mutating func text(_ name: String, standard: String) -> String {
        guard let (text, source) = typed(name) else { return standard }
        if text.isEmpty { problems.append("\(source): must not be empty") }
        return text
    }

    mutating func number(_ name: String, _ range: ClosedRange<Int>, standard: Int) -> Int {
        guard let (text, source) = typed(name) else { return standard }
        guard let number = Int(text), range.contains(number) else {
            problems.append(
                "\(source): \"\(text)\" is not a whole number from \(range.lowerBound) to \(range.upperBound)")
            return standard
        }
        return number
    }

    mutating func folder(_ name: String, standard: URL) -> URL {
        guard let (text, source) = typed(name) else { return standard }
        if text.isEmpty { problems.append("\(source): must not be empty") }
        return URL(fileURLWithPath: text, isDirectory: true)
    }

    mutating func timeZone(_ name: String) -> TimeZone {
        guard let (text, source) = typed(name) else { return .current }
        guard let zone = TimeZone(identifier: text) else {
            problems.append("\(source): \"\(text)\" is not a time zone such as America/Chicago")
            return .current
        }
        return zone
    }

    mutating func logLevel(_ name: String, standard: Logger.Level) -> Logger.Level {
        guard let (text, source) = typed(name) else { return standard }
        guard let level = Logger.Level(rawValue: text) else {
            let levels = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
            problems.append("\(source): \"\(text)\" is not one of \(levels)")
            return standard
        }
        return level
    }

    /// The folder with the program's own files: as told, else the working folder or one above the program.
    mutating func root() -> URL {
        if let (text, source) = typed("root") {
            let url = URL(fileURLWithPath: text, isDirectory: true)
            if !Self.isRoot(url) { problems.append("\(source): \"\(text)\" has no folder Views") }
            return url
        }
        let here = URL(fileURLWithPath: FileManager.default.currentDirectoryPath, isDirectory: true)
        var candidates = [here]
        var above = URL(fileURLWithPath: CommandLine.arguments.first ?? "").standardizedFileURL
        while above.path != "/" {
            above.deleteLastPathComponent()
            candidates.append(above)
        }
        guard let found = candidates.first(where: Self.isRoot) else {
            problems.append("--root: no folder Views here or above the program; say where Theralog's files are")
            return here
        }
        return found
    }

    private static func isRoot(_ url: URL) -> Bool {
        FileManager.default.fileExists(atPath: url.appendingPathComponent("Views/layout.mustache").path)
    }
}
