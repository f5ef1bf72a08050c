import ArgumentParser
import Foundation
import Site
import Store

/// `theralog audit`
struct AuditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit", abstract: "Check the log of who saw or changed what.",
        subcommands: [AuditVerifyCommand.self])
}

/// `theralog audit verify`
struct AuditVerifyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Look for rows of the audit log that were removed, changed or inserted.",
        discussion: """
            Each row holds a hash of itself and of the row before. Prints what does not hold and exits with 1; the server \
            may be running meanwhile.
            """)

    @OptionGroup var options: SettingsOptions

    func run() async throws {
        let settings = try options.settings()
        let database = try await OpenClinic.existing(settings)
        let (rows, problems) = try await database.verifyAudit()
        try database.close()
        for problem in problems { print(problem) }
        print("\(rows) rows, \(problems.isEmpty ? "all in their chain" : "the chain is broken")")
        guard problems.isEmpty else { throw ExitCode(1) }
    }
}
