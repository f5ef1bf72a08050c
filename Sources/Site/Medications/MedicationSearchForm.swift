import Clinic
import Foundation
import Hummingbird
import Store

/// What a search for medicines has in its address: `q`, `area`, `class`, `letter`, `page`, `limit`. Nothing in it can be
/// wrong: what cannot be read is taken as not given.
struct MedicationSearchForm {
    /// As typed, for the search box.
    let typed: String
    let filter: MedicationFilter
    /// From 1.
    let page: Int
    let limit: Int

    static let defaultLimit = 25

    init(_ request: Request) {
        let query = request.query
        let letter = query.text("letter").lowercased()
        let `class` = query.text("class")
        typed = query.text("q")
        filter = MedicationFilter(
            letter: letter.utf8.count == 1 && ("a"..."z").contains(letter) ? letter : nil,
            area: MedicationArea(rawValue: query.text("area")), class: `class`.isEmpty ? nil : `class`)
        page = max(1, Int(query.text("page")) ?? 1)
        limit = Int(query.text("limit")) ?? Self.defaultLimit
    }

    init(typed: String, filter: MedicationFilter = MedicationFilter(), limit: Int = defaultLimit) {
        self.typed = typed
        self.filter = filter
        self.limit = limit
        page = 1
    }

    /// The question to the store. A letter is for browsing: whoever types looks everywhere.
    func search(in language: Language) -> MedicationSearch {
        let filter = MedicationFilter(area: filter.area, class: filter.class)
        return MedicationSearch(typed: typed, limit: limit, filter: filter, language: language)
    }
}

/// Where a search for medicines stands: on its own page, or inside another such as a prescription's form.
struct MedicationSearchPlace: Sendable {
    /// The path of the page that holds the search.
    let page: String
    /// The path that answers a script with the list.
    let fragments: String
    /// The id of a form on that page. Each row is then a button of that form which sends `medication` = the medicine's
    /// id. Nil: rows lead to the medicine's own page.
    let addForm: String?

    init(page: String, fragments: String, addForm: String?) {
        self.page = page
        self.fragments = fragments
        self.addForm = addForm
    }

    /// The search's own page.
    static let medications = MedicationSearchPlace(
        page: "/medications", fragments: "/medications/search", addForm: nil)

    /// The page with a part of the list in its address.
    func path(_ filter: MedicationFilter, page number: Int = 1) -> String {
        let values = [
            ("letter", filter.letter), ("area", filter.area?.rawValue), ("class", filter.class),
            ("page", number > 1 ? "\(number)" : nil),
        ]
        let query = values.compactMap { name, value in
            value.map { "\(name)=\($0.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")" }
        }
        return query.isEmpty ? page : "\(page)?\(query.joined(separator: "&"))"
    }
}
