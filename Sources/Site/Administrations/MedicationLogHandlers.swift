import Clinic
import Documents
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Rendering
import Store

/// The page of one medicine, its chart and its log as files.
struct MedicationLogHandlers {
    let site: Site
    private static let pageLength = 25

    func show(_ request: Request, _ context: some LogContext) async throws -> Response {
        let reading = try await site.logReading(context)
        let range = ChartRange(request, today: reading.today)
        let recent = try await site.recentEntries(reading)
        let figures = try await site.figures(reading, range.first...range.last)
        let (entries, older) = try await page(request, reading)
        let today = DoseLines(reading: reading, place: "medication", namesMedicine: false).today(recent)
        let page = MedicationLogPage(
            MedicationLogPage.Parts(
                reading: reading, banner: try await site.logBanner(reading, context),
                backURL: reading.side == .own
                    ? "/my/medications" : "/patients/\(reading.prescription.patient)/medications",
                notice: try await site.loggedNotice(request, place: "medication", series: reading.series, context),
                today: today,
                need: reading.plan.isAsNeeded && reading.prescription.status == .signed
                    ? NeedView(reading, recent, place: "medication") : nil,
                range: range, groups: site.chartGroups(range, figures, reading.words), total: figures.total,
                streak: range.last >= reading.today ? figures.streak(through: reading.today) : 0,
                times: try await times(reading, range), year: try await year(reading, range, figures),
                entries: entries, olderURL: older, isFirstPage: request.query("before").isEmpty))
        return try site.response(page, context)
    }

    /// A page of the log, newest first, and the address of the next.
    private func page(_ request: Request, _ reading: LogReading) async throws -> ([Administration], String?) {
        var before: Administration?
        if let id = Identifier<Administration>(untrusted: request.query("before")) {
            do {
                let entry = try await site.database.administration(id)
                if entry.series == reading.series { before = entry }
            } catch StoreError.notFound {
                // An address that was altered shows the first page.
            }
        }
        let found = try await site.database.administrations(
            ofSeries: reading.series, before: before, limit: Self.pageLength + 1)
        let shown = Array(found.prefix(Self.pageLength))
        let older = found.count > shown.count ? shown.last.map { "\(reading.path)?before=\($0.id)#log" } : nil
        return (shown, older)
    }

    /// Planned against taken, for up to 14 days.
    private func times(_ reading: LogReading, _ range: ChartRange) async throws -> String? {
        guard range.grouping == .day, range.groups.count <= 14 else { return nil }
        let entries = try await site.database.administrations(
            ofSeries: reading.series, days: range.first...range.last)
        return DayTimes(reading, entries).chart(range.first...range.last).svg()
    }

    /// The map of the year that the chart ends in.
    private func year(
        _ reading: LogReading, _ range: ChartRange, _ figures: LogFigures
    ) async throws -> YearMap? {
        guard range.grouping == .year, let first = range.groups.last?.first else { return nil }
        let states = figures.days.filter { $0.key >= first && $0.key <= reading.today }
            .compactMapValues { YearMap.State(ChartTally($0)) }
        return YearMap(first.year, states, words: reading.words.words)
    }

    /// The chart alone.
    func chart(_ request: Request, _ context: some LogContext) async throws -> Response {
        let reading = try await site.logReading(context)
        let range = ChartRange(request, today: reading.today)
        let figures = try await site.figures(reading, range.first...range.last)
        let chart = AdministrationChart(
            site.chartGroups(range, figures, reading.words), words: reading.words.words)
        return Response(
            status: .ok, headers: [.contentType: "image/svg+xml; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: chart.document())))
    }

    /// The whole log as a table for other programs.
    func table(_ request: Request, _ context: some LogContext) async throws -> Response {
        let reading = try await site.logReading(context)
        var csv = LogTable(reading.words)
        var before: Administration?
        repeat {
            let page = try await site.database.administrations(
                ofSeries: reading.series, before: before, limit: 1000)
            page.forEach { csv.add($0) }
            before = page.count == 1000 ? page.last : nil
        } while before != nil
        let name = "theralog-\(reading.prescription.signed.number).csv"
        return Response(
            status: .ok,
            headers: [
                .contentType: "text/csv; charset=utf-8",
                .contentDisposition: "attachment; filename=\"\(name)\"",
            ], body: ResponseBody(byteBuffer: ByteBuffer(string: csv.text)))
    }
}
