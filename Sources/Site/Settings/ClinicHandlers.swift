import Clinic
import HTTPTypes
import Hummingbird
import Rendering
import Store

/// Name, address and phone number of the clinic.
struct ClinicHandlers {
    let site: Site

    func show(_ request: Request, _ context: AdminContext) async throws -> Response {
        let stored = site.database.clinicSettings
        let typed = TypedClinic(stored.settings, country: site.usualCountry(context))
        return try page(typed, stored.version, [], context, .ok)
    }

    func save(_ form: Form, _ request: Request, _ context: AdminContext) async throws -> Response {
        var typed = TypedClinic()
        (typed.name, typed.phone, typed.address) = (form.text("name"), form.text("phone"), TypedAddress(form))
        let (sent, version) = (typed, Int(form.text("version")) ?? 0)
        // Another country asks for other fields: the form is shown again with them, nothing is checked or saved yet.
        if form.has("change-country") { return try page(sent, version, [], context, .ok) }
        return try await site.save(version, context) {
            try sent.settings(keeping: $0)
        } again: { problems, version, status in
            try page(sent, version, problems, context, status)
        }
    }

    private func page(
        _ typed: TypedClinic, _ version: Int, _ problems: [Problem], _ context: AdminContext,
        _ status: HTTPResponse.Status
    ) throws -> Response {
        let page = ClinicPage(typed, version: version, problems: problems, words: site.words(context))
        return try site.response(page, context, status: status)
    }
}

/// The form of the clinic's name, address and phone number.
struct ClinicPage: Page {
    static let template = "settings/clinic"
    let problems: [ProblemLine]
    let version: Int
    let name: FieldView
    let phone: FieldView
    let address: AddressFields

    init(_ typed: TypedClinic, version: Int, problems: [Problem], words: Words) {
        let address = AddressFields(typed.address, isNeeded: false, isOwn: false, words: words, problems: problems)
        let fields = FieldBuilder(words: words, problems: problems, prefix: "settings", labels: address.labels)
        self.problems = fields.summary
        self.version = version
        self.address = address
        name = fields.field("name", typed.name) {
            $0.autocomplete = "off"
            $0.required = false
            $0.optional = true
        }
        phone = fields.phone("phone", typed.phone) {
            $0.autocomplete = "off"
            $0.required = false
            $0.optional = true
        }
    }
}
