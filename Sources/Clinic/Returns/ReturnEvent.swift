import Foundation

/// One thing that was told of a prescription's course.
package struct ReturnEvent: Hashable, Sendable {
    package enum Kind: String, CaseIterable, Sendable {
        case received
        case firstVisit = "first-visit"
        case visits, report, discharged
    }

    package let id: Identifier<ReturnEvent>
    package let kind: Kind
    /// The day that it is about; nil for visits and a report.
    package let day: LocalDate?
    /// Only for visits: how many were used altogether.
    package let visits: Int?
    /// Only for a discharge; empty for none.
    package let reason: String
    /// Only for a report.
    package let report: ReportSummary?
    package let recordedAt: Date
    /// The name of who wrote it down at the clinic; nil for the practice itself, with the code.
    package let recordedBy: String?
    /// When and by whom it was taken back; nil while it stands.
    package let withdrawal: Withdrawal?

    package struct Withdrawal: Hashable, Sendable {
        package let at: Date
        package let by: String

        package init(at: Date, by: String) {
            self.at = at
            self.by = by
        }
    }

    package init(
        id: Identifier<ReturnEvent>, kind: Kind, day: LocalDate?, visits: Int?, reason: String, report: ReportSummary?,
        recordedAt: Date, recordedBy: String?, withdrawal: Withdrawal?
    ) {
        self.id = id
        self.kind = kind
        self.day = day
        self.visits = visits
        self.reason = reason
        self.report = report
        self.recordedAt = recordedAt
        self.recordedBy = recordedBy
        self.withdrawal = withdrawal
    }
}

/// A report without its content.
package struct ReportSummary: Hashable, Sendable {
    package let type: ReportFile.MediaType
    /// In bytes.
    package let size: Int

    package init(type: ReportFile.MediaType, size: Int) {
        self.type = type
        self.size = size
    }
}

/// A report as it came.
package struct ReportFile: Hashable, Sendable {
    package enum MediaType: String, Sendable {
        case pdf = "application/pdf"
        case text = "text/plain"

        package var fileExtension: String { self == .pdf ? "pdf" : "txt" }
    }

    /// 10 MiB.
    package static let most = 10 << 20
    /// Characters of a typed report.
    package static let longestText = 20_000

    package let type: MediaType
    package let bytes: Data

    /// A file that a practice uploads. What it is called and said to be counts for nothing: it has to begin and end as a PDF
    /// does (ISO 32000-1, section 7.5). It is never opened here, so nothing in it is unpacked.
    /// - Throws: a problem at `report`.
    package init(pdf bytes: Data) throws(Problem) {
        guard bytes.count <= Self.most else {
            throw Problem("report", "returns.problem.report-size", ["size": "\(Self.most >> 20)"])
        }
        let isHeaded = bytes.starts(with: Data("%PDF-1.".utf8)) || bytes.starts(with: Data("%PDF-2.".utf8))
        let tail = bytes.suffix(2048)
        guard isHeaded, tail.suffix(1024).range(of: Data("%%EOF".utf8)) != nil,
            tail.range(of: Data("startxref".utf8)) != nil
        else { throw Problem("report", "returns.problem.report-type") }
        type = .pdf
        self.bytes = bytes
    }

    /// A report that was typed. Nil for an empty one.
    /// - Throws: a problem at `report-text`.
    package init?(typed: String) throws(Problem) {
        if let problem = PlainText.problem(typed, field: "report-text") { throw problem }
        let text = PlainText.cleaned(typed)
        guard text.unicodeScalars.count <= Self.longestText else {
            throw Problem("report-text", "therapies.problem.too-long", ["max": "\(Self.longestText)"])
        }
        guard !text.isEmpty else { return nil }
        type = .text
        bytes = Data(text.utf8)
    }

    package init(type: MediaType, bytes: Data) {
        self.type = type
        self.bytes = bytes
    }
}
