import Clinic
import Foundation
import Store
import TestSupport
import Testing

@testable import Site

@Suite("An import that is killed", .timeLimit(.minutes(5)))
struct ImportKillTests {
    private let data = DataFolder()

    private func database(_ clock: @escaping @Sendable () -> Date = { Date() }) async throws -> ClinicDatabase {
        try FileManager.default.createDirectory(at: data.url, withIntermediateDirectories: true)
        return try await ClinicDatabase.open(
            at: data.url.appendingPathComponent("theralog.sqlite"), surroundings: .by(clock))
    }

    /// A map of so many codes.
    private func file(_ name: String, rows: Int) throws -> URL {
        try FileManager.default.createDirectory(at: data.url, withIntermediateDirectories: true)
        let file = data.url.appendingPathComponent(name)
        let lines = (0..<rows).map { "S\(100_000 + $0) 7242  10000\r\n" }
        try Data(lines.joined().utf8).write(to: file)
        return file
    }

    /// How many rows a release has; 0 when it is gone.
    private func rows(of release: Int64, in database: ClinicDatabase) async throws -> Int {
        try await database.differenceCounts(
            CatalogComparison(kind: .equivalences, before: nil, after: release))[.added] ?? 0
    }

    /// Returns when a check has written rows.
    private func waitForRows(of release: Int64, in database: ClinicDatabase) async throws {
        while try await rows(of: release, in: database) == 0 {
            try Task.checkCancellation()
            await Task.yield()
        }
    }

    @Test("a command line leaves what is in use as it was, and the next start takes out what it wrote")
    func commandLine() async throws {
        let arguments = ["import", "--data-dir", data.url.path, "--apply"]
        let first = try await Program.run(arguments + [try file("first.txt", rows: 3).path])
        #expect(first.code == 0, "\(first.errors)")
        let before = try await database()
        let current = try #require(try await before.currentReleaseNumber(of: .equivalences))
        let many = try file("many.txt", rows: 60_000).path
        _ = try await Program.run(arguments + [many], isLoud: false) { process in
            try await waitForRows(of: current + 1, in: before)
            kill(process, SIGKILL)
        }
        #expect(try await before.catalogImports().map(\.state) == [.checking, .applied])
        #expect(try await rows(of: current + 1, in: before) > 0)
        try before.close()
        // Half a minute later nobody has heard of it.
        let after = try await database { Date().addingTimeInterval(31) }
        try await after.removeUnfinishedImports(isRestart: true, by: .program)
        #expect(try await after.catalogImports().map(\.state) == [.failed, .applied])
        #expect(try await rows(of: current + 1, in: after) == 0)
        #expect(try await after.currentReleaseNumber(of: .equivalences) == current)
        #expect(try await rows(of: current, in: after) == 3)
        #expect(try await after.integrityProblems() == [])
        try after.close()
        let again = try await Program.run(arguments + [try file("again.txt", rows: 5).path])
        #expect(again.code == 0 && again.output.contains("5 rows: 2 added, 0 changed, 0 retired"))
    }

    private var serving: [String] { ["serve", "--port", "0", "--data-dir", data.url.path] }

    /// A server's folder with a map of 60,000 codes that waits to be checked.
    private func waitingFile() async throws -> (database: ClinicDatabase, job: Identifier<CatalogImport>) {
        // The first start brings the lists that come with the program.
        _ = try await Program.serve(serving, lines: 1) { _, _ in }
        let database = try await database()
        let source = try file("many.txt", rows: 60_000)
        let size = try Data(contentsOf: source).count
        let job = try await database.insertImport(fileName: "many.txt", size: size, received: size, by: .program)
        let uploads = data.url.appendingPathComponent("uploads")
        try FileManager.default.createDirectory(at: uploads, withIntermediateDirectories: true)
        try FileManager.default.moveItem(at: source, to: ImportFiles(folder: uploads).url(job.id))
        return (database, job.id)
    }

    /// Starts the server once more: the file is checked then, and nothing of the check before is left.
    private func expectWholeCheck(of job: Identifier<CatalogImport>, in database: ClinicDatabase) async throws {
        _ = try await Program.serve(serving, lines: 1) { _, _ in
            while try await database.catalogImport(job).state.isUnderWay {
                try Task.checkCancellation()
                await Task.yield()
            }
        }
        let done = try await database.catalogImport(job)
        #expect(done.state == .checked && done.findings?.added == 60_000)
        let release = try #require(try await database.comparison(of: job)).after
        for number in 1..<release { #expect(try await rows(of: number, in: database) == 0) }
        #expect(try await rows(of: release, in: database) == 60_000)
        #expect(try await database.integrityProblems() == [])
    }

    @Test("a server begins a check anew at its next start, and what it wrote before is gone")
    func server() async throws {
        let (database, job) = try await waitingFile()
        let shipped = try await database.loadedCatalogs().filter { $0.kind.codeSystem == nil }
        let last = shipped.map(\.number).max() ?? 0
        _ = try await Program.serve(serving, lines: 1) { _, process in
            try await waitForRows(of: last + 1, in: database)
            kill(process, SIGKILL)
        }
        #expect(try await database.catalogImport(job).state == .checking)
        try await expectWholeCheck(of: job, in: database)
        #expect(try await rows(of: last + 1, in: database) == 0)
        try database.close()
    }

    @Test("a server that is told to stop breaks a check off, ends well, and begins it anew at its next start")
    func stopped() async throws {
        let (database, job) = try await waitingFile()
        let code = try await Program.serve(serving, lines: 1) { _, _ in
            // Until some of it is read, or all of it before anybody looked.
            while true {
                let state = try await database.catalogImport(job)
                guard state.state.isUnderWay, state.progress.done == 0 else { return }
                try Task.checkCancellation()
                await Task.yield()
            }
        }
        #expect(code == 0)
        let waiting = try await database.catalogImport(job)
        #expect(waiting.state == .waiting && waiting.progress.done == 0)
        try await expectWholeCheck(of: job, in: database)
        try database.close()
    }
}
