import Catalogs
import Clinic
import Foundation
import Logging
import Rendering
import Sending
import Store

/// Everything a handler needs: the database, the templates, the clinic's choices. One value for the whole program, made
/// at start; a site is a function from a request to a response, with or without a socket.
package struct Site: Sendable {
    package let database: ClinicDatabase
    package let templates: Templates
    package let assets: StaticAssets
    /// What the command line said, without what the clinic chose.
    private let told: SiteSettings
    let passwords: PasswordHasher
    let seal: FormSeal
    let setUp: SetUpCode
    let pictures = PictureReader()
    /// The lists of therapies, from `data/therapies`.
    package let therapies: TherapyTemplates
    let printer: PDFPrinter
    /// Files that an admin brought.
    package let imports: ImportQueue
    /// Sends what is queued.
    package let outbox: Outbox
    /// Where patients live, as far as a geocoder says.
    package let streets: StreetLookups
    package let logger: Logger
    /// Answers that failed since the start.
    package let errors = ServerErrors()
    /// When the program was started.
    let startedAt: Date

    /// - Parameter key: 32 secret bytes that outlive a restart, so that forms open in a browser stay valid.
    package init(
        database: ClinicDatabase, templates: Templates, assets: StaticAssets, therapies: TherapyTemplates,
        settings: SiteSettings, key: Data, logger: Logger
    ) throws {
        self.database = database
        self.templates = templates
        self.assets = assets
        told = settings
        startedAt = database.surroundings.now()
        self.logger = logger
        imports = ImportQueue(
            database: database, files: ImportFiles(folder: settings.uploadsFolder), timeZone: settings.timeZone,
            logger: logger)
        streets = StreetLookups(database: database, secrets: settings.sendingSecrets, logger: logger)
        seal = FormSeal(key: key)
        let maker = SheetPictureMaker(
            database: database, reader: self.pictures, seal: seal, publicAddress: settings.publicAddress)
        outbox = Outbox(
            database: database, secrets: settings.sendingSecrets, pictures: { try await maker.value($0, $1, $2) },
            logger: logger)
        passwords = PasswordHasher(cost: settings.passwordCost)
        setUp = SetUpCode()
        self.therapies = therapies
        printer = try PDFPrinter(
            stylesheet: settings.staticFolder.appendingPathComponent("sheet.css"), timeLimit: settings.pdfTimeLimit)
    }

    /// The present instant.
    var now: Date { database.surroundings.now() }

    /// The clinic's own settings in force.
    var clinic: ClinicSettings { database.clinicSettings.settings }

    /// The settings in force: the time zone is the clinic's choice, unless the command line says one.
    package var settings: SiteSettings {
        guard !told.isTimeZoneTold, let chosen = clinic.timeZone.flatMap({ TimeZone(identifier: $0.text) }) else {
            return told
        }
        var settings = told
        settings.timeZone = chosen
        return settings
    }

    /// Today at the clinic.
    var today: LocalDate { LocalDate(now, in: settings.timeZone) }

    /// The path and query of the first-run page with its one-time code; nil once there is an account.
    package func setUpPath() async throws -> String? {
        try await database.hasAccounts() ? nil : "/set-up?code=\(setUp.code)"
    }
}

/// The clinic's choices that the site needs.
package struct SiteSettings: Sendable {
    /// The zone the clinic's dates and times are shown in.
    package var timeZone: TimeZone
    /// Whether the command line or the environment said it; then it goes before what the clinic chose.
    package var isTimeZoneTold: Bool
    /// The certificate and ports with which the site speaks TLS itself; nil without.
    package var network: SiteNetwork?
    /// Where practices outside the clinic reach the site, such as `https://clinic.example:8443`; nil where they cannot.
    package var publicAddress: String?
    /// Proxies whose word about their clients is believed.
    package var trustedProxies: [NetworkRange] = []
    /// scrypt's cost as a power of two; 17 takes a quarter of a second and 128 MiB.
    package var passwordCost: Int
    /// Minutes without a request after which a session ends.
    package var idleMinutes: Int
    /// Hours after sign-in at which a session ends whatever happens.
    package var sessionHours: Int
    /// The folder `data/` with the shipped code lists and templates.
    package var dataFolder: URL
    /// The folder `Views/`.
    package var viewsFolder: URL
    /// The folder `Static/`.
    package var staticFolder: URL
    /// Where files that an admin brings are kept while they are checked.
    package var uploadsFolder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "theralog-uploads-\(UUID().uuidString)")
    /// The passwords with which the clinic sends and asks.
    package var sendingSecrets = SendingSecrets()
    /// How long the making of one PDF may take by the clock.
    package var pdfTimeLimit = Duration.seconds(20)

    package init(
        timeZone: TimeZone, isTimeZoneTold: Bool = false, passwordCost: Int = 17, idleMinutes: Int = 60,
        sessionHours: Int = 12, dataFolder: URL, viewsFolder: URL, staticFolder: URL
    ) {
        self.timeZone = timeZone
        self.isTimeZoneTold = isTimeZoneTold
        self.passwordCost = passwordCost
        self.idleMinutes = idleMinutes
        self.sessionHours = sessionHours
        self.dataFolder = dataFolder
        self.viewsFolder = viewsFolder
        self.staticFolder = staticFolder
    }
}
