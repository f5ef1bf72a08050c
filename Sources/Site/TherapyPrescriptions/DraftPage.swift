import Clinic
import Foundation
import Rendering

/// A prescription that is being written: its four parts on one page, in any order, each with its state.
struct DraftPage: Page {
    static let template = "prescriptions/draft"

    /// One part as a card that leads to it.
    struct Part: Sendable {
        let id: String
        let url: String
        let title: String
        /// `missing`, `incomplete`, `complete`: also the names of cards and icons.
        let state: String
        /// The state in words; what is wrong where something is.
        let stateText: String
        let summary: [String]
    }

    /// A part that is in the way of generating.
    struct Obstacle: Sendable {
        let url: String
        let text: String
    }

    let banner: PatientBanner?
    let url: String
    let title: String
    /// "Corrects no. 2026-00042-5"; nil for a new one.
    let correction: String?
    /// That the prescription it corrects is no longer in force; nil while it is.
    let orphaned: String?
    /// That there is a newer version of the template; nil while there is none.
    let newer: String?
    let parts: [Part]
    let saved: String
    let clearing: ConfirmView
    let isBlank: Bool
    /// Shown when generating was refused; empty before.
    let obstacles: [Obstacle]
    let isRefused: Bool
    /// What the browser kept of a form that is saved now; nil for nothing.
    var keptKey: String?

    /// - Parameter isRefused: whether the sheet was asked for too early.
    init(_ around: DraftSurroundings, _ words: PrescriptionWords, isRefused: Bool = false) {
        banner = around.banner
        url = around.path
        title = words(around.draft.replaces == nil ? "prescriptions.new" : "prescriptions.correction")
        let isInForce = around.isOriginalInForce
        let original = around.original.map { ["number": $0.description] }
        correction = isInForce ? original.map { words("prescriptions.corrects", $0) } : nil
        orphaned = isInForce ? nil : original.map { words("prescriptions.orphaned", $0) }
        newer = around.draft.therapies == nil ? nil : around.standing.newer.map { around.newerText($0) }
        parts = PrescriptionPart.allCases.map { PartSummary(around, words).part($0) }
        saved = words("prescriptions.saved-at", ["time": words.time(around.draft.updatedAt)])
        clearing = .clearing(around, words.words)
        isBlank = around.draft.isBlank
        self.isRefused = isRefused
        obstacles = isRefused ? parts.filter { $0.state != "complete" }.map(Obstacle.init) : []
    }
}

extension DraftPage.Obstacle {
    fileprivate init(_ part: DraftPage.Part) {
        self.init(url: part.url, text: "\(part.title): \(part.stateText)")
    }
}

/// What a card says of its part.
private struct PartSummary {
    let around: DraftSurroundings
    let words: PrescriptionWords

    init(_ around: DraftSurroundings, _ words: PrescriptionWords) {
        self.around = around
        self.words = words
    }

    func part(_ part: PrescriptionPart) -> DraftPage.Part {
        let (state, text) = stateOf(part)
        return DraftPage.Part(
            id: "part-\(part.rawValue)", url: "\(around.path)/\(part.rawValue)",
            title: words("prescriptions.part.\(part.rawValue)"), state: state, stateText: text,
            summary: summary(part).filter { !$0.isEmpty })
    }

    private func stateOf(_ part: PrescriptionPart) -> (String, String) {
        switch around.state(of: part) {
        case .missing: ("missing", words("prescriptions.state.missing"))
        case .incomplete(let problems): ("incomplete", problems.map { words.words($0) }.joined(separator: " "))
        case .complete: ("complete", words("prescriptions.state.complete"))
        }
    }

    private func summary(_ part: PrescriptionPart) -> [String] {
        let draft = around.draft
        switch part {
        case .patient: return around.patient.map { [$0.name.full, words.date($0.birthDate)] } ?? []
        case .diagnoses: return draft.diagnoses.diagnoses.map { "\($0.code.display) \($0.title)" }
        case .practice: return draft.practice.map { [$0.name, $0.address.city] } ?? []
        case .therapies: return draft.therapies.map(therapies) ?? []
        }
    }

    private func therapies(_ choice: TherapyChoice) -> [String] {
        let printed = SheetTherapies(choice, of: around.template, in: words.words.language, date: words.date)
        let items = printed.sections.flatMap(\.items).map(\.title).joined(separator: ", ")
        return [words("prescriptions.visits", count: choice.plan.visits), items]
    }
}

/// The question before a draft is emptied, as a page of its own.
struct ClearingPage: Page {
    static let template = "prescriptions/clearing"
    let banner: PatientBanner?
    let question: ConfirmView

    init(_ around: DraftSurroundings, question: ConfirmView) {
        banner = around.banner
        self.question = question
    }
}
