import Clinic
import Foundation
import Rendering
import Store

/// What whoever helps wants to know of a clinic's Theralog, as plain text in English. It holds versions, sizes, counts and
/// choices; no name, no address and nothing of a patient.
struct DiagnosticsText {
    private(set) var text = """
        Theralog diagnostics. Nothing in it names or tells of a person.

        """

    mutating func section(_ title: String, _ lines: [(name: String, value: String)]) {
        text += "\n\(title)\n"
        let width = (lines.map(\.name.utf8.count).max() ?? 0) + 2
        for (name, value) in lines {
            text += "  \(name)\(String(repeating: " ", count: width - name.utf8.count))\(value)\n"
        }
    }

    static func bytes(_ count: Int64?) -> String {
        guard let count else { return "unknown" }
        let units = ["KiB", "MiB", "GiB", "TiB"]
        var (value, unit) = (Double(count) / 1024, 0)
        while value >= 1024, unit + 1 < units.count { (value, unit) = (value / 1024, unit + 1) }
        return "\((value * 10).rounded() / 10) \(units[unit])"
    }

    /// In UTC to the second.
    static func instant(_ date: Date) -> String { date.formatted(.iso8601) }

    static func span(_ seconds: TimeInterval) -> String {
        let minutes = max(0, Int(seconds / 60))
        return minutes >= 1440
            ? "\(minutes / 1440) d \(minutes / 60 % 24) h" : "\(minutes / 60) h \(minutes % 60) min"
    }
}

extension Site {
    /// The diagnostics of now.
    /// - Parameters:
    ///   - isServing: whether the program answers requests, rather than having been started for this text alone.
    ///   - checking: whether the whole database is looked through, which takes a while for a large one.
    package func diagnostics(isServing: Bool, checking: Bool) async throws -> String {
        var text = DiagnosticsText()
        text.section("Program", program(isServing: isServing))
        let state = try await database.state()
        text.section("Database", try await lines(of: state, checking: checking))
        text.section("Rows", state.tables.map { ($0.name, $0.rows.map { "\($0)" } ?? "damaged") })
        text.section("Catalogues", try await catalogues())
        text.section(
            "Programs",
            [
                ("PDF", try await ProgramLine.said(by: ProgramLine.weasyPrint) ?? "not found: weasyprint"),
                ("pictures", try await ProgramLine.said(by: ProgramLine.vips) ?? "not found: libvips-tools"),
            ])
        text.section("Settings", try await choices())
        text.section("Sending", try await sending())
        if isServing {
            text.section(
                "Errors since the start: \(errors.count)",
                errors.last.map { entry in
                    (DiagnosticsText.instant(entry.at), "\(entry.status) \(entry.route), request \(entry.request)")
                })
        }
        return text.text
    }

    private func program(isServing: Bool) -> [(name: String, value: String)] {
        let process = ProcessInfo.processInfo
        var lines = [
            ("version", ProgramVersion.text), ("Swift", Self.compiler),
            ("system", process.operatingSystemVersionString),
            (
                "machine",
                "\(process.activeProcessorCount) processors, \(DiagnosticsText.bytes(Int64(process.physicalMemory)))"
            ),
            ("clock", DiagnosticsText.instant(now)),
        ]
        if isServing {
            let span = DiagnosticsText.span(now.timeIntervalSince(startedAt))
            lines.append(("started", "\(DiagnosticsText.instant(startedAt)), \(span) ago"))
        }
        return lines
    }

    private static var compiler: String {
        #if compiler(>=6.4)
            "6.4 or newer"
        #elseif compiler(>=6.3)
            "6.3"
        #else
            "6.2"
        #endif
    }

    private func lines(of state: DatabaseState, checking: Bool) async throws -> [(name: String, value: String)] {
        let found = checking ? try await database.quickCheck() : nil
        return [
            ("SQLite", state.sqlite), ("schema", state.schema), ("file", DiagnosticsText.bytes(state.fileBytes)),
            ("write-ahead log", DiagnosticsText.bytes(state.logBytes)),
            ("free on its disk", DiagnosticsText.bytes(state.freeBytes)),
            ("quick check", found.map { $0.isEmpty ? "ok" : $0.joined(separator: "; ") } ?? "not asked for"),
        ]
    }

    private func catalogues() async throws -> [(name: String, value: String)] {
        var lines: [(String, String)] = []
        for system in CodeSystem.allCases {
            let stored = try await database.currentRelease(of: system)
            lines.append((system.rawValue, stored.map { "\($0.release.title), \($0.rowCount) rows" } ?? "not loaded"))
        }
        let medicines = try await database.currentMedicationRelease()
        lines.append(("medicines", medicines.map { "\($0.release.name), as of \($0.release.asOf)" } ?? "not loaded"))
        return lines
    }

    /// Of names and addresses only whether there are any.
    private func choices() async throws -> [(name: String, value: String)] {
        let (clinic, settings) = (clinic, settings)
        let doses = try await database.doseWindows().windows
        let source = settings.isTimeZoneTold ? "told at the start" : clinic.timeZone == nil ? "the machine's" : "chosen"
        let isSet = { (isSet: Bool) in isSet ? "set" : "not set" }
        return [
            ("time zone", "\(settings.timeZone.identifier), \(source)"),
            ("TLS", settings.network == nil ? "not by Theralog itself" : "by Theralog itself"),
            ("sessions", "\(settings.idleMinutes) min idle, \(settings.sessionHours) h at most"),
            ("clinic's name", isSet(!clinic.name.isEmpty)), ("clinic's address", isSet(!clinic.address.isBlank)),
            ("clinic's icon", isSet(clinic.icon != nil)),
            ("languages", clinic.languages.map(\.rawValue).joined(separator: ", ")),
            ("default language", clinic.defaultLanguage.rawValue), ("clock of doses", "\(clinic.clock.rawValue) h"),
            ("weight", clinic.weightUnit?.name ?? "as usual in the country"),
            ("height", clinic.heightUnit?.name ?? "as usual in the country"),
            ("distance", clinic.distanceUnit?.name ?? "as usual in the country"),
            ("paper", clinic.paper?.rawValue ?? "as usual in the country"),
            (
                "dose windows",
                """
                \(doses.minutesBefore) min before, \(doses.minutesAfter.map { "\($0) min" } ?? "half the gap") after, \
                day ends \(doses.dayEnd)
                """
            ),
        ]
    }
}
