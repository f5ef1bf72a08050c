import Clinic
import Foundation
import Store
import TestSupport
import Testing

@testable import Site

@Suite("The home page of an admin who does not prescribe")
struct AdminHomeTests {
    @Test("it names each code list with its release and says that a new one is due")
    func codeLists() async throws {
        let site = try await TestSite(catalogs: true)
        let admin = try await site.account("Lee Ward", [.admin])
        try await site.run { browser in
            try await browser.signIn(admin)
            let page = try await browser.get("/").text
            #expect(page.contains("Welcome, Lee Ward"))
            for text in ["ICD-10-CM", "In force until Sep 30, 2026", "98186", "ended on Sep 30, 2026"] {
                #expect(page.contains(text), "\(text)")
            }
            for text in ["ICD-9-CM", "15665", "ICD-9-CM is historical", "came with Theralog"] {
                #expect(page.contains(text), "\(text)")
            }
        }
    }

    @Test("a list that is not loaded says so")
    func notLoaded() async throws {
        let site = try await TestSite()
        let admin = try await site.account("Lee Ward", [.admin])
        try await site.run { browser in
            try await browser.signIn(admin)
            let answer = try await browser.get("/")
            #expect(answer.status == 200)
            #expect(answer.text.split(separator: "This code list is not loaded").count == 3)
        }
    }

    @Test("it speaks German to who chose German")
    func german() async throws {
        let site = try await TestSite(catalogs: true)
        let admin = try await site.account("Lee Ward", [.admin])
        try await site.database.updateLanguage(of: admin.id, to: .german, by: Actor(account: admin.id))
        try await site.run { browser in
            try await browser.signIn(admin)
            #expect(try await browser.get("/").text.contains("In Kraft bis 30.09.2026"))
        }
    }
}
