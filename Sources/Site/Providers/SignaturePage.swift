import Clinic
import Rendering

/// Choosing how to sign.
struct SignaturePage: Page {
    static let template = "providers/signature"

    let problems: [ProblemLine]
    let returnPath: String
    let kind: ChoiceFieldView
    let name: FieldView
    let fileError: String?
    let hasPicture: Bool

    init(_ provider: Provider, _ form: SignatureForm, problems: [Problem] = [], words: Words) {
        let fields = FieldBuilder(words: words, problems: problems, prefix: "providers")
        self.problems = fields.summary
        returnPath = form.returnPath
        hasPicture = if case .picture? = provider.signature { true } else { false }
        let kinds = SignatureForm.Kind.allCases.filter { [hasPicture] in $0 != .keep || hasPicture }
        kind = fields.choice(
            "signature-kind", kinds.map { ($0.rawValue, words("providers.signature-kind.\($0.rawValue)")) },
            chosen: [form.kind?.rawValue ?? ""])
        name = fields.field("signature-name", form.name) {
            $0.required = false
            $0.autocomplete = "name"
        }
        fileError = fields.error("signature-file")
    }
}
