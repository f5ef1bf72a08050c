import Clinic
import Foundation
import Site
import Store

/// What a practice told of a prescription on a day, with the code on its sheet.
struct DemoReturn: Codable, Sendable {
    let daysAgo: Int
    var receivedDaysAgo: Int?
    var firstVisitDaysAgo: Int?
    /// Altogether.
    var visits: Int?
    /// The text of a report.
    var report: String?
    var dischargedDaysAgo: Int?
    var reason: String?
}

extension DemoBuilder {
    /// Tells it as the practice would on the page.
    func tell(_ entry: DemoReturn, of prescription: DemoPrescription) async throws {
        try await Self.naming("prescription \(prescription.key)") {
            let id = try Self.entry(prescription.key, in: prescriptions)
            guard let code = try await site.issuedReturnCode(of: id, by: .program) else {
                throw DemoClinic.Mistake(entry: prescription.key, reason: "it is not in force")
            }
            var statement = ReturnStatement()
            statement.receivedOn = entry.receivedDaysAgo.map { clock.today.adding(days: -$0) }
            statement.firstVisitOn = entry.firstVisitDaysAgo.map { clock.today.adding(days: -$0) }
            statement.visitsUsed = entry.visits
            statement.dischargedOn = entry.dischargedDaysAgo.map { clock.today.adding(days: -$0) }
            statement.dischargeReason = entry.reason ?? ""
            statement.reports = [try ReportFile(typed: entry.report ?? "")].compactMap(\.self)
            try await database.record(
                statement, from: .practice(code.issued.id), key: nil,
                today: LocalDate(clock.now, in: site.settings.timeZone), by: .program)
        }
    }
}
