import Clinic
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Store

@Suite("Templates of the clinic's own in the database")
struct ClinicTemplateStoreTests {
    private let clinic: TherapyPrescriptionFixture
    private var database: ClinicDatabase { clinic.database }
    private var dana: Identifier<Account> { get throws { try #require(clinic.dana.account) } }
    private var lee: Identifier<Account> { get throws { try #require(clinic.lee.account) } }

    init() async throws { clinic = try await TherapyPrescriptionFixture() }

    private func make(_ name: String = "Mine") async throws -> Identifier<ClinicTemplate> {
        var template = clinic.spine
        template.name = name
        return try await database.insertClinicTemplate(template, by: clinic.dana)
    }

    private func rename(
        _ id: Identifier<ClinicTemplate>, _ name: String, editVersion: Int?, by actor: Actor? = nil
    ) async throws -> Int {
        try await database.changeClinicTemplate(id, editVersion: editVersion, by: actor ?? clinic.dana) {
            $0.name = name
        }
    }

    private func count(_ sql: String) async throws -> Int {
        try await database.read { try Int.fetchOne($0, sql: sql) ?? 0 }
    }

    /// What the audit log says of templates, the oldest first.
    private func audit() async throws -> [String] {
        try await database.auditEntries(limit: 50).filter { $0.entity.hasPrefix("therapy-template") }
            .map { "\($0.entity) \($0.action.rawValue)" }.reversed()
    }

    @Test("a copy is version 1, its maker's alone, under an id of its own")
    func insert() async throws {
        let id = try await make()
        let template = try await database.clinicTemplate(id, visibleTo: try dana)
        #expect(template.content.id == id.text && template.content.version == 1)
        #expect(template.content.sections == clinic.spine.sections && template.content.rules == clinic.spine.rules)
        #expect(template.summary.ownerName == "Dana Reyes" && template.summary.name == "Mine")
        #expect(!template.summary.isPublished && !template.summary.hasChanges && template.working == nil)
        await #expect(throws: StoreError.notFound) { try await database.clinicTemplate(id, visibleTo: lee) }
        #expect(try await database.clinicTemplates(visibleTo: lee).isEmpty)
        #expect(try await audit() == ["therapy-template created"])
    }

    @Test("changes wait beside the content in force until they are a version, which never changes")
    func versions() async throws {
        let id = try await make()
        let edit = try await rename(id, "Ours", editVersion: 1)
        var template = try await database.clinicTemplate(id, visibleTo: try dana)
        #expect(template.content.name == "Mine" && template.edited.name == "Ours" && template.summary.hasChanges)
        #expect(try await database.saveVersion(of: id, editVersion: edit, by: clinic.dana) == 2)
        template = try await database.clinicTemplate(id, visibleTo: try dana)
        #expect(template.content.name == "Ours" && template.content.version == 2 && template.working == nil)
        #expect(try await database.clinicTemplate(id.text, version: 1)?.name == "Mine")
        #expect(try await database.clinicTemplate(id.text, version: nil)?.name == "Ours")
        #expect(try await database.clinicTemplate(id.text, version: 3) == nil)
        #expect(try await database.clinicTemplate("spine", version: 1) == nil)
        #expect(try await database.versions(of: id).map(\.version) == [2, 1])
        // Nothing changed is no version.
        #expect(try await database.saveVersion(of: id, editVersion: edit, by: clinic.dana) == 2)
        for sql in [
            "UPDATE therapy_template_version SET content = '{}'", "DELETE FROM therapy_template_version",
            "DELETE FROM therapy_template", "UPDATE therapy_template SET version = 1",
        ] {
            await #expect(throws: StoreError.self) {
                try await database.write(by: clinic.dana) { try $0.db.execute(sql: sql) }
            }
        }
    }

    @Test("two tabs: what the second started from is held against the present, and changing back is no change")
    func concurrent() async throws {
        let id = try await make()
        #expect(try await rename(id, "Ours", editVersion: 1) == 2)
        await #expect(throws: StoreError.stale(currentVersion: 2)) { try await rename(id, "Theirs", editVersion: 1) }
        #expect(try await rename(id, "Ours", editVersion: 1) == 2)
        #expect(try await rename(id, "Theirs", editVersion: nil) == 3)
        await #expect(throws: StoreError.stale(currentVersion: 3)) {
            try await database.saveVersion(of: id, editVersion: 2, by: clinic.dana)
        }
        #expect(try await rename(id, "Mine", editVersion: 3) == 4)
        #expect(try await database.clinicTemplate(id, visibleTo: try dana).working == nil)
        _ = try await rename(id, "Ours", editVersion: 4)
        try await database.discardChanges(of: id, by: clinic.dana)
        #expect(try await database.clinicTemplate(id, visibleTo: try dana).edited.name == "Mine")
    }

    @Test("only the maker changes it; published, colleagues see it and use it until it is taken back or archived")
    func colleagues() async throws {
        let id = try await make()
        try await database.setPublished(true, id, isAdmin: false, by: clinic.dana)
        #expect(try await database.clinicTemplate(id, visibleTo: lee).summary.isUsable(by: lee))
        await #expect(throws: StoreError.notFound) { try await rename(id, "x", editVersion: 1, by: clinic.lee) }
        await #expect(throws: StoreError.notFound) {
            try await database.saveVersion(of: id, editVersion: 1, by: clinic.lee)
        }
        await #expect(throws: StoreError.notFound) { try await database.discardChanges(of: id, by: clinic.lee) }
        await #expect(throws: StoreError.notFound) {
            try await database.setArchived(true, id, isAdmin: false, by: clinic.lee)
        }
        // An admin may take back what others published, and archive it.
        try await database.setPublished(false, id, isAdmin: true, by: clinic.lee)
        await #expect(throws: StoreError.notFound) {
            try await database.setPublished(true, id, isAdmin: true, by: clinic.lee)
        }
        try await database.setPublished(true, id, isAdmin: false, by: clinic.dana)
        try await database.setArchived(true, id, isAdmin: true, by: clinic.lee)
        await #expect(throws: StoreError.notFound) { try await database.clinicTemplate(id, visibleTo: lee) }
        #expect(try await database.clinicTemplates(visibleTo: try dana).map(\.isArchived) == [true])
        try await database.setArchived(false, id, isAdmin: false, by: clinic.dana)
        #expect(try await database.clinicTemplates(visibleTo: lee).count == 1)
    }

    @Test("an approval is of one version, keeps the name, and is only revoked")
    func approvals() async throws {
        try await database.approve("spine", version: 1, by: clinic.dana)
        try await database.approve("spine", version: 1, by: clinic.lee)
        let approval = try #require(try await database.therapyApproval(of: "spine", version: 1))
        #expect(approval.name == "Dana Reyes")
        #expect(try await database.therapyApproval(of: "spine", version: 2) == nil)
        #expect(try await count("SELECT count(*) FROM therapy_template_approval") == 1)
        try await database.revokeApproval(of: "spine", version: 1, by: clinic.lee)
        try await database.revokeApproval(of: "spine", version: 1, by: clinic.lee)
        #expect(try await database.therapyApprovals().isEmpty)
        let entity = "therapy-template-approval"
        #expect(try await audit() == ["\(entity) signed", "\(entity) revoked"])
        try await database.approve("spine", version: 1, by: clinic.lee)
        #expect(try await database.therapyApprovals().map(\.name) == ["Lee Ward"])
        await #expect(throws: StoreError.self) {
            try await database.write(by: clinic.dana) {
                try $0.db.execute(sql: "UPDATE therapy_template_approval SET approved_by_name = 'x'")
            }
        }
    }

    @Test("everybody has one default or none")
    func defaults() async throws {
        #expect(try await database.defaultTherapyTemplate(of: try dana) == nil)
        try await database.setDefaultTherapyTemplate("knee", by: clinic.dana)
        try await database.setDefaultTherapyTemplate("hip", by: clinic.dana)
        #expect(try await database.defaultTherapyTemplate(of: try dana) == "hip")
        #expect(try await database.defaultTherapyTemplate(of: lee) == nil)
        try await database.setDefaultTherapyTemplate(nil, by: clinic.dana)
        #expect(try await database.defaultTherapyTemplate(of: try dana) == nil)
    }

    @Test("a favourite of a prescription goes on with the version it was made from")
    func favourites() async throws {
        let id = try await make()
        let version1 = try await database.clinicTemplate(id, visibleTo: try dana).content
        let draft = try await database.insertTherapyPrescription(for: clinic.patient, by: clinic.dana)
        var choice = TherapyChoice(template: version1)
        choice.items = ["conditioning"]
        try await database.setTherapies(choice, of: draft, version: 1, by: clinic.dana)
        _ = try await rename(id, "Ours", editVersion: 1)
        _ = try await database.saveVersion(of: id, editVersion: 2, by: clinic.dana)
        let spine = clinic.spine
        let content = try await database.favouriteContent(
            of: draft, for: try dana, in: .gmt, template: { _ in spine })
        #expect(content.therapies?.template == id.text && content.therapies?.templateVersion == 1)
    }

    @Test("nobody keeps more than fifty")
    func bounds() async throws {
        for number in 0..<ClinicDatabase.mostClinicTemplates { _ = try await make("List \(number)") }
        await #expect(throws: ValidationFailure.self) { try await make() }
        #expect(try await database.clinicTemplates(visibleTo: try dana).count == ClinicDatabase.mostClinicTemplates)
    }
}
