import Foundation
import Logging
import Sending
import Site

/// Reads settings one by one and gathers what is wrong.
struct SettingsReader {
    let flags: [String: String?]
    let environment: [String: String]
    var problems: [String] = []

    init(flags: [String: String?], environment: [String: String]) {
        self.flags = flags
        self.environment = environment
        let known = Set(Settings.entries.map(\.variable)).union(Settings.secretVariables)
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

    /// Yes or no, as people say it in variables.
    mutating func flag(_ name: String) -> Bool {
        guard let (text, source) = typed(name) else { return false }
        switch text.lowercased() {
        case "yes", "true", "1", "on": return true
        case "no", "false", "0", "off": return false
        default:
            problems.append("\(source): \"\(text)\" is neither yes nor no")
            return false
        }
    }

    /// `https://host` with a port or without; nil where none is named. One that leads back to the reader's own machine is
    /// no address for others.
    mutating func publicAddress() -> String? {
        guard let (text, source) = typed("public-address") else { return nil }
        guard let address = PublicAddress(text) else {
            problems.append(
                "\(source): \"\(text)\" is not an address such as https://clinic.example that other machines can open")
            return nil
        }
        return address.text
    }

    /// A file that is named; nil where none is.
    mutating func file(_ name: String) -> URL? {
        guard let (text, source) = typed(name) else { return nil }
        if text.isEmpty { problems.append("\(source): must not be empty") }
        return URL(fileURLWithPath: text)
    }

    /// Where a secret is: in a file that is named, else in a variable of its own.
    mutating func secret(_ name: String, variable: String) -> SendingSecrets.Source {
        if let file = file(name) {
            if !FileManager.default.isReadableFile(atPath: file.path) {
                let source = typed(name)?.source ?? "--\(name)"
                problems.append("\(source): \"\(file.path)\" cannot be read")
            }
            return .file(file)
        }
        return environment[variable].map { .text($0) } ?? .missing
    }

    /// Values between commas; those that cannot be read are problems.
    mutating func list<Value>(_ name: String, _ kind: String, _ read: (String) -> Value?) -> [Value] {
        guard let (text, source) = typed(name) else { return [] }
        return text.split(separator: ",", omittingEmptySubsequences: false).compactMap { part in
            let part = part.trimmingCharacters(in: .whitespaces)
            guard let value = read(part) else {
                problems.append("\(source): \"\(part)\" is not \(kind)")
                return nil
            }
            return value
        }
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
