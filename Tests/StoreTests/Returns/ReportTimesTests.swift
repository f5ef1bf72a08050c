import Clinic
import Foundation
import TestSupport
import Testing

@testable import Store

@Suite("How quickly practices report")
struct ReportTimesTests {
    @Test("the median of the days to the first report, by practice, with how often the clinic referred there")
    func medians() async throws {
        let fixture = try await TherapyPrescriptionFixture()
        for days in [2, 9, 4] {
            let id = try await fixture.signed().id
            fixture.fixed.advance(by: TimeInterval(days * 86_400))
            try await fixture.tell(id) { $0.reports = [ReportFile(type: .text, bytes: Data("better".utf8))] }
            fixture.fixed.advance(by: 86_400)
            try await fixture.tell(id) { $0.reports = [ReportFile(type: .text, bytes: Data("well".utf8))] }
        }
        _ = try await fixture.signed()
        var listed = Practice.named("Somewhere else")
        // As the sheet of the fixture has it.
        listed.npi = NationalProviderIdentifier("1245319599")
        let figures = try await fixture.database.referralFigures(of: [.named("LAKESIDE!"), .named("Nobody"), listed])
        #expect(figures.map(\.referrals) == [4, 0, 4])
        #expect(figures.map(\.reports) == [3, 0, 3])
        #expect(figures.map(\.medianDays) == [4, nil, 4])
    }
}
