import Foundation
import Subprocess

/// What a program that Theralog runs says of itself.
package enum ProgramLine {
    /// What makes PDF.
    package static let weasyPrint = ["weasyprint", "--version"]
    /// What reads pictures.
    package static let vips = ["vips", "--version"]

    /// The first line that a command prints, within ten seconds of work; nil when it is not installed or fails.
    package static func said(by command: [String]) async throws -> String? {
        let limits = ["--as=1073741824", "--cpu=10", "--fsize=1048576", "--core=0", "--"]
        do {
            let result = try await Subprocess.run(
                .name("prlimit"), arguments: Arguments(limits + command),
                environment: .custom(["PATH": "/usr/bin:/bin", "HOME": "/nonexistent", "LANG": "C.UTF-8"]),
                output: .string(limit: 4096), error: .discarded)
            guard result.terminationStatus.isSuccess else { return nil }
            return result.standardOutput.split(whereSeparator: \.isNewline).first.map(String.init)
        } catch is SubprocessError {
            try Task.checkCancellation()
            return nil
        }
    }
}
