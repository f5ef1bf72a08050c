import Foundation
import Testing

@testable import Site

@Suite("Forms with files")
struct MultipartFormTests {
    private let type = "multipart/form-data; boundary=b"

    private func form(_ text: String, type: String? = nil) throws -> Form {
        try Form(multipart: Data(text.utf8), contentType: type ?? self.type)
    }

    private func part(_ head: String, _ content: String) -> String { "--b\r\n\(head)\r\n\r\n\(content)\r\n" }

    @Test("fields and files are read as they were sent")
    func plain() throws {
        let form = try form(
            part("Content-Disposition: form-data; name=\"a\"", "one\r\ntwo")
                + part("Content-Disposition: form-data; name=\"a\"", "")
                + part(
                    "content-disposition: form-data; name=\"f\"; filename=\"x.png\"\r\nContent-Type: image/png",
                    "\u{1}\r\n\r\n--\r\n--c")
                + "--b--\r\n")
        #expect(form.all("a") == ["one\ntwo", ""])
        #expect(form.file("f")?.name == "x.png")
        #expect(form.file("f")?.contentType == "image/png")
        #expect(form.file("f")?.bytes == Data("\u{1}\r\n\r\n--\r\n--c".utf8))
    }

    @Test("a file field without a file holds none, and the first file of a name counts")
    func files() throws {
        let head = "Content-Disposition: form-data; name=\"f\"; filename="
        let form = try form(
            part(head + "\"\"", "") + part(head + "\"1\"", "one") + part(head + "\"2\"", "two") + "--b--")
        #expect(form.file("f")?.bytes == Data("one".utf8))
        #expect(try self.form(part(head + "\"\"", "") + "--b--").file("f") == nil)
    }

    @Test(
        "a body that is not exactly a form is refused",
        arguments: [
            "", "--", "--b", "--b--x", "x", "--b\r\n", "--b\r\nx", "--b\r\n\r\n\r\n--b--", "--c\r\n\r\n\r\n--c--",
            "--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--",
            "--b\r\nContent-Disposition: form-data; name=\"a\"\r\nx\r\n--b--",
            "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nx\r\n",
            "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nx\r\n--bb\r\n",
            "--b\nContent-Disposition: form-data; name=\"a\"\n\nx\n--b--",
        ])
    func malformed(body: String) {
        #expect(throws: FormError.malformed) {
            let form = try form(body)
            // What ends at once is a form without fields, as browsers never send it.
            if form.fields.isEmpty, form.files.isEmpty { throw FormError.malformed }
        }
    }

    @Test(
        "a boundary that is missing or too long is refused",
        arguments: ["", "; boundary=", "; boundary=\"\"", "; boundary=\(String(repeating: "b", count: 71))"])
    func boundary(parameter: String) {
        #expect(throws: FormError.malformed) { try form("--b--", type: "multipart/form-data\(parameter)") }
    }

    @Test("too many parts, too long a head and text that is not UTF-8 are refused")
    func excess() {
        let field = part("Content-Disposition: form-data; name=\"a\"", "x")
        #expect(throws: FormError.malformed) { try form(String(repeating: field, count: 102) + "--b--") }
        let head = "Content-Disposition: form-data; name=\"\(String(repeating: "n", count: 5000))\""
        #expect(throws: FormError.malformed) { try form(part(head, "x") + "--b--") }
        let broken =
            Data("--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n".utf8) + [0xFF, 0xFE]
            + Data("\r\n--b--".utf8)
        #expect(throws: FormError.malformed) { try Form(multipart: broken, contentType: type) }
    }

    @Test(
        "a file's name cannot become another field",
        arguments: ["x; name=icon", "../../etc/passwd", "a\\b", "%22; name=%22icon"])
    func fileName(name: String) throws {
        let form = try form(
            part("Content-Disposition: form-data; name=\"file\"; filename=\"\(name)\"", "x") + "--b--")
        #expect(form.files.keys.sorted() == ["file"])
        #expect(form.fields.isEmpty)
    }

    @Test("a large body of near-boundaries is read in no time")
    func nearBoundaries() throws {
        let content = String(repeating: "\r\n--a", count: 200_000)
        let start = ContinuousClock.now
        let form = try form(part("Content-Disposition: form-data; name=\"f\"; filename=\"f\"", content) + "--b--")
        #expect(form.file("f")?.bytes.count == 1_000_000)
        #expect(start.duration(to: .now) < .seconds(5))
    }
}
