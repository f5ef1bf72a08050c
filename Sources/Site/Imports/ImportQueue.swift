import CMalloc
import Clinic
import Foundation
import Logging
import ServiceLifecycle
import Store
import Synchronization

/// Checks the files that came by the browser, one after another, on a thread of its own, and loads lists of the program's again
/// that are wanted back. As a service it only waits for the program to be told to stop, to break off what is under way.
package final class ImportQueue: Service {
    private struct State {
        /// The work under way; nil before there was any.
        var work: Task<Void, Never>?
        var isStopped = false
    }

    package let files: ImportFiles
    private let database: ClinicDatabase
    private let timeZone: TimeZone
    private let logger: Logger
    private let state = Mutex(State())

    init(database: ClinicDatabase, files: ImportFiles, timeZone: TimeZone, logger: Logger) {
        self.database = database
        self.files = files
        self.timeZone = timeZone
        self.logger = logger
    }

    /// Begins where a server that was stopped left off, and sweeps away files that nobody waits for.
    /// - Parameter shipped: where lists come from that were removed and are wanted back.
    package func resume(with shipped: ShippedCatalogs) async throws {
        let open = try await database.catalogImports(limit: 1000).filter { !$0.state.isOver || $0.state == .failed }
        files.sweep(keeping: Set(open.map(\.id)))
        wake()
        for release in try await database.removedReleases() where release.state == .wanted && shipped.has(release) {
            bringBack(release.kind, from: shipped)
        }
    }

    /// Begins to work unless it is at it. To be called when a file has come.
    func wake() {
        // What came meanwhile is looked for again.
        add { await self.work() }
    }

    /// Loads a list again that was removed and is wanted back, after what is under way. When the program stops before that, it
    /// does so after its next start.
    func bringBack(_ kind: CatalogKind, from shipped: ShippedCatalogs) {
        add { await self.load(kind, from: shipped) }
    }

    /// One after another.
    private func add(_ work: @escaping @Sendable () async -> Void) {
        state.withLock { state in
            guard !state.isStopped else { return }
            let before = state.work
            state.work = Task(executorPreference: ImportThread.shared) {
                await before?.end()
                await work()
            }
        }
    }

    /// Returns when nothing is left to do.
    package func waitUntilIdle() async {
        await state.withLock { $0.work }?.value
    }

    /// Waits for the program to be told to stop, and then for the check under way to be broken off: who closes the database
    /// closes it under nobody.
    package func run() async throws {
        try await gracefulShutdown()
        await stop()
    }

    /// Breaks off the check under way and begins no other. The file is checked anew by the next start, which takes out what
    /// was written too.
    func stop() async {
        let work = state.withLock { state in
            state.isStopped = true
            return state.work
        }
        work?.cancel()
        await work?.value
    }

    private func work() async {
        do {
            repeat {
                while !Task.isCancelled, let job = try await database.claimImport(for: .server) { await check(job) }
                try Task.checkCancellation()
                guard try await database.hasImportsUnderWay() else { break }
                // Another process checks a file: ours waits for it, and sees when it was killed.
                try await Task.sleep(for: .seconds(1))
            } while true
            try await database.removeUnfinishedImports(isRestart: false, by: .program)
        } catch is CancellationError {
            // The program stops: what waits is checked after the next start.
        } catch {
            logger.error("imports stopped: \(error)")
        }
    }

    private func load(_ kind: CatalogKind, from shipped: ShippedCatalogs) async {
        defer { giveMemoryBack() }
        do {
            try await shipped.bringBack(kind, into: database)
            // Whoever waits for it on the page is told, whatever the reason.
            let isMissing = try await database.removedReleases().contains {
                $0.kind == kind && $0.state == .wanted && shipped.has($0)
            }
            if isMissing { throw StoreError.notFound }
        } catch {
            // When the program stops, it is brought after its next start.
            guard !Task.isCancelled else { return }
            logger.error("\(kind.rawValue) could not be loaded again: \(error)")
            await giveUp(kind)
        }
    }

    private func giveUp(_ kind: CatalogKind) async {
        do {
            try await database.noteFailedReturn(of: kind)
        } catch {
            logger.error("\(kind.rawValue) is tried again after the next start: \(error)")
        }
    }

    private func check(_ job: CatalogImport) async {
        let today = LocalDate(database.surroundings.now(), in: timeZone)
        await ImportCheck(
            database: database, file: files.url(job.id), job: job, isShared: false, today: today, logger: logger
        ).run()
        giveMemoryBack()
    }

    /// A check goes once through two whole catalogues, and a list that is loaded again is read whole. Without this the server
    /// would keep for good what that took: the database for its next questions, the allocator for the next file.
    private func giveMemoryBack() {
        database.releaseMemory()
        malloc_trim(0)
    }
}

extension Task where Success == Void, Failure == Never {
    /// Waits for its end. Who is cancelled meanwhile cancels it too.
    fileprivate func end() async {
        await withTaskCancellationHandler {
            await value
        } onCancel: {
            cancel()
        }
    }
}
