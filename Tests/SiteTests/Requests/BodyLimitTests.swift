import Clinic
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Store
import TestSupport
import Testing

@testable import Site

/// The limits are those of the table in `docs/operating.md`.
@Suite("The largest body of a request")
struct BodyLimitTests {
    /// Says how many bytes of a type that no form has are read: all of them end in 415, one too many in 413.
    private func isLimit(_ limit: Int, of path: String, _ browser: TestBrowser) async throws {
        let body = [UInt8](repeating: 0x20, count: limit + 1)
        let most = try await browser.post(path, type: "text/plain", body: Array(body.dropLast()))
        #expect(most.status == 415, "\(path) with \(limit)")
        let more = try await browser.post(path, type: "text/plain", body: body)
        #expect(more.status == 413, "\(path) with \(limit + 1)")
        #expect(more.text.contains("Too large"))
    }

    @Test("of forms that everybody may send")
    func visitor() async throws {
        let site = try await TestSite()
        try await site.run { browser in
            try await isLimit(262_144, of: "/sign-in", browser)
            try await isLimit(8192, of: "/return", browser)
        }
    }

    @Test("of forms with pictures, lists and reports")
    func files() async throws {
        let clinic = try await PrescriptionSite()
        try await clinic.run { browser in
            try await isLimit(262_144, of: "/patients", browser)
            try await isLimit(8192, of: "/returns", browser)
            try await isLimit(400_000, of: "/therapy-templates", browser)
            try await isLimit(33_554_432, of: "/provider/icon", browser)
            try await isLimit(33_554_432, of: "/provider/signature", browser)
            let (path, code) = try await clinic.signedWithCode(browser)
            try await isLimit(10_747_904, of: "\(path)/course", browser)
            let practice = try await clinic.practice(browser, code)
            try await isLimit(10_747_904, of: "/return/form", practice)
        }
    }

    @Test("of what an admin sends: the clinic's icon, a piece of a file, and a form with one")
    func admin() async throws {
        let site = try await TestSite()
        let admin = try await site.account("Morgan Ellis", [.admin])
        try await site.run { browser in
            try await browser.signIn(admin)
            try await isLimit(33_554_432, of: "/settings/icon", browser)

            let piece = 16_777_216
            try await browser.get("/imports")
            try await browser.post("/imports/uploads", ["name": "a.txt", "size": "\(piece + 3)"])
            let job = try #require(try await site.database.catalogImports().first)
            func put(_ first: Int, _ count: Int) async throws -> Int {
                try await browser.put(
                    "/imports/\(job.id)/content", [UInt8](repeating: 0x20, count: count),
                    ["Content-Range": "bytes \(first)-\(first + count - 1)/\(piece + 3)"]
                ).status
            }
            #expect(try await put(0, piece + 1) == 413)
            #expect(try await site.database.catalogImport(job.id).received == 0)
            #expect(try await put(0, piece) == 200)
            #expect(try await site.database.catalogImport(job.id).received == piece)
            #expect(try await put(piece, 3) == 200)
            await site.site.imports.waitUntilIdle()

            // Of the largest form only the head is sent: what it says is enough to refuse it.
            let most = 2_147_483_648 + 65_536
            let type = "multipart/form-data; boundary=b"
            let refused = try await browser.post(
                "/imports", head: ["Content-Type": type, "Content-Length": "\(most + 1)"])
            #expect(refused.status == 413)
            #expect(try await site.database.catalogImports().map(\.id) == [job.id])
            let admitted = try await browser.post(
                "/imports", head: ["Content-Type": type, "Content-Length": "\(most)"])
            #expect(admitted.status == 400)
        }
    }

    @Test(
        "holds for a body that does not say how long it is",
        arguments: [(8192, FormError.unsupportedType), (8193, .tooLarge)])
    func unsaid(count: Int, problem: FormError) async throws {
        let head = HTTPRequest(method: .post, scheme: "http", authority: "clinic", path: "/return")
        let body = RequestBody(buffer: ByteBuffer(repeating: 0x20, count: count))
        await #expect(throws: problem) {
            try await Form.read(Request(head: head, body: body), limit: 8192)
        }
    }
}
