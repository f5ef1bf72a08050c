import Clinic
import Foundation
import Rendering
import Store

/// What was typed about a course, by a practice or for one.
struct ReturnForm: Sendable {
    /// The whole form with its file.
    static let limit = ReportFile.most + 262_144

    let typed: TypedReturn
    /// Tells one sending from another; nil for a form without one.
    let key: FormKey?
    /// Whether a file came along, which a browser does not keep for the next time.
    var hasFile: Bool { typed.reportFile != nil }

    init() {
        typed = TypedReturn()
        key = nil
    }

    /// - Parameter sender: who sends it, for ``Form/key(of:)-(String)``.
    init(_ form: Form, sender: String) {
        var typed = TypedReturn()
        typed.receivedOn = form.text("received")
        typed.firstVisitOn = form.text("first-visit")
        typed.visitsUsed = form.text("visits")
        typed.isVisitsConfirmed = form.has("visits-confirmed")
        typed.dischargedOn = form.text("discharged")
        typed.dischargeReason = form.text("discharge-reason")
        typed.reportText = form.text("report-text")
        typed.reportFile = form.file("report")?.bytes
        self.typed = typed
        key = form.key(of: sender)
    }
}

/// The fields of a course, the same for practices and clinicians.
struct ReturnFields: Sendable {
    /// The file, which no browser fills in.
    struct FileField: Sendable {
        let label: String
        let hint: String
        let error: String?
    }

    let received: FieldView
    let firstVisit: FieldView
    let visits: FieldView
    /// Asked only once more visits were typed than are authorised.
    let visitsConfirmed: CheckboxView?
    let report: FileField
    let reportText: FieldView
    let discharged: FieldView
    let dischargeReason: FieldView
    let formKey: String

    init(_ form: ReturnForm, _ fields: FieldBuilder) {
        let typed = form.typed
        func day(_ name: String, _ value: String) -> FieldView {
            fields.field(name, value) {
                $0.type = "date"
                $0.width = "10"
                $0.required = false
            }
        }
        received = day("received", typed.receivedOn)
        firstVisit = day("first-visit", typed.firstVisitOn)
        discharged = day("discharged", typed.dischargedOn)
        visits = fields.field("visits", typed.visitsUsed) {
            $0.inputMode = "numeric"
            $0.width = "4"
            $0.maxLength = 6
            $0.autocomplete = "off"
            $0.required = false
        }
        let isAbove = fields.problems.contains { $0.message == "returns.problem.visits-above" }
        visitsConfirmed =
            isAbove || typed.isVisitsConfirmed ? fields.checkbox("visits-confirmed", typed.isVisitsConfirmed) : nil
        let wasRight = form.hasFile && !fields.problems.isEmpty && fields.error("report") == nil
        report = FileField(
            label: fields.label("report"), hint: fields.words("returns.report.hint"),
            error: fields.error("report") ?? (wasRight ? fields.words("returns.report.again") : nil))
        reportText = fields.field("report-text", typed.reportText) {
            $0.multiline = true
            $0.rows = 4
            $0.required = false
            $0.maxLength = ReportFile.longestText
        }
        dischargeReason = fields.field("discharge-reason", typed.dischargeReason) {
            $0.required = false
            $0.maxLength = TypedReturn.longestReason
            $0.optional = true
        }
        formKey = SecretToken.make()
    }
}
