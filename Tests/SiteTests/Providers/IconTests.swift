import Clinic
import Foundation
import HTTPTypes
import Rendering
import Store
import TestSupport
import Testing

@testable import Site

@Suite("Practice icon and signature")
struct IconTests {
    private typealias File = (field: String, name: String, type: String, bytes: Data)
    private let nothing: File = ("file", "", "application/octet-stream", Data())

    @Test("every shipped picture can be chosen and is then served with a tag", arguments: ShippedIcon.allCases)
    func shipped(icon: ShippedIcon) async throws {
        let site = try await TestSite()
        let account = try await site.account()
        try await site.run { browser in
            try await browser.signIn(account)
            let page = try await browser.get("/provider/icon")
            #expect(page.body.contains("value=\"\(icon.rawValue)\""))
            #expect(page.body.contains("accept=\"image/*\" capture=\"environment\""))
            #expect(try await browser.get(icon.path).status == 200)
            #expect(try await browser.get("/provider/icon/image").status == 404)
            try await browser.get("/provider/icon")
            let answer = try await browser.upload("/provider/icon", [("icon", icon.rawValue)], file: nothing)
            #expect(answer.location == "/provider")
            let image = try await browser.get("/provider/icon/image")
            #expect(image.headers[.contentType] == "image/png")
            let tag = try #require(image.headers[.eTag])
            #expect(try await browser.get("/provider/icon/image", ["If-None-Match": tag]).status == 304)
        }
        let hash = try #require(try await site.database.provider(of: account.id)?.provider.icon)
        #expect(try await site.database.picture(hash).width <= 512)
    }

    @Test("a photo is turned upright and forgets where it was taken", arguments: ["photo", "file"])
    func photo(field: String) async throws {
        let site = try await TestSite()
        let account = try await site.account()
        try await site.run { browser in
            try await browser.signIn(account)
            try await browser.get("/provider/icon")
            let answer = try await browser.upload(
                "/provider/icon", [("icon", "keep")],
                file: (field, "IMG_1.jpg", "image/jpeg", SamplePictures.jpegWithLocation))
            #expect(answer.status == 303)
        }
        let hash = try #require(try await site.database.provider(of: account.id)?.provider.icon)
        let picture = try await site.database.picture(hash)
        #expect((picture.width, picture.height) == (20, 40))
        #expect(picture.png.range(of: Data("SecretCam".utf8)) == nil)
    }

    @Test(
        "what is no picture of ours is refused at its field with the reason",
        arguments: [
            (
                "evil.png", Data("<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>".utf8),
                "Choose a JPEG, PNG"
            ),
            ("huge.jpg", Data([0xFF, 0xD8, 0xFF]) + Data(count: PictureReader.largestFile), "larger than 8 MB"),
            ("wide.png", SamplePictures.png(claimingWidth: 10_000, height: 5_001), "more than 50 million pixels"),
            ("broken.png", SamplePictures.png.prefix(60), "damaged"),
        ])
    func refused(name: String, bytes: Data, reason: String) async throws {
        let site = try await TestSite()
        let account = try await site.account()
        try await site.run { browser in
            try await browser.signIn(account)
            try await browser.get("/provider/icon")
            let answer = try await browser.upload(
                "/provider/icon", [("icon", "none")], file: ("file", name, "image/png", Data(bytes)))
            #expect(answer.status == 422)
            #expect(answer.body.contains("id=\"file-error\""))
            #expect(answer.text.contains(reason))
        }
        #expect(try await site.database.provider(of: account.id) == nil)
    }

    @Test("a choice that is none is refused", arguments: ["", "../../etc/passwd", "dragon", "keep\u{0}", "SPINE"])
    func unknownChoice(icon: String) async throws {
        let site = try await TestSite()
        let account = try await site.account()
        try await site.run { browser in
            try await browser.signIn(account)
            try await browser.get("/provider/icon")
            let answer = try await browser.upload("/provider/icon", [("icon", icon)], file: nothing)
            #expect(answer.status == 422)
            #expect(answer.body.contains("id=\"icon-error\""))
        }
    }

    @Test("the icon can be kept and taken away")
    func keepAndTakeAway() async throws {
        let site = try await TestSite()
        let account = try await site.account()
        try await site.run { browser in
            try await browser.signIn(account)
            try await browser.get("/provider/icon")
            try await browser.upload("/provider/icon", [("icon", "leaf")], file: nothing)
            let icon = try await site.database.provider(of: account.id)?.provider.icon
            try await browser.upload("/provider/icon", [("icon", "keep")], file: nothing)
            #expect(try await site.database.provider(of: account.id)?.provider.icon == icon)
            try await browser.upload("/provider/icon", [("icon", "none")], file: nothing)
            #expect(try await site.database.provider(of: account.id)?.provider.icon == nil)
        }
    }

    @Test("a signature is typed, drawn or a picture")
    func signature() async throws {
        let site = try await TestSite()
        let account = try await site.account()
        try await site.run { browser in
            try await browser.signIn(account)
            try await browser.get("/provider/signature")
            try await browser.upload(
                "/provider/signature", [("signature-kind", "typed"), ("signature-name", " Dana  Reyes ")], file: nothing
            )
            #expect(
                try await site.database.provider(of: account.id)?.provider.signature == .typed(name: "Dana Reyes"))
            #expect(try await browser.get("/provider/signature/image").status == 404)
            let drawing = "data:image/png;base64," + SamplePictures.png.base64EncodedString()
            let drawn = try await browser.upload(
                "/provider/signature", [("signature-kind", "typed"), ("signature-image", drawing)], file: nothing)
            #expect(drawn.status == 303)
            #expect(try await browser.get("/provider/signature/image").headers[.contentType] == "image/png")
            let page = try await browser.get("/provider/signature")
            #expect(page.text.contains("With the present picture"))
            let file: File = ("signature-file", "me.heic", "image/heic", SamplePictures.heic)
            #expect(
                try await browser.upload("/provider/signature", [("signature-kind", "file")], file: file).status == 303)
            #expect(
                try await browser.upload("/provider/signature", [("signature-kind", "keep")], file: nothing).status
                    == 303)
            try await browser.upload("/provider/signature", [("signature-kind", "none")], file: nothing)
            #expect(try await site.database.provider(of: account.id)?.provider.signature == nil)
        }
    }

    @Test(
        "a signature that is none is refused and the typed name stays",
        arguments: [
            [("signature-kind", "typed"), ("signature-name", " ")],
            [("signature-kind", "typed"), ("signature-name", "Da\u{202E}na")],
            [("signature-kind", "drawn"), ("signature-name", "Dana")],
            [("signature-kind", "drawn"), ("signature-name", "Dana"), ("signature-image", "javascript:alert(1)")],
            [
                ("signature-kind", "drawn"), ("signature-name", "Dana"),
                ("signature-image", "data:image/svg+xml;base64,PHN2Zy8+"),
            ],
            [
                ("signature-kind", "drawn"), ("signature-name", "Dana"),
                ("signature-image", "data:image/png;base64,%%%"),
            ],
            [
                ("signature-kind", "drawn"), ("signature-name", "Dana"),
                ("signature-image", "data:image/png;base64," + String(repeating: "iVBO", count: 180_000)),
            ],
            [("signature-kind", "file"), ("signature-name", "Dana")],
            [("signature-kind", "cross"), ("signature-name", "Dana")],
        ])
    func refusedSignature(fields: [(String, String)]) async throws {
        let site = try await TestSite()
        let account = try await site.account()
        try await site.run { browser in
            try await browser.signIn(account)
            try await browser.get("/provider/signature")
            let answer = try await browser.upload("/provider/signature", fields, file: nothing)
            #expect(answer.status == 422)
            #expect(answer.body.contains("id=\"signature-name\""))
            #expect(answer.body.contains("href=\"#signature-"))
        }
        #expect(try await site.database.provider(of: account.id) == nil)
    }
}
