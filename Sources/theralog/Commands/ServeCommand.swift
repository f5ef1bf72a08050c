import ArgumentParser
import Foundation
import Logging
import ServiceLifecycle
import Site
import Store
import UnixSignals

/// `theralog serve`
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Run the clinic's server until it is stopped.",
        discussion: """
            Without a word only this machine reaches it. With --lan the clinic's network does, over TLS: the page /trust \
            says how devices come to trust the certificate.
            """)

    @OptionGroup var options: SettingsOptions

    func run() async throws {
        let settings = try options.settings()
        let database = try await OpenClinic.database(settings)
        let shipped = ShippedCatalogs(dataFolder: settings.site.dataFolder)
        try await shipped.bringUpToDate(database)
        let site = try OpenClinic.site(settings, database: database, logger: OpenClinic.logger(settings))
        try await site.imports.resume(with: shipped)
        try await Self.serve(site, settings: settings)
        try database.close()
    }

    /// Serves until SIGINT or SIGTERM. Prints the address, and the set-up link while there is no account.
    static func serve(_ site: Site, settings: Settings) async throws {
        let setUpPath = try await site.setUpPath()
        let address = ListeningAddress(host: listeningHost(settings), port: settings.network.port)
        let plain = settings.network.httpPort.map { ListeningAddress(host: address.host, port: $0) }
        let service = SiteService(site, on: address, plain: plain, limits: .raisingDescriptors()) { port in
            for line in Announcement(site, settings: settings, port: port, setUpPath: setUpPath).lines { print(line) }
            // Whoever started us through a pipe waits for these lines.
            fflush(nil)
        }
        do {
            try await ServiceGroup(
                configuration: .init(
                    // Told to stop from the last on, each when the one behind it has ended.
                    services: [service, site.outbox, site.imports, Overdue(logger: site.logger)],
                    gracefulShutdownSignals: [.sigterm, .sigint],
                    logger: site.logger)
            ).run()
        } catch { throw StartFailure(error) ?? error }
    }

    /// All of this machine: the IPv6 wildcard takes IPv4 too. Where the system has no IPv6, the IPv4 one.
    private static func listeningHost(_ settings: Settings) -> String {
        settings.network.host ?? (NetworkAddress.systemHasIPv6 ? "::" : "0.0.0.0")
    }
}

/// Ends the program when it does not stop by itself within five seconds: what is not committed by then is not saved.
private struct Overdue: Service {
    let logger: Logger

    func run() async throws {
        try await gracefulShutdown()
        DispatchQueue.global().asyncAfter(deadline: .now() + 4.9) {
            logger.error("stopped with work unfinished")
            _exit(1)
        }
    }
}
