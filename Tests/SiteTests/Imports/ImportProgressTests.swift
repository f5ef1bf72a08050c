import Clinic
import Foundation
import HTTPTypes
import Store
import Synchronization
import TestSupport
import Testing

@testable import Site

@Suite("While a file is checked", .timeLimit(.minutes(3)))
struct ImportProgressTests: ImportingTests {
    @Test("its page says how far it is and reloads itself without scripts; the next one's says that it waits")
    func waiting() async throws {
        try await admin { browser, site in
            let database = site.database
            let line = try await database.insertImport(
                fileName: "line.txt", size: 100, received: 100, runner: .commandLine, by: .program)
            _ = try #require(try await database.claimImport(line.id, for: .commandLine))
            try await database.noteProgress(.init(done: 30, total: 100), of: line.id)
            let path = try await site.begin(ImportPageTests.map.utf8, name: "map.txt", browser)

            let waiting = try await browser.get(path)
            #expect(waiting.text.contains("Another file is being checked; this one is next."))
            #expect(waiting.headers[.refresh] == "2")
            let checking = try await browser.get("/imports/\(line.id)")
            #expect(checking.text.contains("The file is being checked. You can leave this page. 30 %"))
            #expect(checking.body.contains("max=\"100\" value=\"30\""))
            #expect(checking.headers[.refresh] == "2")
            let said = try await browser.get("/imports/\(line.id)", ["Accept": "application/json"]).body
            #expect(said.contains("\"state\":\"checking\"") && said.contains("\"percent\":30"))

            let work = try await browser.get("/background-work")
            #expect(work.headers[.refresh] == "3")
            // In the order in which they are checked.
            let lines = work.body.split(separator: "<li class=\"row\">").dropFirst().map(String.init)
            #expect(lines.count == 2)
            #expect(lines.first?.contains("line.txt") == true && lines.first?.contains("30 %") == true)
            #expect(lines.last?.contains("map.txt") == true && lines.last?.contains("Waiting") == true)
            #expect(work.text.contains("30 % Being checked"))

            try await database.failCheck(of: line.id, CatalogImport.Failure(.nothing))
            await site.site.imports.waitUntilIdle()
            let checked = try await browser.get(path)
            #expect(checked.text.contains("Checked, not in use yet"))
            #expect(checked.headers[.refresh] == nil)
        }
    }

    @Test("discarding it ends the check, and nothing of it is left")
    func cancelled() async throws {
        let bytes = Self.codes(60_000)
        try await admin { browser, site in
            let before = try await catalogueTables(of: site)
            let path = try await site.begin(bytes, name: "map.txt", browser)
            try await waitForProgress(of: path, in: site)
            #expect(try await browser.get(path).text.contains("The file is being checked."))
            #expect(try await browser.post("\(path)/cancellation").location == "/imports")
            await site.site.imports.waitUntilIdle()
            #expect(try await job(at: path, in: site).state == .cancelled)
            #expect(try await catalogueTables(of: site) == before)
            #expect(try await browser.get("/background-work").text.contains("map.txt"))
        }
    }

    @Test("a program that stops breaks the check off and begins no other; both files wait for its next start")
    func stopped() async throws {
        let bytes = Self.codes(60_000)
        try await admin { browser, site in
            let path = try await site.begin(bytes, name: "map.txt", browser)
            try await waitForProgress(of: path, in: site)
            await site.site.imports.stop()
            let other = try await site.send(ImportPageTests.map, browser)
            for path in [path, other] {
                let job = try await job(at: path, in: site)
                #expect(job.state == .waiting && job.progress.done == 0)
            }
            // What the next start does first.
            try await site.database.removeUnfinishedImports(isRestart: true, by: .program)
            #expect(try await catalogueTables(of: site).allSatisfy { $0.rows == 0 })
        }
    }

    @Test("a check that was cancelled before it reads the first line hears of it there")
    func cancelledBefore() async throws {
        try await admin { _, site in
            let database = site.database
            let file = TemporaryFolder.newFile("txt")
            try Data(Self.codes(10)).write(to: file)
            let job = try await database.insertImport(fileName: "map.txt", size: 1, received: 1, by: .program)
            _ = try #require(try await database.claimImport(for: .server))
            try await database.cancelImport(job.id, by: .program)
            await ImportCheck(
                database: database, file: file, job: job, isShared: false, today: site.site.today,
                logger: site.site.logger
            ).run()
            #expect(try await database.catalogImport(job.id).state == .cancelled)
            #expect(try await catalogueTables(of: site).allSatisfy { $0.rows == 0 })
        }
    }

    @Test("taking a file's digest tells of every MiB, and ends where it is told to")
    func digest() async throws {
        let file = TemporaryFolder.newFile("bin")
        try Data(repeating: 7, count: 3 << 20).write(to: file)
        let count = Mutex(0)
        _ = try await ImportFiles.digest(of: file) { count.withLock { $0 += 1 } }
        #expect(count.withLock { $0 } == 3)
        await #expect(throws: CancellationError.self) {
            _ = try await ImportFiles.digest(of: file) { throw CancellationError() }
        }
    }
}
