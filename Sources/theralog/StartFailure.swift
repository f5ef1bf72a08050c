import Foundation
import NIOCore
import Store

/// Why the program cannot start, for the person at the terminal: what to do about it, not what the library said.
struct StartFailure: Error, CustomStringConvertible {
    let description: String

    /// The words for an error of opening the data folder; nil for one that nobody expects.
    init?(_ error: any Error, folder: URL) {
        switch error {
        case StoreError.newerSchema(let migrations):
            description = """
                The database in \(folder.path) was written by a newer Theralog (\(migrations.joined(separator: ", "))). \
                Start that version, or put back the copy made before the upgrade.
                """
        case StoreError.unavailable(let reason):
            description = "The database in \(folder.path) cannot be opened: \(reason)"
        case let error as CocoaError:
            description = "The folder \(folder.path) cannot be made or read: \(error.localizedDescription)"
        default: return nil
        }
    }

    /// The words for an error of listening; nil for one that nobody expects.
    init?(_ error: any Error, host: String, port: Int) {
        guard let error = error as? IOError else { return nil }
        switch error.errnoCode {
        case EADDRINUSE: description = "Port \(port) is in use by another program. Choose another with --port."
        case EACCES: description = "This user may not listen on port \(port). Choose one above 1023 with --port."
        case EADDRNOTAVAIL: description = "This machine has no address \(host). Choose another with --host."
        default: return nil
        }
    }
}
