import Clinic
import Foundation
import Hummingbird
import Store

/// What a diagnosis search has in its address: `q`, `system`, `limit`. Nothing in it can be wrong: what cannot be read
/// is taken as not given.
struct DiagnosisSearchForm {
    /// As typed, for the search box.
    let typed: String
    let system: CodeSystem
    let limit: Int

    static let defaultLimit = 25

    init(_ request: Request) {
        let query = request.query
        self.init(
            typed: query.text("q"), system: CodeSystem(rawValue: query.text("system")) ?? .icd10cm,
            limit: Int(query.text("limit")) ?? Self.defaultLimit)
    }

    init(typed: String, system: CodeSystem, limit: Int = defaultLimit) {
        self.typed = typed
        self.system = system
        self.limit = limit
    }

    /// The question to the store; the clinician's often used codes rise.
    func search(for account: Identifier<Account>) -> DiagnosisSearch {
        DiagnosisSearch(typed: typed, system: system, limit: limit, account: account)
    }
}

/// Where a diagnosis search stands: on its own page, or inside another such as a prescription's. What a row does and
/// where its links lead depends on it.
struct DiagnosisSearchPlace: Sendable {
    /// The path of the page that holds the search. The form is sent there; headings and the other list lead there.
    let page: String
    /// The path that answers a script with the list.
    let fragments: String
    /// The id of a POST form on that page. Each row that may be chosen is then a button of that form which sends
    /// `code` = ``DiagnosisCode/formValue``. Nil: rows lead to the diagnosis' own page.
    let addForm: String?
    /// Codes that are chosen already; their rows say so and have no button.
    let chosen: Set<DiagnosisCode>

    init(page: String, fragments: String, addForm: String?, chosen: Set<DiagnosisCode> = []) {
        self.page = page
        self.fragments = fragments
        self.addForm = addForm
        self.chosen = chosen
    }

    /// The search's own page.
    static let diagnoses = DiagnosisSearchPlace(page: "/diagnoses", fragments: "/diagnoses/search", addForm: nil)

    /// The page with a search in its address.
    func path(searching typed: String, in system: CodeSystem) -> String {
        let query = typed.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        return "\(page)?q=\(query)&system=\(system.rawValue)"
    }
}
