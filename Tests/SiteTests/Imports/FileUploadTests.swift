import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@testable import Site

@Suite("A form with a file, however it comes")
struct FileUploadTests {
    /// What a form gave.
    private struct Received: Equatable {
        var fields: [String] = []
        var name = ""
        var size = 0
        var bytes: [UInt8] = []
    }

    /// Reads a body that comes in pieces of a size.
    private func receive(
        _ body: [UInt8], pieces size: Int, boundary: String = "b", admits: Bool = true
    ) async throws -> Received {
        let pieces = stride(from: 0, to: body.count, by: size).map {
            ByteBuffer(bytes: body[$0..<min(body.count, $0 + size)])
        }
        let stream = AsyncStream(ByteBuffer.self) { continuation in
            for piece in pieces { continuation.yield(piece) }
            continuation.finish()
        }
        let head = HTTPRequest(
            method: .post, scheme: "http", authority: "clinic", path: "/imports",
            headerFields: [.contentType: "multipart/form-data; boundary=\(boundary)"])
        let request = Request(head: head, body: RequestBody(asyncSequence: stream))
        var upload = try FileUpload(request)
        var received = Received()
        try await upload.receive(
            request.body, admit: { _ in if !admits { throw FormError.forged } },
            write: {
                if !admits { Issue.record("a piece of the file was kept") }
                received.bytes += $0
            })
        received.fields = upload.form.fields.map { "\($0.name)=\($0.value)" }
        received.name = upload.fileName
        received.size = upload.size
        return received
    }

    private static func part(_ disposition: String, _ content: String, boundary: String = "b") -> String {
        "--\(boundary)\r\nContent-Disposition: form-data; \(disposition)\r\n\r\n\(content)\r\n"
    }

    private static func file(_ content: String, boundary: String = "b") -> String {
        part("name=\"file\"; filename=\"map.txt\"", content, boundary: boundary)
    }

    @Test("gives the same in pieces of any size")
    func pieces() async throws {
        let boundary = "----theralogtest"
        // Beginnings of the delimiter, and what is nearly one.
        let content =
            "\r\r\n-\r\n--\r\n----\r\n------theralogtes\r\n------theralogtesT\n------theralogtest\r\r\n-----\r\n--"
        let text =
            Self.part("name=\"csrf\"", "token", boundary: boundary)
            + Self.part("name=\"note\"", "one\r\ntwo\r\n--", boundary: boundary)
            + Self.file(content, boundary: boundary) + Self.part("name=\"after\"", "", boundary: boundary)
            + "--\(boundary)--\r\nbehind the end"
        let body = Array(text.utf8)
        let expected = Received(
            fields: ["csrf=token", "note=one\ntwo\n--", "after="], name: "map.txt", size: content.utf8.count,
            bytes: Array(content.utf8))
        for size in 1...body.count {
            #expect(try await receive(body, pieces: size, boundary: boundary) == expected, "\(size)")
        }
    }

    @Test("keeps every content of signs that delimiters are made of")
    func contents() async throws {
        var contents = [""]
        var longest = contents
        for _ in 0..<4 {
            longest = longest.flatMap { text in ["\r", "\n", "-", "b"].map { text + $0 } }
            contents += longest
        }
        #expect(contents.count == 341)
        for content in contents {
            let body = Array((Self.file(content) + "--b--\r\n").utf8)
            for size in [1, 2, 3, body.count] {
                let received = try await receive(body, pieces: size)
                #expect(received.bytes == Array(content.utf8), "\(Array(content.utf8)) in pieces of \(size)")
            }
        }
    }

    private static func refusals() -> [(String, FormError)] {
        let abc = file("abc")
        let long = String(repeating: "x", count: 100_000)
        let half = part("name=\"a\"", String(repeating: "x", count: 40_000))
        let lines = String(repeating: "X: y\r\n", count: 17_000)
        let fields = String(repeating: part("name=\"a\"", "x"), count: 51)
        let malformed = [
            // Nothing, and no end.
            "", abc, "\(abc)--b", "\(abc)--b-",
            // Another boundary than it says, at the beginning or at the end.
            "\(file("abc", boundary: "c"))--c--\r\n", "\(abc)--c--\r\n", "\(abc)--bb--\r\n",
            // Much where little belongs: before the first part, in a name, in a head, as fields, as files.
            "\(long)\r\n\(abc)--b--", "\(part("name=\"\(long)\"", "x"))\(abc)--b--", "--b\r\n\(lines)\r\n\r\n--b--",
            "\(fields)--b--", "\(abc)\(file("more"))--b--",
            // A head that is none.
            "--b\r\n\r\nabc\r\n--b--", "--bx\r\n",
        ]
        let large = ["\(part("name=\"a\"", long))\(abc)--b--", "\(half)\(half)--b--"]
        return malformed.map { ($0, FormError.malformed) } + large.map { ($0, FormError.tooLarge) }
    }

    @Test("is refused when it is none, at once and in pieces", arguments: refusals())
    func refused(text: String, problem: FormError) async throws {
        let body = Array(text.utf8)
        for size in [7, 1000, 32_768, max(1, body.count)] {
            await #expect(throws: problem, "in pieces of \(size)") { try await receive(body, pieces: size) }
        }
    }

    @Test("keeps nothing of a file before the fields in front of it are looked at")
    func unadmitted() async {
        let body = Array((Self.part("name=\"csrf\"", "other") + Self.file("abc") + "--b--").utf8)
        for size in [1, body.count] {
            await #expect(throws: FormError.forged) { try await receive(body, pieces: size, admits: false) }
        }
    }
}
