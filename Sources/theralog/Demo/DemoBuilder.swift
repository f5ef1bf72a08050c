import Clinic
import Foundation
import Site
import Store

/// Writes the demo clinic into an empty database, each thing on its day and by the one who does it, through the same
/// rules and functions as the pages.
struct DemoBuilder {
    let demo: DemoClinic
    let site: Site
    /// The clock of the site's database.
    let clock: DemoClock

    /// What the entries of the file have become, by key.
    private(set) var accounts: [String: Account] = [:]
    private(set) var patients: [String: Patient] = [:]
    private(set) var practices: [String: Practice] = [:]
    var prescriptions: [String: Identifier<TherapyPrescription>] = [:]
    /// By the patient's key.
    private(set) var medicines: [String: [DemoMedicine]] = [:]
    var database: ClinicDatabase { site.database }

    init(_ demo: DemoClinic, site: Site, clock: DemoClock) {
        self.demo = demo
        self.site = site
        self.clock = clock
    }

    /// Writes everything, then lets the clock show the present.
    /// - Parameter password: of every account.
    /// - Returns: the accounts in the order of the file.
    /// - Throws: ``DemoClinic/Mistake``, `CancellationError`, and what the database throws.
    mutating func build(password: String) async throws -> [Account] {
        defer { clock.release() }
        // One hash for all: it costs a quarter of a second, and the password is printed anyway.
        let hash = try await PasswordHasher(cost: site.settings.passwordCost).hash(password)
        try await ShippedCatalogs(dataFolder: site.settings.dataFolder).bringUpToDate(database)
        let steps = DemoStep.all(of: demo)
        clock.putBack(daysAgo: (steps.first?.daysAgo ?? 0) + 1, minute: 8 * 60)
        for account in demo.accounts where account.patient == nil { try await open(account, passwordHash: hash) }
        for practice in demo.practices { try await keep(practice) }
        let directory = site.settings.dataFolder.appendingPathComponent("demo/practices.csv")
        try await ShippedRows(directory, kind: .practices, release: "Demo").bring(into: database)
        for step in steps {
            try Task.checkCancellation()
            clock.putBack(daysAgo: step.daysAgo, minute: step.minute)
            switch step.event {
            case .register(let patient):
                try await register(patient)
                for account in demo.accounts where account.patient == patient.key {
                    try await open(account, passwordHash: hash)
                }
            case .update(let patient): try await update(patient, daysAgo: step.daysAgo)
            case .make(let template): try await make(template)
            case .sign(let prescription): try await sign(prescription)
            case .send(let prescription): try await send(prescription)
            case .prescribe(let entry): medicines[entry.patient, default: []].append(try await prescribe(entry))
            case .tell(let entry, let prescription): try await tell(entry, of: prescription)
            case .log(let patient, let days): try await log(days, of: patient)
            }
        }
        return try demo.accounts.map { try Self.entry($0.key, in: accounts) }
    }

    private mutating func open(_ entry: DemoAccount, passwordHash: String) async throws {
        accounts[entry.key] = try await Self.naming("account \(entry.key)") {
            let patient = try entry.patient.map { try Self.entry($0, in: patients).id }
            var account = try await database.insertAccount(
                entry.draft(patient: patient), passwordHash: passwordHash, by: .program)
            let actor = Actor(account: account.id)
            try await database.updateLanguage(of: account.id, to: entry.language, by: actor)
            if let provider = try entry.checkedProvider(), let icon = entry.provider?.icon {
                try await database.updateProvider(provider, of: account.id, version: 0, by: actor)
                try await database.updateIcon(of: account.id, to: try await site.picture(of: icon), by: actor)
                try await database.updateSignature(of: account.id, to: entry.name, by: actor)
            }
            account.language = entry.language
            return account
        }
    }

    private mutating func keep(_ entry: DemoPractice) async throws {
        practices[entry.key] = try await Self.naming("practice \(entry.key)") {
            let practice = try entry.checkedPractice()
            try await database.insertDirectoryPractice(practice, by: .program)
            for key in entry.favouriteOf {
                let account = try Self.entry(key, in: accounts)
                try await database.insertFavourite(practice, of: account.id, by: Actor(account: account.id))
            }
            return practice
        }
    }

    private mutating func register(_ entry: DemoPatient) async throws {
        patients[entry.key] = try await Self.naming("patient \(entry.key)") {
            let draft = try entry.draft(daysAgo: entry.registeredDaysAgo, today: clock.today)
            return try await database.insertPatient(draft, by: try prescriber(for: entry))
        }
    }

    private mutating func update(_ entry: DemoPatient, daysAgo: Int) async throws {
        patients[entry.key] = try await Self.naming("patient \(entry.key)") {
            let patient = try Self.entry(entry.key, in: patients)
            let draft = try entry.draft(daysAgo: daysAgo, today: clock.today)
            return try await database.updatePatient(
                patient.id, to: draft, version: patient.version, by: try prescriber(for: entry))
        }
    }

    /// The clinician who prescribes for a patient, else the first one of the clinic.
    private func prescriber(for patient: DemoPatient) throws -> Actor {
        let prescribing = demo.prescriptions.first { $0.patient == patient.key }?.clinician
        let first = demo.accounts.first { $0.roles.contains(.clinician) }?.key
        return Actor(account: try Self.entry(prescribing ?? first ?? "", in: accounts).id)
    }

    /// What an entry of the file has become.
    static func entry<Value>(_ key: String, in table: [String: Value]) throws -> Value {
        guard let value = table[key] else {
            throw DemoClinic.Mistake(entry: key, reason: "there is no such \(Value.self) at that time")
        }
        return value
    }

    /// Turns what the rules find wrong into a mistake that names the entry.
    static func naming<Value>(_ entry: String, _ work: () async throws -> Value) async throws -> Value {
        do {
            return try await work()
        } catch let problem as Problem {
            throw DemoClinic.Mistake(entry: entry, reason: "\(problem.field) (\(problem.message))")
        } catch let failure as ValidationFailure {
            let problems = failure.problems.map { "\($0.field) (\($0.message))" }
            throw DemoClinic.Mistake(entry: entry, reason: problems.joined(separator: ", "))
        }
    }
}
