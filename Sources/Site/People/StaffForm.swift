import Clinic
import Rendering

/// Name, e-mail address and roles of somebody of the staff as typed.
struct StaffForm: Sendable {
    var name = ""
    var email = ""
    var roles: Set<Role> = []
    var version = 1
    /// What the boxes hold that are no roles of the staff.
    private var hasUnknownRole = false

    init() {}

    init(_ account: Account, version: Int) {
        (name, email, roles) = (account.name, account.email, account.roles)
        self.version = version
    }

    init(_ form: Form) {
        name = form.text("name")
        email = form.text("email")
        let typed = form.all("role").map(Role.init(rawValue:))
        roles = Set(typed.compactMap(\.self))
        hasUnknownRole = typed.contains(nil)
        version = Int(form.text("version")) ?? 0
    }

    /// What was typed, checked.
    /// - Throws: ``ValidationFailure``.
    func draft() throws -> AccountDraft {
        // Work stays bounded whatever is sent.
        let name = name.utf8.count > 4000 ? String(repeating: "x", count: 201) : name
        let draft = AccountDraft(name: name, email: String(email.prefix(300)), roles: roles)
        var problems = draft.staffProblems
        if hasUnknownRole, !problems.contains(where: { $0.field == "role" }) {
            problems.append(Problem("role", "problems.required"))
        }
        guard problems.isEmpty else { throw ValidationFailure(problems) }
        return draft
    }
}

/// The controls of the form.
struct StaffFields: Sendable {
    let name: FieldView
    let email: FieldView
    let role: ChoiceFieldView

    init(_ form: StaffForm, _ builder: FieldBuilder) {
        name = builder.field("name", form.name) {
            $0.autocomplete = "off"
            $0.maxLength = 200
        }
        email = builder.field("email", form.email) {
            $0.type = "email"
            $0.autocomplete = "off"
        }
        let words = builder.words
        let options = [Role.clinician, .admin].enumerated().map { index, role in
            ChoiceFieldView.Option(
                id: index == 0 ? "role" : "role-\(role.rawValue)", value: role.rawValue,
                label: words("people.role.\(role.rawValue)"), hint: words("people.role.\(role.rawValue).hint"),
                selected: false, checked: form.roles.contains(role))
        }
        role = ChoiceFieldView(
            id: "role", name: "role", label: builder.label("role"), hint: nil, error: builder.error("role"),
            options: options, required: true, radio: false)
    }
}
