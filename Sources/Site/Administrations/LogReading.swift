import Clinic
import Foundation
import Store

/// One medicine of a patient as a request sees it: its plan, the clock, and how the reader wants things said.
struct LogReading: Sendable {
    let prescription: MedicationPrescription
    let plan: MedicationPlan
    let words: LogWords
    let now: Date
    let side: LogSide
    /// Whether the patient's own times are known, at least one of them.
    let hasOwnTimes: Bool

    /// The day of the plan that the present belongs to.
    var today: LocalDate { plan.day(of: now) }
    var order: MedicationOrder { (plan.newest ?? prescription).order }
    var path: String { side.path(prescription.id) }
    var series: Identifier<MedicationPrescription> { prescription.series }
    /// The first day anything can be logged for.
    var firstDay: LocalDate { plan.versions.map(\.order.start).min() ?? prescription.order.start }
}

extension Site {
    /// The medicine that the address names.
    func logReading(_ context: some LogContext) async throws -> LogReading {
        let id = try context.identifier(of: MedicationPrescription.self)
        return try await logReading(of: try await context.prescription(id, in: database), context)
    }

    func logReading(
        of prescription: MedicationPrescription, _ context: some LogContext
    ) async throws -> LogReading {
        let rhythm = try await database.dayRhythm(of: prescription.patient)
        let style = try await database.clockStyle(of: context.account.id)
        let zone = zone(of: try await database.patient(prescription.patient))
        return try await logReading(
            of: prescription, rhythm: rhythm.rhythm, LogWords(words(context), zone: zone, clock: style),
            side: type(of: context).side)
    }

    /// As above, with what is the same for all medicines of a patient.
    func logReading(
        of prescription: MedicationPrescription, rhythm: DayRhythm, _ words: LogWords, side: LogSide
    ) async throws -> LogReading {
        let versions =
            prescription.replaces == nil && prescription.replacedBy == nil
            ? [prescription] : try await database.medicationPrescriptionVersions(ofSeries: prescription.series)
        let windows = try await database.doseWindows().windows
        return LogReading(
            prescription: prescription,
            plan: MedicationPlan(versions, rhythm: rhythm, zone: words.zone, windows: windows), words: words, now: now,
            side: side, hasOwnTimes: rhythm != DayRhythm())
    }

    /// The entry that the address names, with the medicine it belongs to.
    func entry(_ context: some LogContext) async throws -> (Administration, LogReading) {
        let entry = try await database.administration(try context.identifier(of: Administration.self))
        let prescription = try await context.prescription(entry.prescription, in: database)
        return (entry, try await logReading(of: prescription, context))
    }
}
