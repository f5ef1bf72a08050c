import Foundation
import Site

/// Runs checks one after another and prints how each ended.
struct CheckReport {
    struct Failure: Error {
        let reason: String
    }

    private(set) var isGood = true

    mutating func check(_ name: String, _ work: () async throws -> Void) async {
        do {
            try await work()
            print("ok      \(name)")
        } catch {
            isGood = false
            print("failed  \(name): \((error as? Failure)?.reason ?? "\(error)")")
        }
    }

    /// The certificate that the settings name or the clinic's authority has made: readable, in force, and until when. Makes
    /// none.
    mutating func checkCertificate(_ settings: Settings, now: Date = Date()) async {
        let folder = settings.dataFolder.appendingPathComponent("certificates")
        let isMade = FileManager.default.fileExists(atPath: folder.path)
        guard let source = settings.certificateSource ?? (isMade ? .authority(folder: folder) : nil) else { return }
        if case .authority(let folder) = source {
            guard isMade else { return }
            await check("certificate authority") {
                guard let authority = try LocalAuthority.read(in: folder) else {
                    throw Failure(reason: "there is none in \(folder.path)")
                }
                try Self.checkTimes(authority.notBefore, authority.notAfter, now)
            }
        }
        await check("certificate") {
            let server = try source.read()
            try Self.checkTimes(server.notBefore, server.notAfter, now)
            print(
                "        certificate: valid until \(Self.day(server.notAfter)), \(Self.days(now, server.notAfter)) days"
            )
        }
    }

    private static func checkTimes(_ from: Date, _ until: Date, _ now: Date) throws {
        if now < from { throw Failure(reason: "not valid before \(day(from))") }
        if until <= now { throw Failure(reason: "expired on \(day(until))") }
    }

    private static func days(_ from: Date, _ until: Date) -> Int { Int(until.timeIntervalSince(from) / 86_400) }

    private static func day(_ date: Date) -> String { String(date.ISO8601Format().prefix(10)) }
}
