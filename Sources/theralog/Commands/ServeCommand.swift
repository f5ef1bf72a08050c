import ArgumentParser
import Foundation
import Hummingbird
import Logging
import Site
import Store

/// `theralog serve`
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Run the clinic's server until it is stopped.")

    @OptionGroup var options: SettingsOptions

    func run() async throws {
        let settings = try options.settings()
        let database = try await OpenClinic.database(settings)
        try await ShippedCatalogs(dataFolder: settings.site.dataFolder).bringUpToDate(database)
        let site = try OpenClinic.site(settings, database: database, logger: OpenClinic.logger(settings))
        try await ShippedCatalogs(dataFolder: settings.site.dataFolder).bringUpToDate(database)
        try await Self.serve(site, settings: settings)
        try database.close()
    }

    /// Serves until SIGINT or SIGTERM. Prints the address, and the set-up link while there is no account.
    static func serve(_ site: Site, settings: Settings) async throws {
        let setUpPath = try await site.setUpPath()
        let server = site.server(host: settings.host, port: settings.port) { port in
            let address = "http://\(settings.host.contains(":") ? "[\(settings.host)]" : settings.host):\(port)"
            print("Theralog is running at \(address)")
            if let setUpPath { print("Set up the clinic (once, keep it to yourself): \(address)\(setUpPath)") }
            // Whoever started us through a pipe waits for these lines.
            fflush(nil)
        }
        do {
            try await server.runService()
        } catch { throw StartFailure(error, host: settings.host, port: settings.port) ?? error }
    }
}
