import Clinic
import Foundation
import Store
import TestSupport
import Testing

@Suite("Importing what is damaged or made to do harm", .timeLimit(.minutes(5)))
struct DamagedImportTests: ImportingTests {
    /// What is sent, and what its page says.
    struct Sent: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let words: [String]
        let bytes: @Sendable (WrittenFiles) throws -> [UInt8]

        init(_ name: String, _ words: String..., bytes: @escaping @Sendable (WrittenFiles) throws -> [UInt8]) {
            testDescription = name
            self.words = words
            self.bytes = bytes
        }
    }

    /// Half a document: more medicines than are merged before any is written, and then the end of the file inside one.
    private static var brokenJSON: String {
        func entry(_ number: Int) -> String {
            #"{"resource": {"resourceType": "MedicationKnowledge", "id": "\#(number)", "code": {"text": "substance\#(number)"}}}"#
        }
        return #"{"resourceType": "Bundle", "entry": ["# + "\n" + (0..<10_100).map { entry($0) + ",\n" }.joined()
            + String(entry(10_100).prefix(40))
    }

    private static let refusedFiles = [
        Sent(
            "a zip bomb, packed once more",
            "It unpacks to far more than any such file has and was not read on."
        ) { files in
            let line = [UInt8](repeating: UInt8(ascii: "x"), count: 66 << 20)
            return [UInt8](try files.gzipped(files.zip([(Array("map.txt".utf8), codes(1000) + line)])))
        },
        Sent("a zip that is cut off", "It is damaged or broken off. Download it again.") { files in
            let whole = try files.zip([(Array("map.txt".utf8), codes(20_000))])
            return Array(whole.prefix(whole.count / 2))
        },
        Sent(
            "JSON that is broken in the middle", "It cannot be read on from line 10102: damaged or broken off."
        ) { _ in Array(brokenJSON.utf8) },
        Sent(
            "lists of two kinds in one zip",
            "It holds several kinds at once: ICD-9 ↔ ICD-10 equivalents, ZIP codes. Bring them one by one."
        ) { files in
            let places = "US\t02139\tCambridge\tMassachusetts\tMA\tMiddlesex\t017\t\t\t42.3647\t-71.1042\t4\n"
            return try files.zip([(Array("map.txt".utf8), codes(3)), (Array("US.txt".utf8), Array(places.utf8))])
        },
        Sent("a zip with a password", "It is locked with a password.") { files in
            try files.zip([(Array("map.txt".utf8), codes(3))], isLocked: true)
        },
        Sent(
            "a table whose only row is a line of 3 MiB", "Not one line could be taken.", "Longer than 1024 KiB"
        ) { _ in Array("Drug,Brand,Side effects\n".utf8) + [UInt8](repeating: UInt8(ascii: "x"), count: 3 << 20) },
    ]

    private static let takenFiles = [
        Sent("a code twice", "New 2", "Lines not taken 1", "Repeats S100001; the first one was taken") { _ in
            codes(2) + Array("S100001 7242  10000\r\n".utf8)
        },
        Sent(
            "two encodings in one file", "New 2", "Lines not taken 1", "In another encoding than the lines before"
        ) { _ in
            Array("Wirkstoff;Handelsname\nMüllerin;a\n".utf8) + [0x4D, 0xFC, 0x3B, 0x62, 0x0A] + Array("carol;d\n".utf8)
        },
        Sent("a line of 3 MiB", "New 6", "Lines not taken 1", "Longer than 64 KiB") { _ in
            codes(3) + [UInt8](repeating: UInt8(ascii: "x"), count: 3 << 20) + Array("\r\n".utf8)
                + Array("T100001 7242  10000\r\nT100002 7242  10000\r\nT100003 7242  10000\r\n".utf8)
        },
    ]

    /// Brings a file beside a release in use. Once it was looked at, nothing of it may be left and nothing touched.
    private func bring(
        _ sent: Sent,
        _ look:
            @escaping @Sendable (TestBrowser, TestSite, _ path: String, _ loaded: [LoadedCatalog]) async throws ->
            Void
    ) async throws {
        let bytes = try sent.bytes(WrittenFiles())
        try await admin { browser, site in
            let used = try await site.send(ImportPageTests.map, browser)
            try await browser.get(used)
            try await browser.post("\(used)/application", ["name": "2018"])
            let (before, loaded) = (try await catalogueTables(of: site), try await site.database.loadedCatalogs())
            #expect(loaded.map(\.isCurrent) == [true])
            try await look(browser, site, try await site.send(bytes, name: "file", browser), loaded)
            #expect(try await catalogueTables(of: site) == before)
            #expect(try await site.database.loadedCatalogs() == loaded)
        }
    }

    @Test("is refused with its reason; what is in use stays, and no row is left", arguments: refusedFiles)
    func refused(sent: Sent) async throws {
        try await bring(sent) { browser, site, path, _ in
            let page = try await browser.get(path)
            #expect(page.status == 200)
            for words in ["This file cannot be used", "Nothing was changed."] + sent.words {
                #expect(page.text.contains(words), "\(words)")
            }
            #expect(try await job(at: path, in: site).state == .failed)
        }
    }

    @Test("line by line leaves the rest to be looked at; discarded, no row is left", arguments: takenFiles)
    func lines(sent: Sent) async throws {
        try await bring(sent) { browser, site, path, loaded in
            let page = try await browser.get(path)
            for words in ["Checked, not in use yet"] + sent.words { #expect(page.text.contains(words), "\(words)") }
            #expect(try await site.database.loadedCatalogs() == loaded)
            try await browser.post("\(path)/cancellation")
        }
    }
}
