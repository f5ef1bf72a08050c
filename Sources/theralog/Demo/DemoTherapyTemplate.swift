import Catalogs
import Clinic
import Site
import Store

/// A list of therapies that one of the demo clinic's clinicians made of a shipped one, and published.
struct DemoTherapyTemplate: Codable, Sendable {
    /// An item that the shipped list does not have.
    struct Addition: Codable, Sendable {
        /// The id of the heading below which it stands.
        let section: String
        let title: Wording
        let detail: Wording
    }

    /// The key of an account.
    let clinician: String
    /// The id of the shipped list.
    let from: String
    let name: String
    /// What the sheet prints.
    let specialty: Wording
    /// Ids of headings that are left out.
    let removes: [String]
    let adds: [Addition]
    let madeDaysAgo: Int
    /// The key of the account that reviewed it, on the same day.
    let approvedBy: String
}

extension DemoBuilder {
    /// Makes the list through the same steps as an editor.
    func make(_ entry: DemoTherapyTemplate) async throws {
        try await Self.naming("therapy template \(entry.name)") {
            let owner = Actor(account: try Self.entry(entry.clinician, in: accounts).id)
            guard var template = site.therapies.template(id: entry.from) else {
                throw DemoClinic.Mistake(entry: entry.name, reason: "there is no shipped list \(entry.from)")
            }
            template.name = entry.name
            let id = try await database.insertClinicTemplate(template, by: owner)
            let editVersion = try await database.changeClinicTemplate(id, editVersion: nil, by: owner) { template in
                template.title = entry.specialty
                for section in entry.removes { try template.removeSection(section) }
                for addition in entry.adds {
                    var item = TherapyTemplate.Item(id: "", title: addition.title)
                    item.detail = addition.detail
                    guard template.addItem(item, to: addition.section) != nil else {
                        throw Problem("section", addition.section)
                    }
                }
            }
            let version = try await database.saveVersion(of: id, editVersion: editVersion, by: owner)
            try await database.setPublished(true, id, isAdmin: false, by: owner)
            let reviewer = Actor(account: try Self.entry(entry.approvedBy, in: accounts).id)
            try await database.approve(id.text, version: version, by: reviewer)
        }
    }
}
