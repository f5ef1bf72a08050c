import Clinic

/// Code and date of birth as typed.
struct JoinForm: Sendable {
    var typedCode = ""
    var typedBirthDate = ""

    init() {}

    init(_ form: Form) {
        typedCode = form.text("code")
        typedBirthDate = form.text("birth-date")
    }

    var code: InvitationCode? { InvitationCode(typed: typedCode) }

    /// The days that may be meant: like the search for patients, `03/12/1948` is the 12th of March and the 3rd of December.
    func birthDates(on today: LocalDate) -> Set<LocalDate> {
        var checks = FieldChecks()
        var days: Set<LocalDate> = []
        for order in [DateOrder.monthFirst, .dayFirst] {
            if let day = checks.value(try birthDate(order, today)) { days.insert(day) }
        }
        return days
    }

    /// What is wrong with the fields by themselves. It tells nothing of codes.
    func problems(on today: LocalDate) -> [Problem] {
        var checks = FieldChecks()
        if typedCode.allSatisfy(\.isWhitespace) {
            checks.note(Problem("code", "problems.required"))
        } else if code == nil {
            checks.note(Problem("code", "invitations.problem.code", ["length": "\(InvitationCode.length)"]))
        }
        if typedBirthDate.allSatisfy(\.isWhitespace) {
            checks.note(Problem("birth-date", "problems.required"))
        } else if birthDates(on: today).isEmpty {
            _ = checks.value(try birthDate(.monthFirst, today))
        }
        return checks.problems
    }

    private func birthDate(_ order: DateOrder, _ today: LocalDate) throws(Problem) -> LocalDate {
        try TypedDay(field: "birth-date", order: order, today: today).read(typedBirthDate)
    }
}
