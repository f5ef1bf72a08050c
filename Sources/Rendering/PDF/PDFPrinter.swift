import Foundation
import Subprocess

/// Turns printed sheets into PDF with WeasyPrint, a Python program, in a process that gets the sheet as a file of a folder
/// of its own, may use 20 seconds and 1 GiB, leaves nothing on disk, and can fetch nothing at all.
package struct PDFPrinter: Sendable {
    /// A picture a sheet shows as `<img src="picture:NAME">`.
    package struct Picture: Sendable, Hashable {
        /// Such as `image/png`.
        package let mediaType: String
        package let bytes: Data

        package init(mediaType: String, bytes: Data) {
            self.mediaType = mediaType
            self.bytes = bytes
        }
    }

    /// Why there is no PDF.
    package enum Failure: Error, Hashable, Sendable {
        /// WeasyPrint or its wrapper is not installed.
        case missing
        /// Too many sheets wait already.
        case busy
        /// Over the time limit.
        case timedOut
        /// The program ended without a PDF, or with one over 16 MiB; holds the kind of error for the log.
        case failed(String)
    }

    private let stylesheet: String
    private let turnstile = Turnstile(atOnce: 2, longestQueue: 30)
    private let timeLimit: Duration

    /// - Parameters:
    ///   - stylesheet: the CSS file of printed sheets, read now.
    ///   - timeLimit: how long one sheet may take.
    package init(stylesheet: URL, timeLimit: Duration = .seconds(20)) throws {
        self.stylesheet = try String(contentsOf: stylesheet, encoding: .utf8)
        self.timeLimit = timeLimit
    }

    /// The PDF of a whole HTML document. Two sheets are printed at once, others wait.
    /// - Throws: ``Failure``; `CancellationError`.
    package func pdf(html: String, pictures: [String: Picture] = [:]) async throws -> Data {
        let request = try JSONEncoder().encode(
            Request(html: html, stylesheet: stylesheet, pictures: pictures.mapValues(Request.Picture.init)))
        do {
            return try await turnstile.pass { try await inTime { try await Self.run(request) } }
        } catch is Turnstile.Crowded { throw Failure.busy }
    }

    private struct Request: Encodable {
        let html: String
        let stylesheet: String
        let pictures: [String: Picture]

        struct Picture: Encodable {
            let type: String
            let base64: String

            init(_ picture: PDFPrinter.Picture) {
                type = picture.mediaType
                base64 = picture.bytes.base64EncodedString()
            }
        }
    }

    private func inTime(_ work: @escaping @Sendable () async throws -> Data) async throws -> Data {
        try await withThrowingTaskGroup(of: Data?.self) { group in
            group.addTask { try await work() }
            group.addTask { [timeLimit] in
                try await Task.sleep(for: timeLimit)
                return nil
            }
            // Ending the other task kills the process.
            defer { group.cancelAll() }
            guard let pdf = try await group.next() ?? nil else { throw Failure.timedOut }
            return pdf
        }
    }

    private static let largestPDF = 16 << 20

    private static func run(_ request: Data) async throws -> Data {
        guard let script = Bundle.module.url(forResource: "sheet_to_pdf", withExtension: "py") else {
            throw Failure.missing
        }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("theralog-\(UUID().uuidString)")
        defer { remove(folder) }
        // Not on standard input: swift-subprocess ends the whole program when writing there is broken off, as it is when the
        // time runs out or the process dies early.
        let sheet = folder.appendingPathComponent("sheet.json")
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
            try request.write(to: sheet)
        } catch { throw Failure.failed("no room for the sheet in the temporary folder") }
        let limits = ["--as=1073741824", "--cpu=20", "--fsize=33554432", "--core=0"]
        do {
            let result = try await Subprocess.run(
                .name("prlimit"),
                arguments: Arguments(limits + ["/usr/bin/python3", "-s", "-P", "-B", script.path, sheet.path]),
                environment: .custom([
                    "PATH": "/usr/bin:/bin", "HOME": folder.path, "TMPDIR": folder.path, "LANG": "C.UTF-8",
                    // The same sheet gives the same bytes.
                    "PYTHONHASHSEED": "0", "SOURCE_DATE_EPOCH": "0",
                ]),
                output: .data(limit: largestPDF), error: .string(limit: 4096))
            guard result.terminationStatus.isSuccess, result.standardOutput.starts(with: Data("%PDF-".utf8)) else {
                throw failure(result.standardError)
            }
            return result.standardOutput
        } catch let error as SubprocessError {
            try Task.checkCancellation()
            throw error.code == .executableNotFound ? Failure.missing : Failure.failed("\(error.code)")
        }
    }

    private static func failure(_ message: String) -> Failure {
        message.hasPrefix("ModuleNotFoundError") ? .missing : .failed(String(message.prefix(200)))
    }

    /// What is left behind lies in the system's temporary folder and holds nothing of the sheet.
    private static func remove(_ folder: URL) {
        do { try FileManager.default.removeItem(at: folder) } catch { return }
    }
}
