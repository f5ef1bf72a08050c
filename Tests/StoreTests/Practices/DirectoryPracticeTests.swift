import Clinic
import Foundation
import TestSupport
import Testing

@testable import Store

@Suite("The clinic's directory of practices")
struct DirectoryPracticeTests {
    private let fixture: ImportFixture
    private let account: Identifier<Account>
    private var database: ClinicDatabase { fixture.database }

    init() async throws {
        fixture = try await ImportFixture()
        let draft = AccountDraft(name: "Dana Reyes", email: "dana@example.org", roles: [.clinician])
        account = try await fixture.database.insertAccount(draft, passwordHash: "x", by: .program).id
    }

    private func practice(_ name: String, city: String = "Portland", specialties: String = "") -> Practice {
        var practice = Practice()
        practice.name = name
        practice.address = PostalAddress(
            street: "9 Lake Road", city: city, state: "ME", postcode: "04103", country: .unitedStates)
        practice.specialties = specialties
        return practice
    }

    private func search(_ typed: String, _ specialty: TherapySpecialty? = nil, offset: Int = 0, limit: Int = 25)
        async throws -> (names: [String], hasMore: Bool)
    {
        let search = PracticeSearch(typed: typed, specialty: specialty, offset: offset, limit: limit)
        let found = try await database.practices(matching: search, for: account)
        return (found.hits.map(\.practice.name), found.hasMore)
    }

    @Test("keeps versions, refuses the same practice twice and what was changed meanwhile; all of it is audited")
    func changes() async throws {
        let actor = Actor(account: account)
        let entry = try await database.insertDirectoryPractice(practice("Lakeside"), by: actor)
        await #expect(throws: ValidationFailure.self) {
            try await database.insertDirectoryPractice(practice("LAKESIDE."), by: actor)
        }
        try await database.updateDirectoryPractice(entry.id, to: practice("Bayside"), version: 1, by: actor)
        await #expect(throws: StoreError.stale(currentVersion: 2)) {
            try await database.updateDirectoryPractice(entry.id, to: practice("Hillside"), version: 1, by: actor)
        }
        #expect(try await database.directoryPractice(entry.id).practice.name == "Bayside")
        #expect(try await fixture.values("SELECT name FROM directory_practice_version ORDER BY version").count == 2)
        try await database.removeDirectoryPractice(entry.id, by: actor)
        await #expect(throws: StoreError.notFound) { try await database.directoryPractice(entry.id) }
        await #expect(throws: StoreError.notFound) { try await database.removeDirectoryPractice(entry.id, by: actor) }
        #expect(try await search("bayside").names == [])
        let actions = try await fixture.values(
            "SELECT action FROM audit_entry WHERE entity = 'directory_practice' ORDER BY id")
        #expect(actions == ["created", "updated", "removed"])
    }

    @Test("is searched by the beginnings of words of names, places and specialties, page by page")
    func searching() async throws {
        try await database.insertDirectoryPractice(
            practice("Zebra Hand Center", city: "Bath", specialties: "hands"), by: .program)
        let rows = ["Alpha Therapy", "Beta Therapy", "Gamma Hand"].map { name in
            CatalogRow.practice(
                ListedPractice(
                    key: name, practice: practice(name),
                    taxonomies: TherapySpecialty.codes(named: name)))
        }
        try await fixture.stage(.practices, rows, isCurrent: true)
        #expect(try await search("").names == ["Zebra Hand Center", "Alpha Therapy", "Beta Therapy", "Gamma Hand"])
        let first = try await search("", limit: 2)
        #expect(first.names == ["Zebra Hand Center", "Alpha Therapy"] && first.hasMore)
        let last = try await search("", offset: 2, limit: 2)
        #expect(last.names == ["Beta Therapy", "Gamma Hand"] && !last.hasMore)
        #expect(try await search("ther 04103").names == ["Alpha Therapy", "Beta Therapy"])
        #expect(try await search("bath").names == ["Zebra Hand Center"])
        #expect(try await search("", .hand).names == ["Zebra Hand Center", "Gamma Hand"])
        #expect(try await search("portland", .hand).names == ["Gamma Hand"])
        #expect(try await search("\" OR * NEAR(").names == [])
    }

    @Test("a reference leads to its practice; one of a list that is being written leads nowhere")
    func references() async throws {
        let entry = try await database.insertDirectoryPractice(practice("Lakeside"), by: .program)
        let favourite = try await database.insertFavourite(practice("Own"), of: account, by: .program)
        let row = CatalogRow.practice(ListedPractice(key: "a", practice: practice("Listed")))
        let number = try await fixture.stage(.practices, [row]).number
        let references: [(PracticeReference, String)] = [
            (.entry(entry.id), "Lakeside"), (.favourite(favourite.id), "Own"), (.listed(number << 24 + 1), "Listed"),
        ]
        for (reference, name) in references {
            #expect(try await database.practice(reference, for: account).name == name)
        }
        await #expect(throws: StoreError.notFound) {
            try await database.practice(.favourite(favourite.id), for: Identifier("somebody else"))
        }
        await #expect(throws: StoreError.notFound) { try await database.practice(.listed(7), for: account) }
    }
}
