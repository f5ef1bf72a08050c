import Clinic
import Rendering

/// What `prescriptions/_findings.mustache` gets: what the template's rules say of the choice as it is kept.
struct TherapyFindingsView: Sendable {
    /// A question that is answered by a tick.
    struct Question: Sendable {
        let id: String
        let rule: String
        let text: String
        let checked: Bool
    }

    /// A warning that is answered by a reason in writing.
    struct Warning: Sendable {
        let text: String
        let reason: FieldView
    }

    /// Something typed before that is sent along, so that it is there when the warning comes back.
    struct Kept: Sendable {
        let name: String
        let value: String
    }

    let questions: [Question]
    let warnings: [Warning]
    let notes: [String]
    let kept: [Kept]

    init(_ findings: [TherapyFinding], _ form: TherapiesForm, _ fields: FieldBuilder) {
        let language = fields.words.language
        let rules = findings.compactMap { finding in finding.rule.map { (finding, $0) } }
        questions = rules.filter { $0.1.effect == .asks }.map { finding, rule in
            Question(
                id: finding.field, rule: rule.id, text: rule.message[language],
                checked: form.acceptedRules.contains(rule.id))
        }
        warnings = rules.filter { $0.1.effect == .endangers }.map { finding, rule in
            let reason = fields.field(finding.field, form.reasons[rule.id] ?? "") {
                $0.label = fields.words("therapies.reason")
                $0.hint = fields.words("therapies.reason.hint")
                $0.required = false
                $0.multiline = true
                $0.rows = 2
                $0.maxLength = TherapyChoice.reasonLimit
            }
            return Warning(text: rule.message[language], reason: reason)
        }
        notes = rules.filter { $0.1.effect == .notes }.map { $0.1.message[language] }
        let asked = Set(rules.map(\.1.id))
        kept = form.reasons.filter { !asked.contains($0.key) }.sorted { $0.key < $1.key }.map {
            Kept(name: "reason.\($0.key)", value: $0.value)
        }
    }
}
