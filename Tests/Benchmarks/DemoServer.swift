import Foundation

/// The real program, serving the fictional clinic from a folder of its own on a free port.
struct DemoServer {
    let process: Process
    let folder: URL
    let address: String
    /// The e-mail addresses of a clinician and an admin, and the password of both.
    let clinician: String
    let admin: String
    let password: String

    struct DidNotStart: Error {
        let output: String
    }

    static func start(program: String) async throws -> DemoServer {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "theralog-bench-\(UUID().uuidString)")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = ["demo", "--port", "0", "--data-dir", folder.path, "--log-level", "error"]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        var text = ""
        while true {
            let piece = output.fileHandleForReading.availableData
            guard !piece.isEmpty else { break }
            text += String(decoding: piece, as: UTF8.self)
            if let server = DemoServer(process, folder, text) { return server }
        }
        throw DidNotStart(output: text)
    }

    private init?(_ process: Process, _ folder: URL, _ text: String) {
        guard let address = text.firstMatch(of: /http:\/\/[0-9.]+:[0-9]+/)?.0,
            let clinician = Self.email(of: "clinician", text), let admin = Self.email(of: "admin", text),
            let password = text.firstMatch(of: /password "([^"]+)"/)?.1
        else { return nil }
        self.process = process
        self.folder = folder
        self.address = String(address)
        self.clinician = clinician
        self.admin = admin
        self.password = String(password).trimmingCharacters(in: .whitespaces)
    }

    private static func email(of role: String, _ text: String) -> String? {
        let line = text.split(separator: "\n").first { $0.contains(role) }
        return line?.firstMatch(of: /[a-z.]+@[a-z.]+/).map { String($0.0) }
    }

    /// Processor time that the server has used so far, of all its threads.
    var processorSeconds: Double {
        do {
            // proc(5): after the name in brackets the 12th and 13th are ticks in user and system mode, 100 a second.
            let text = try String(contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8)
            let fields = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ")
            return fields.dropFirst(12).prefix(2).compactMap { Double($0) }.reduce(0, +) / 100
        } catch { return 0 }
    }

    /// Seconds from starting the program to its line that says that it runs, over a folder that is there already.
    func secondStart(program: String) async throws -> Double {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = ["serve", "--port", "0", "--data-dir", folder.path, "--log-level", "error"]
        let output = Pipe()
        process.standardOutput = output
        let start = ContinuousClock.now
        try process.run()
        var text = ""
        while !text.contains("running at") {
            let piece = output.fileHandleForReading.availableData
            guard !piece.isEmpty else { break }
            text += String(decoding: piece, as: UTF8.self)
        }
        let seconds = start.duration(to: .now).milliseconds / 1000
        process.terminate()
        process.waitUntilExit()
        return seconds
    }

    var database: URL { folder.appendingPathComponent("theralog.sqlite") }

    func stop() {
        process.terminate()
        process.waitUntilExit()
    }
}
