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
        // From before the folder is made: who stops the program while it builds finds nothing left.
        let clinic = try await Interruption.stops { [settings] in try await Built(demo, settings: settings) }
        do {
            let folder = clinic.folder.isTemporary ? nil : clinic.folder.url
            print(
                DemoSignIns(
                    clinic: demo.clinic.name, accounts: clinic.accounts, password: Self.password, folder: folder))
            try await ServeCommand.serve(clinic.site, settings: settings)
        } catch {
            try clinic.database.close()
            try clinic.folder.remove()
            throw error
        }
        try clinic.database.close()
        if clinic.folder.isTemporary { try clinic.folder.remove() }
    }

    /// A clinic that is ready to be served.
    private struct Built: Sendable {
        let folder: DemoFolder
        let database: ClinicDatabase
        let site: Site
        let accounts: [Account]

        /// Leaves nothing behind when it throws.
        init(_ demo: DemoClinic, settings: Settings) async throws {
            var settings = settings
            let clock = DemoClock(timeZone: settings.timeZone)
            folder = try DemoFolder(named: settings.said.contains("data-dir") ? settings.dataFolder : nil)
            settings.dataFolder = folder.url
            do {
                database = try await OpenClinic.database(settings, surroundings: clock.surroundings)
            } catch {
                try folder.remove()
                throw error
            }
            do {
                site = try OpenClinic.site(settings, database: database, logger: OpenClinic.logger(settings))
                var builder = DemoBuilder(demo, site: site, clock: clock)
                accounts = try await builder.build(password: DemoCommand.password)
            } catch {
                try database.close()
                try folder.remove()
                throw error
            }
        }
    }
}
