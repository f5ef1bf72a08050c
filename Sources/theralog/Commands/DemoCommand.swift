import ArgumentParser
import Clinic
import Foundation
import Site
import Store

/// `theralog demo`
struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo", abstract: "Serve an invented clinic to try Theralog with.",
        discussion: """
            Builds the clinic in a temporary folder, prints who can sign in, and removes the folder when it is stopped. \
            With --data-dir it is built in that folder, which must be empty, and stays there.
            """)

    /// Of every account of the demo clinic.
    static let password = "alder creek demo"

    @OptionGroup var options: SettingsOptions

    func run() async throws {
        var settings = try options.settings()
        let demo = try DemoClinic(dataFolder: settings.site.dataFolder)
        if !settings.said.contains("time-zone") { settings.timeZone = try demo.timeZone }
        let folder = try DemoFolder(named: settings.said.contains("data-dir") ? settings.dataFolder : nil)
        settings.dataFolder = folder.url
        do {
            try await Self.serve(demo, settings: settings, staysAt: folder.isTemporary ? nil : folder.url)
        } catch {
            try folder.remove()
            throw error
        }
        if folder.isTemporary { try folder.remove() }
    }

    /// Builds the clinic, prints its sign-ins and serves it until SIGINT or SIGTERM.
    private static func serve(_ demo: DemoClinic, settings: Settings, staysAt folder: URL?) async throws {
        let clock = DemoClock(timeZone: settings.timeZone)
        let database = try await OpenClinic.database(settings, surroundings: clock.surroundings)
        do {
            let site = try OpenClinic.site(settings, database: database, logger: OpenClinic.logger(settings))
            let accounts = try await Interruption.stops {
                var builder = DemoBuilder(demo, site: site, clock: clock)
                return try await builder.build(password: password)
            }
            print(DemoSignIns(clinic: demo.clinic.name, accounts: accounts, password: password, folder: folder))
            try await ServeCommand.serve(site, settings: settings)
        } catch {
            try database.close()
            throw error
        }
        try database.close()
    }
}
