import Dispatch

/// A thread of its own for checking files: reading one keeps a thread busy for seconds, and the threads that answer requests
/// are as few as the machine's processors.
final class ImportThread: TaskExecutor {
    static let shared = ImportThread()
    private let queue = DispatchQueue(label: "imports", qos: .utility)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
