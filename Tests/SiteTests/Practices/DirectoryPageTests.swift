import Clinic
import Foundation
import Store
import TestSupport
import Testing

@testable import Site

@Suite("The directory of practices")
struct DirectoryPageTests {
    private static let bayside = [
        ("name", "Bayside Therapy"), ("country", "US"), ("street", "2 Bay"), ("city", "Portland"), ("state", "ME"),
        ("postcode", "04101"), ("phone", "2075550118"), ("specialties", "Spine"), ("version", "0"),
    ]

    @Test("is searched by name, place and specialty; what is found is kept as a favourite once")
    func search() async throws {
        let site = try await NearbySite()
        try await site.clinic.run { browser in
            let page = try await browser.get("/practices/directory?q=port+lake")
            #expect(page.status == 200 && page.text.contains("Lakeside Physical Therapy"))
            #expect(!page.text.contains("Bangor"))
            let match = try #require(page.body.firstMatch(of: /name="practice" value="(l[0-9]+)"/))
            let fields: KeyValuePairs = ["practice": String(match.1), "return": "/practices/directory?q=lake"]
            let kept = try await browser.post("/practices/favourites", fields)
            #expect(kept.location == "/practices/directory?q=lake")
            #expect(try await browser.post("/practices/favourites", fields).status == 303)
            let favourites = try await site.database.favouritePractices(of: site.clinic.dana.id)
            #expect(favourites.map(\.practice.name) == ["Lakeside Physical Therapy"])
            #expect(try await browser.get("/practices/directory?q=lake").text.contains("Favorite"))
            let outside = try await browser.post(
                "/practices/favourites", ["practice": String(match.1), "return": "//evil.example"])
            #expect(outside.location?.hasPrefix("//") == false)
            #expect(try await browser.post("/practices/favourites", ["practice": "l1"]).status == 404)
            let hostile = try await browser.get("/practices/directory?q=%22)%20OR&page=-5&specialty=%3Cb%3E&page=x")
            #expect(hostile.status == 200 && hostile.text.contains("No practice found"))
            #expect(try await browser.get("/practices/directory?page=10000").status == 200)
        }
    }

    @Test("takes entries by hand: added, edited, removed after a question, for everybody in the clinic")
    func entries() async throws {
        let site = try await NearbySite()
        try await site.clinic.run { browser in
            try await browser.get("/practices/directory/new")
            let wrong = try await browser.post(
                "/practices/directory", ["name": "\"><b>", "country": "US", "version": "0"])
            #expect(wrong.status == 422 && wrong.body.contains("&quot;&gt;&lt;b&gt;"))
            #expect(try await browser.post("/practices/directory", fields: Self.bayside).status == 303)
            #expect(try await browser.post("/practices/directory", fields: Self.bayside).status == 422)
            let lee = browser.another()
            try await lee.signIn(site.clinic.lee)
            let list = try await lee.get("/practices/directory?q=bayside")
            let match = try #require(list.body.firstMatch(of: /\/practices\/directory\/([0-9a-f-]{36})\/edit/))
            let path = "/practices/directory/\(match.1)"
            let near = try await lee.get("/practices/nearby?zip=04101")
            #expect(near.text.contains("Bayside Therapy"))
            try await lee.get("\(path)/edit")
            let changed = Self.bayside.map {
                ($0.0, $0.0 == "name" ? "Bayside Spine" : $0.0 == "version" ? "1" : $0.1)
            }
            #expect(try await lee.post(path, fields: changed).status == 303)
            let stale = try await browser.post(
                path, fields: Self.bayside.map { ($0.0, $0.0 == "version" ? "1" : $0.1) })
            #expect(stale.status == 409 && stale.text.contains("Bayside Spine"))
            #expect(try await browser.get("\(path)/removal").text.contains("Remove Bayside Spine from the directory?"))
            #expect(try await browser.post("\(path)/removal").status == 200)
            #expect(
                try await browser.post("\(path)/removal", ["confirmed": "yes"]).location == "/practices/directory")
            #expect(try await browser.get("\(path)/edit").status == 404)
            #expect(try await browser.get("/practices/directory/nothing/edit").status == 404)
        }
    }
}
