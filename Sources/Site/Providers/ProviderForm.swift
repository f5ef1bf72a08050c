import Clinic

/// The provider information as its form sends it.
struct ProviderForm: Sendable {
    var typed: TypedProvider
    /// The version the form was opened with, 0 for none.
    var version: Int
    /// Where to go after it is saved; empty for nowhere else.
    let returnPath: String

    /// The form of what is kept; while that is nothing, with the clinic's name, phone number and address.
    init(_ record: ProviderRecord?, clinic: ClinicSettings, country: Country, returnPath: String) {
        var usual = Provider()
        (usual.practiceName, usual.phone, usual.address) = (clinic.name, clinic.phone, clinic.address)
        typed = TypedProvider(record?.provider ?? usual, country: country)
        version = record?.version ?? 0
        self.returnPath = returnPath
    }

    init(_ form: Form) {
        typed = TypedProvider()
        typed.firstName = form.text("first-name")
        typed.middleName = form.text("middle-name")
        typed.lastName = form.text("last-name")
        typed.degree = form.text("degree")
        typed.phone = form.text("phone")
        typed.practiceName = form.text("practice-name")
        typed.address = TypedAddress(form)
        typed.fax = form.text("fax")
        typed.mobile = form.text("mobile")
        typed.email = form.text("email")
        typed.npi = form.text("npi")
        typed.licence = form.text("licence")
        version = Int(form.text("version")) ?? 0
        returnPath = LocalPath.optional(form.text("return"))
    }
}

extension TypedAddress {
    /// The address fields of a form.
    init(_ form: Form) {
        self.init(
            street: form.text("street"), city: form.text("city"), state: form.text("state"),
            postcode: form.text("postcode"), country: form.text("country"))
    }
}

extension LocalPath {
    /// A path of this site to return to; empty when none was asked for.
    static func optional(_ text: String) -> String {
        text.isEmpty ? "" : LocalPath(text).text
    }
}
