import Clinic
import Rendering

/// A code that cannot be billed any more, and what may stand in its place.
struct RetiredCodeView: Sendable {
    struct Successor: Sendable {
        let code: String
        let title: String
        /// Why it is suggested.
        let basis: String
        let url: String
        /// What a form sends for it.
        let value: String
    }

    let text: String
    /// The code's own page, with its successors.
    let pageURL: String
    let successors: [Successor]
    let hasSuccessors: Bool
    /// What a form sends for the code itself, and where to; empty where nothing can be replaced.
    let retiredValue: String
    let action: String

    init(_ retired: RetiredCode, action: String = "", _ words: Words) {
        retiredValue = retired.code.formValue
        pageURL = DiagnosisPage.path(retired.code)
        self.action = action
        text = words(
            retired.isHeading ? "diagnoses.retired.heading" : "diagnoses.retired.gone", ["code": retired.code.display])
        successors = retired.successors.map {
            Successor(
                code: $0.diagnosis.code.display, title: $0.diagnosis.title, basis: Self.basis($0.basis, words),
                url: DiagnosisPage.path($0.diagnosis.code), value: $0.diagnosis.code.formValue)
        }
        hasSuccessors = !successors.isEmpty
    }

    private static func basis(_ basis: RetiredCode.Basis, _ words: Words) -> String {
        switch basis {
        case .sameTitle: words("diagnoses.basis.same-title")
        case .below: words("diagnoses.basis.below")
        case .beside: words("diagnoses.basis.beside")
        case .equivalence(let isApproximate, let isCombination):
            EquivalentView.flags(isApproximate: isApproximate, isCombination: isCombination, words)
        }
    }
}

/// Marks a code that cannot be billed any more where a list has no room for what may stand in its place.
struct RetiredTag: Sendable {
    let text: String
}

/// What the equivalence maps say of a code.
struct EquivalentView: Sendable {
    /// Nil when the other list has nothing.
    let code: String?
    let title: String
    let flags: String
    /// Nil when the other list has no such code now.
    let url: String?

    init(_ equivalent: EquivalentCode, _ words: Words) {
        code = equivalent.code?.display
        title = equivalent.diagnosis?.title ?? (equivalent.code == nil ? words("diagnoses.equivalents.none") : "")
        var parts = [
            Self.flags(
                isApproximate: equivalent.isApproximate, isCombination: equivalent.isCombination, words)
        ]
        if equivalent.isCombination {
            parts.append(
                words(
                    "diagnoses.equivalents.scenario",
                    ["scenario": "\(equivalent.scenario)", "list": "\(equivalent.choiceList)"]))
        }
        flags = equivalent.code == nil ? "" : parts.joined(separator: ", ")
        url = equivalent.diagnosis.map { DiagnosisPage.path($0.code) }
    }

    static func flags(isApproximate: Bool, isCombination: Bool, _ words: Words) -> String {
        let parts = [
            words(isApproximate ? "diagnoses.equivalents.approximate" : "diagnoses.equivalents.exact"),
            isCombination ? words("diagnoses.equivalents.combination") : "",
        ]
        return parts.filter { !$0.isEmpty }.joined(separator: ", ")
    }
}

/// The page of a code that the current release has no more.
struct RetiredDiagnosisPage: Page {
    static let template = "diagnoses/retired"
    let code: String
    let title: String
    let systemName: String
    let searchURL: String
    let retired: RetiredCodeView

    init(_ retired: RetiredCode, words: Words) {
        code = retired.code.display
        title = retired.title ?? ""
        systemName = words("diagnoses.system.\(retired.code.system.rawValue)")
        searchURL = "/diagnoses?system=\(retired.code.system.rawValue)"
        self.retired = RetiredCodeView(retired, words)
    }
}
