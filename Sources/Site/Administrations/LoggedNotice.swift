import Clinic
import Foundation
import Hummingbird
import Store

/// What a page says after a tap: the entry that was made, and how to take it back.
struct LoggedNotice: Sendable {
    let text: String
    let url: String
    let undoURL: String
    let version: Int
    let place: String
}

extension Site {
    /// The notice for the entry in the query's `logged`; nil without one, for another person's and for one taken back.
    func loggedNotice(
        _ request: Request, place: String, series: Identifier<MedicationPrescription>? = nil,
        _ context: some LogContext
    ) async throws -> LoggedNotice? {
        guard let id = Identifier<Administration>(untrusted: request.query("logged")) else { return nil }
        do {
            let entry = try await database.administration(id)
            guard !entry.isUndone, series == nil || series == entry.series,
                now.timeIntervalSince(entry.recordedAt) < 3600
            else { return nil }
            if series == nil { _ = try await context.prescription(entry.prescription, in: database) }
            let words = LogWords(
                words(context), zone: entry.details.zone,
                clock: try await database.clockStyle(of: context.account.id))
            let values = ["medicine": entry.details.medicine, "time": words.dateAndTime(entry.details.at)]
            let url = type(of: context).side.path(entry.id)
            return LoggedNotice(
                text: words(
                    entry.details.isTaken ? "administrations.logged.taken" : "administrations.logged.not-taken",
                    values),
                url: url, undoURL: "\(url)/undoing", version: entry.version, place: place)
        } catch StoreError.notFound { return nil }
    }
}
