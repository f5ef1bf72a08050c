import ArgumentParser
import Foundation
import Site
import Store

/// `theralog diagnostics`
struct DiagnosticsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diagnostics", abstract: "Print what whoever helps wants to know; it tells of no person.",
        discussion: "The same as the page Diagnostics, but for what only the running server knows.")

    @OptionGroup var options: SettingsOptions

    @Flag(help: "Look through the whole database too.")
    var check = false

    func run() async throws {
        let settings = try options.settings()
        let database = try await OpenClinic.existing(settings)
        let site = try OpenClinic.site(settings, database: database, logger: OpenClinic.logger(settings))
        print(try await site.diagnostics(isServing: false, checking: check), terminator: "")
        try database.close()
    }
}
