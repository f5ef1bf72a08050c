import Clinic
import Foundation
import Testing

@Suite("What a practice types")
struct TypedReturnTests {
    private let limits: TypedReturn.Limits

    init() throws {
        limits = TypedReturn.Limits(
            signedOn: try #require(LocalDate(iso: "2026-11-02")), today: try #require(LocalDate(iso: "2026-11-21")),
            visitsAuthorised: 12, order: .monthFirst)
    }

    static let pdf = Data("%PDF-1.7\n1 0 obj\nstartxref\n9\n%%EOF\n".utf8)

    private func problems(_ change: (inout TypedReturn) -> Void) -> [String] {
        var typed = TypedReturn()
        change(&typed)
        do {
            _ = try typed.statement(limits)
            return []
        } catch let failure as ValidationFailure {
            return failure.problems.map { "\($0.field) \($0.message)" }
        } catch {
            return ["\(error)"]
        }
    }

    @Test("everything at once")
    func all() throws {
        var typed = TypedReturn()
        typed.receivedOn = "11/3/2026"
        typed.firstVisitOn = "2026-11-05"
        typed.visitsUsed = " 4 "
        typed.dischargedOn = "2026-11-21"
        typed.dischargeReason = "moved away"
        typed.reportFile = Self.pdf
        typed.reportText = "Walks without a stick"
        let statement = try typed.statement(limits)
        #expect(statement.receivedOn == LocalDate(iso: "2026-11-03"))
        #expect(statement.firstVisitOn == LocalDate(iso: "2026-11-05"))
        #expect(statement.visitsUsed == 4)
        #expect(statement.dischargedOn == limits.today)
        #expect(statement.dischargeReason == "moved away")
        #expect(statement.reports.map(\.type) == [.pdf, .text])
    }

    @Test("nothing at all is asked back, and days before the signature or to come are refused")
    func days() {
        #expect(problems { _ in } == ["received returns.problem.nothing"])
        #expect(problems { $0.receivedOn = "2026-11-01" } == ["received returns.problem.before-signing"])
        #expect(problems { $0.receivedOn = "2026-11-02" } == [])
        #expect(problems { $0.firstVisitOn = "2026-11-22" } == ["first-visit dates.problem.future"])
        #expect(problems { $0.dischargedOn = "2026-02-30" } == ["discharged dates.problem.no-such-day"])
        #expect(problems { $0.receivedOn = "soon" } == ["received dates.problem.unreadable"])
        #expect(problems { $0.dischargeReason = "well" } == ["discharged returns.problem.discharge-day"])
        #expect(
            problems {
                $0.firstVisitOn = "2026-11-10"
                $0.dischargedOn = "2026-11-09"
            } == ["discharged returns.problem.discharged-before-first-visit"])
    }

    @Test(
        "visits are a whole number; more than authorised is asked back",
        arguments: [
            ("0", ""), ("12", ""), ("13", "above"), ("365", "above"), ("366", "number"), ("-1", "number"),
            ("+5", "number"),
            ("1e2", "number"), ("٣", "number"), ("4.5", "number"), ("999999999999999999999", "number"),
            ("four", "number"),
        ])
    func visits(typed: String, problem: String) {
        let expected = ["above": ["visits returns.problem.visits-above"], "number": ["visits returns.problem.visits"]]
        #expect(problems { $0.visitsUsed = typed } == expected[problem] ?? [])
        guard problem == "above" else { return }
        #expect(
            problems {
                $0.visitsUsed = typed
                $0.isVisitsConfirmed = true
            } == [])
    }

    @Test("only what is a PDF from its first byte to its end is one")
    func files() {
        let type = ["report returns.problem.report-type"]
        #expect(problems { $0.reportFile = Self.pdf } == [])
        let none = [
            Data("<!doctype html><script>alert(1)</script>".utf8), Data("PK\u{3}\u{4}".utf8), Data([0]),
            Data("%PDF-1.7\n".utf8), Data("\n".utf8) + Self.pdf, Data("%PDF-9.9".utf8) + Self.pdf.dropFirst(8),
            Self.pdf + Data(repeating: 0, count: 5000), Data("GIF89a".utf8) + Self.pdf,
        ]
        for bytes in none { #expect(problems { $0.reportFile = bytes } == type) }
        let huge = Data("%PDF-1.7\n".utf8) + Data(repeating: 0x20, count: ReportFile.most) + Self.pdf
        #expect(problems { $0.reportFile = huge } == ["report returns.problem.report-size"])
        #expect(
            problems { $0.reportText = String(repeating: "x", count: 20_001) } == [
                "report-text therapies.problem.too-long"
            ])
        #expect(problems { $0.reportText = "a\u{202E}b" } == ["report-text problems.characters"])
    }
}
