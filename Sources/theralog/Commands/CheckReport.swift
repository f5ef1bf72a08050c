import Foundation
import Site

/// Runs checks one after another and prints how each ended.
struct CheckReport {
    struct Failure: Error {
        let reason: String
    }

    private(set) var isGood = true

    mutating func check(_ name: String, _ work: () async throws -> Void) async {
        await check(
            name,
            remark: {
                try await work()
                return nil
            })
    }

    /// - Parameter remark: the check; what it returns stands behind its name.
    private mutating func check(_ name: String, remark: () async throws -> String?) async {
        do {
            let remark = try await remark()
            print("ok      \(name)\(remark.map { ": \($0)" } ?? "")")
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
            await check(
                "certificate authority",
                remark: {
                    guard let authority = try LocalAuthority.read(in: folder) else {
                        throw Failure(reason: "there is none in \(folder.path)")
                    }
                    return try Self.term(authority.notBefore, authority.notAfter, now)
                })
        }
        await check(
            "certificate",
            remark: {
                let server = try source.read()
                return try Self.term(server.notBefore, server.notAfter, now)
            })
    }

    /// How long something is valid yet.
    /// - Throws: ``Failure`` when it is not valid now.
    private static func term(_ from: Date, _ until: Date, _ now: Date) throws -> String {
        if now < from { throw Failure(reason: "not valid before \(day(from))") }
        if until <= now { throw Failure(reason: "expired on \(day(until))") }
        return "valid until \(day(until)), \(Int(until.timeIntervalSince(now) / 86_400)) days"
    }

    private static func day(_ date: Date) -> String { String(date.ISO8601Format().prefix(10)) }
}
