import Clinic
import Foundation
import Store
import Synchronization

extension Report {
    /// What a log costs: the page of a medicine after one month and after ten years of four doses a day, and how fast
    /// doses are written.
    func logs(_ client: LoadClient) async throws {
        let clinic = try await LoggedClinic(server)
        for (name, group) in [("month", ""), ("day", "?group=day"), ("week", "?group=week"), ("year", "?group=year")] {
            let month = try await page(clinic.oneMonth, group, client)
            let years = try await page(clinic.tenYears, group, client)
            row("by \(name): 1 month, 120 entries", month)
            row("by \(name): 10 years, 14,600 entries", years)
            Swift.print(
                String(format: "    ten years / one month: %.2f", years.percentile(0.5) / month.percentile(0.5)))
        }
        section("Writing doses, each flushed to disk before its answer")
        let form = try await client.send("/medication-prescriptions/\(clinic.empty)/administrations/new")
        guard let csrf = form.body.firstMatch(of: /name="csrf" value="([^"]+)"/)?.1 else { return }
        let slots = clinic.slots
        var rates: [Double] = []
        for (connections, range) in [(1, 0..<600), (16, 600..<4600)] {
            let before = server.processorSeconds
            let start = ContinuousClock.now
            let times = try await client.load(count: range.count, connections: connections) { number in
                (
                    "/medication-prescriptions/\(clinic.empty)/administrations",
                    "csrf=\(csrf)&dose=\(slots[range.lowerBound + number])&outcome=taken&when=planned&confirmed=yes&key=k\(range.lowerBound + number)"
                )
            }
            let elapsed = start.duration(to: .now).milliseconds / 1000
            row("\(connections) client\(connections == 1 ? "" : "s")", times)
            rates.append(Double(range.count) / elapsed)
            let share = (server.processorSeconds - before) / elapsed
            Swift.print(
                String(
                    format: "    the server used %.2f of %d processors", share, ProcessInfo.processInfo.processorCount))
        }
        Swift.print(String(format: "    16 clients / 1 client: %.1f times the entries a second", rates[1] / rates[0]))
    }

    private func page(_ id: Identifier<MedicationPrescription>, _ group: String, _ client: LoadClient) async throws
        -> Latencies
    {
        try await client.load(count: 200, connections: 1) { _ in "/medication-prescriptions/\(id)\(group)" }
    }
}

/// Three medicines at four times a day in the demo clinic: logged for a month, for ten years, and not at all.
struct LoggedClinic {
    let oneMonth: Identifier<MedicationPrescription>
    let tenYears: Identifier<MedicationPrescription>
    let empty: Identifier<MedicationPrescription>
    /// The names of the expected doses of ``empty``.
    let slots: [String]

    private static let times = ["0700", "1200", "1800", "2200"]

    init(_ server: DemoServer) async throws {
        let today = LocalDate(.now, in: .gmt)
        let past = Clock()
        let database = try await ClinicDatabase.open(at: server.database, surroundings: .by { past.now })
        let accounts = try await database.accounts()
        guard let clinician = accounts.first(where: { $0.email == server.clinician }),
            let patient = accounts.compactMap(\.patient).first,
            let pattern = try await database.medicationPrescriptions(of: patient).first?.signed.sheet
        else { throw DemoServer.DidNotStart(output: "no medicine to go by") }
        let actor = Actor(account: clinician.id)
        var made: [Identifier<MedicationPrescription>] = []
        for (days, isLogged) in [(30, true), (3650, true), (3650, false)] {
            let first = today.adding(days: -days)
            past.now = WallClock(.gmt).instant(of: .midnight, on: first)
            var sheet = pattern
            sheet.order.start = first
            let times = Self.times.compactMap { LocalTime(typed: $0) }
            sheet.order.dosages = [Dosage(Dose(.one, .tablet), Timing(.calendar(CalendarRhythm(at: .times(times)))))]
            let draft = try await database.insertMedicationPrescriptionDraft(for: patient, fields: [:], by: actor)
            let signed = try await database.sign(
                MedicationSigning(prescription: draft, version: 1, sheet: sheet, timeZone: .gmt), by: actor)
            made.append(signed.id)
            guard isLogged else { continue }
            past.now = .now
            for start in stride(from: 0, to: days, by: 100) {
                let entries = (start..<min(start + 100, days)).flatMap {
                    Self.entries(of: first.adding(days: $0), signed)
                }
                _ = try await database.record(entries, by: actor)
            }
        }
        (oneMonth, tenYears, empty) = (made[0], made[1], made[2])
        slots = (1..<3640).flatMap { day in Self.times.map { "\(today.adding(days: -day)).\($0)" } }
        try database.close()
    }

    /// Nine of ten taken.
    private static func entries(
        of day: LocalDate, _ signed: MedicationPrescription
    ) -> [AdministrationEntry] {
        times.enumerated().compactMap { place, time in
            guard let time = LocalTime(typed: time) else { return nil }
            let slot = "\(day).\(times[place])"
            let at = WallClock(.gmt).instant(of: time, on: day)
            let isTaken = (day.day + place) % 10 != 0
            return AdministrationEntry(
                prescription: signed.id, formKey: slot,
                details: AdministrationDraft(
                    isTaken ? .taken : .notTaken(.forgot), at: at, in: .gmt, day: day, medicine: "benchmark",
                    dose: Dose(.one, .tablet), slot: slot, plannedAt: at))
        }
    }

    /// A clock that shows what it was set to.
    private final class Clock: Sendable {
        private let shown = Mutex(Date.now)

        var now: Date {
            get { shown.withLock { $0 } }
            set { shown.withLock { $0 = newValue } }
        }
    }
}
