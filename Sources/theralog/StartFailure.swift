import Foundation
import NIOCore
import Site
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

    /// The words for an error of listening or of certificates; nil for one that nobody expects.
    init?(_ error: any Error) {
        if let problem = error as? CertificateProblem {
            description = problem.description
            return
        }
        guard let failure = error as? SiteService.ListenFailure, let cause = failure.cause as? IOError else {
            return nil
        }
        let (port, flag) = (failure.address.port, failure.isPlain ? "--http-port" : "--port")
        switch cause.errnoCode {
        case EADDRINUSE: description = "Port \(port) is in use by another program. Choose another with \(flag)."
        case EACCES: description = "This user may not listen on port \(port). Choose one above 1023 with \(flag)."
        case EADDRNOTAVAIL:
            description = "This machine has no address \(failure.address.host). Choose another with --host."
        default: return nil
        }
    }
}
