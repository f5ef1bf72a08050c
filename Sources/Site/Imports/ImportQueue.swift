import Clinic
import Foundation
import Logging
import Store
import Synchronization

/// Checks the files that came by the browser, one after another, on a thread of its own.
package final class ImportQueue: Sendable {
    package let files: ImportFiles
    private let database: ClinicDatabase
    private let timeZone: TimeZone
    private let logger: Logger
    /// The work under way; nil while there is none.
    private let work = Mutex<Task<Void, Never>?>(nil)

    init(database: ClinicDatabase, files: ImportFiles, timeZone: TimeZone, logger: Logger) {
        self.database = database
        self.files = files
        self.timeZone = timeZone
        self.logger = logger
    }

    /// Begins where a server that was stopped left off, and sweeps away files that nobody waits for.
    package func resume() async throws {
        let open = try await database.catalogImports(limit: 1000).filter { !$0.state.isOver || $0.state == .failed }
        files.sweep(keeping: Set(open.map(\.id)))
        wake()
    }

    /// Begins to work unless it is at it. To be called when a file has come.
    func wake() {
        work.withLock { work in
            let before = work
            work = Task(executorPreference: ImportThread.shared) {
                // One after another: what came meanwhile is looked for again.
                await before?.value
                await self.run()
            }
        }
    }

    /// Returns when nothing is left to do.
    package func waitUntilIdle() async {
        await work.withLock { $0 }?.value
    }

    private func run() async {
        do {
            repeat {
                while let job = try await database.claimImport(for: .server) { await check(job) }
                guard try await database.hasImportsUnderWay() else { break }
                // Another process checks a file: ours waits for it, and sees when it was killed.
                try await Task.sleep(for: .seconds(1))
            } while true
            try await database.removeUnfinishedImports(isRestart: false, by: .program)
        } catch {
            logger.error("imports stopped: \(error)")
        }
    }

    private func check(_ job: CatalogImport) async {
        let today = LocalDate(database.surroundings.now(), in: timeZone)
        await ImportCheck(
            database: database, file: files.url(job.id), job: job, isShared: false, today: today, logger: logger
        ).run()
    }
}
