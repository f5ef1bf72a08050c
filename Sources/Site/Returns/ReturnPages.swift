import Clinic
import Foundation
import Rendering
import Store

/// Where a code is typed: by a practice, or by a clinician to whom one was telephoned.
struct ReturnCodePage: Page {
    static let template = "returns/code"
    let problems: [ProblemLine]
    let code: FieldView
    /// Whether it is a clinician who looks for a prescription.
    let isClinician: Bool
    let action: String

    init(_ typed: String, isClinician: Bool, problems: [Problem], words: Words) {
        let fields = FieldBuilder(words: words, problems: problems, prefix: "returns")
        self.problems = fields.summary
        self.isClinician = isClinician
        action = isClinician ? "/returns" : "/return"
        code = fields.field("code", String(typed.prefix(200))) {
            $0.autocomplete = "off"
            $0.width = "20"
        }
    }

    /// What is said of something typed that cannot be a code.
    static func problem(with typed: String) -> Problem {
        typed.allSatisfy(\.isWhitespace)
            ? Problem("code", "problems.required")
            : Problem("code", "returns.problem.code", ["length": "\(ReturnCode.length)"])
    }
}

/// What a practice may tell. Of the prescription it shows the number, and of the patient nothing.
struct ReturnFormPage: Page {
    static let template = "returns/form"
    let problems: [ProblemLine]
    let clinic: String
    /// Empty where the clinic has none.
    let phone: String
    let number: String
    let fields: ReturnFields

    init(
        _ open: OpenReturn, _ form: ReturnForm, clinic: (name: String, phone: String), problems: [Problem], words: Words
    ) {
        let builder = FieldBuilder(words: words, problems: problems, prefix: "returns")
        self.problems = builder.summary
        self.clinic = clinic.name
        phone = clinic.phone
        number = open.number.description
        fields = ReturnFields(form, builder)
    }
}
