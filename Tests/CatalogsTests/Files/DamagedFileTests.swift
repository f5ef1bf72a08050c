import Clinic
import Foundation
import TestSupport
import Testing

@testable import Catalogs

@Suite("Files that are damaged or made to do harm")
struct DamagedFileTests {
    private let files = try? WrittenFiles()

    private func read(_ layout: CatalogLayout, _ bytes: some Sequence<UInt8>, limits: CatalogLimits = .standard) throws
        -> ReadLines
    {
        let file = try CatalogFile(try #require(files).file(bytes, name: UUID().uuidString), limits: limits)
        return try ReadLines(file, CatalogPart(path: "", layout: layout, size: nil, place: 0, traits: .init()))
    }

    @Test("a zip that is cut anywhere is refused or has fewer parts, and is never read wrongly")
    func cut() throws {
        let files = try #require(files)
        let text = try #require(SmallFiles.texts[.icd10cmOrder])
        let whole = try files.zip([(Array("a/order.txt".utf8), Array(text.utf8))])
        for length in stride(from: 0, to: whole.count, by: 7) {
            do {
                let file = try CatalogFile(try files.file(whole.prefix(length), name: "cut"))
                for part in file.used { _ = try ReadLines(file, part) }
            } catch is FileProblem {
                continue
            }
        }
    }

    @Test("what unpacks to far more than it is, is refused while it is read")
    func bomb() throws {
        let files = try #require(files)
        let line = SmallFiles.order(1, "A00", "0", "Cholera")
        let bytes = Array(String(repeating: line, count: 20_000).utf8)
        var limits = CatalogLimits()
        limits.freeBytes = 1 << 20
        limits.ratio = 50
        for packed in [[UInt8](try files.gzipped(bytes)), try files.zip([(Array("a".utf8), bytes)])] {
            let file = try CatalogFile(try files.file(packed, name: "bomb"), limits: limits)
            let part = try #require(file.parts.first)
            #expect(throws: FileProblem.suspicious(ratio: 50)) { try ReadPart(file.codes(part)) }
        }
        limits.unpackedBytes = 1000
        #expect(throws: FileProblem.tooBig(limit: 1000)) { try read(.icd10cmOrder, bytes, limits: limits) }
        limits = CatalogLimits()
        limits.entries = 3
        let many = try files.file(files.zip((0..<5).map { (Array("\($0)".utf8), [0x61]) }), name: "many")
        #expect(throws: FileProblem.tooManyParts(limit: 3)) { try CatalogFile(many, limits: limits) }
        limits.rows = 10
        #expect(throws: FileProblem.tooManyRows(limit: 10)) { try read(.icd10cmOrder, bytes, limits: limits) }
    }

    /// A line of 10 GiB that is nowhere.
    private struct Endless: ByteSource {
        let piece = [UInt8](repeating: 0x78, count: 1 << 20)
        var count = 10_240

        mutating func next() -> [UInt8]? {
            count -= 1
            return count >= 0 ? piece : nil
        }
    }

    @Test("a line of 10 GiB is one problem and takes no memory")
    func endless() throws {
        var lines = ByteLines(Endless())
        #expect(try lines.next() == .failure(.tooLong(limit: 65_536)))
        #expect(try lines.next() == nil)
        #expect(lines.bytesRead == 10 << 30)
    }

    @Test("a record whose quotation mark nothing closes is refused by its line, and the lines behind it are read")
    func quotes() throws {
        let read = try read(
            .medicationTable, "Drug,Brand,Side effects\na,b,c\nd,\"e,f\ng,h,i\nj,k,l\n".utf8)
        #expect(read.problems == [RowProblem(line: 3, reason: .unclosedQuote)])
        #expect(read.lines == [2, 4, 5])
        let over = try self.read(
            .medicationTable, "Drug,Brand,Side effects\na,\"b\r\nc\r\nd\",e\nf,\"g\"\"h\",i\n".utf8)
        #expect(over.problems == [])
        #expect(over.lines == [2, 5])
        // Every line opens what the next closes: time stays bounded.
        let hostile = "Drug,Brand,Side effects\n" + String(repeating: "\"a\"\"\n", count: 20_000) + "\""
        #expect(try self.read(.medicationTable, hostile.utf8).lines.isEmpty)
    }

    @Test("bytes of two encodings in one file, NUL and control characters are refused line by line")
    func encodings() throws {
        let table =
            Array("Wirkstoff;Handelsname\nMüller;a\n".utf8) + [0x4D, 0xFC, 0x3B, 0x62, 0x0A] + Array("c;d\n".utf8)
        #expect(try read(.medicationTable, table).problems == [RowProblem(line: 3, reason: .mixedEncoding)])
        let windows = Array("Wirkstoff;Handelsname\n".utf8) + [0x4D, 0xFC, 0x3B, 0x80, 0x0A] + Array("Ü;d\n".utf8)
        #expect(try read(.medicationTable, windows).problems == [RowProblem(line: 3, reason: .mixedEncoding)])
        #expect(
            try read(.medicationTable, "Drug,Brand\na,b\u{0}\nc,d\n".utf8).problems
                == [RowProblem(line: 2, reason: .binary)])
        let order =
            Array(SmallFiles.order(1, "A00", "0", "x").utf8) + [0x30, 0xFF, 0x0A]
            + Array(SmallFiles.order(2, "A01", "0", "\u{0}").utf8) + Array(SmallFiles.order(3, "A00", "0", "x").utf8)
        #expect(
            try read(.icd10cmOrder, order).problems == [
                RowProblem(line: 2, reason: .notText), RowProblem(line: 3, reason: .binary),
                RowProblem(line: 4, reason: .duplicate("A00")),
            ])
    }

    @Test("leading zeros that a spreadsheet took are named as that")
    func zeros() throws {
        let read = try read(.icd9cmLong, "0010  Cholera\n10    Cholera\n1     x\n0010  Twice\nABC   x\n".utf8)
        #expect(
            read.problems.map(\.reason) == [
                .lostZeros("10"), .lostZeros("1"), .duplicate("0010"), .malformed(column: "code"),
            ])
    }

    @Test("JSON and XML that are nested too deep, cut off or no such thing are refused with a line")
    func nested() throws {
        let deep = String(repeating: "[", count: 100) + String(repeating: "]", count: 100)
        let read = try read(
            .openFDA,
            "{\"results\": [\n{\"set_id\": \(deep)},\n7,\n{\"id\": }, {\"openfda\": {\"generic_name\": \"x\"}}]}".utf8)
        #expect(
            read.problems == [
                RowProblem(line: 2, reason: .tooDeep(limit: 64)), RowProblem(line: 3, reason: .notJSON),
                RowProblem(line: 4, reason: .notJSON),
            ])
        #expect(read.lines == [4])
        #expect(try self.read(.fhirLines, "{\"a\": \(deep)}\n{\n{}{}\n".utf8).problems.map(\.line) == [1, 2, 3])
        for text in ["{\"results\": [\n{\"a\": \"b", "{\"results\"", "{\"results\": [}]}", "x", "{\"results\": [1 2]"] {
            #expect(throws: FileProblem.self) { try self.read(.openFDA, text.utf8) }
        }
        let tags = "<ICD10CM.tabular>" + String(repeating: "<diag>", count: 300)
        for text in [tags, "<ICD10CM.tabular>\n<diag>\n</x>", "<ICD10CM.tabular>&a;</ICD10CM.tabular>", "<a", ""] {
            #expect(throws: FileProblem.self) { try self.read(.icd10cmTabular, text.utf8) }
        }
    }

    @Test(
        "a document type is refused before any entity is known, in both layouts",
        arguments: [CatalogLayout.spl, .icd10cmTabular])
    func laughs(layout: CatalogLayout) throws {
        let entities = (1...9).map { "<!ENTITY l\($0) \"\(String(repeating: "&l\($0 - 1);", count: 10))\">" }.joined()
        let text = """
            <?xml version="1.0"?><!DOCTYPE document [<!ENTITY l0 "lol">\(entities)<!ENTITY x SYSTEM "file:///etc/passwd">]>
            <document xmlns="urn:hl7-org:v3">&l9;&x;</document>
            """
        #expect(throws: FileProblem.self) { try read(layout, text.utf8) }
    }

    @Test("any bytes in any layout end, and every problem has a line of the file", arguments: CatalogLayout.allCases)
    func random(layout: CatalogLayout) throws {
        let alphabet = Array("\n\r\t ;,|\"{}[]<>/:\\0A1Ü".utf8) + [0, 0xFF]
        for seed in 0..<60 {
            var generator = SeededGenerator(seed: UInt64(seed + 1))
            let bytes = (0..<400).map { _ in alphabet.randomElement(using: &generator) ?? 0 }
            try check(layout, bytes)
        }
    }

    @Test("changed at random, a file of any layout is still read to its end", arguments: SmallFiles.texts)
    func mutated(layout: CatalogLayout, text: String) throws {
        for seed in 0..<150 { try check(layout, Self.mutated(Array(text.utf8), seed: seed)) }
    }

    @Test(
        "changed at random, the official samples are still read to their end",
        .enabled(if: SharedFiles.areThere, "../shared/data is not there"),
        arguments: [
            ("2018_I10gem_sample.txt", CatalogLayout.gemsFromICD10), ("RXNCONSO_sample.RRF", .rxNorm),
            ("RxTerms_sample.txt", .rxTerms), ("drug-label.ndjson", .openFDALines),
            ("fhir_MedicationKnowledge_bundle.json", .fhirBundle), ("icd10cm_order_sample.txt", .icd10cmOrder),
            ("icd10cm_order_addenda_sample.txt", .icd10cmAddenda), ("icd10cm_tabular_sample.xml", .icd10cmTabular),
            ("medications_plain_excel.csv", .medicationTable), ("ndc_product_sample.txt", .ndc),
            ("npidata_pfile_sample.csv", .nppes),
        ])
    func mutatedSamples(name: String, layout: CatalogLayout) throws {
        let bytes = [UInt8](try Data(contentsOf: SharedFiles.file("samples/\(name)")))
        for seed in 0..<8 { try check(layout, Self.mutated(bytes, seed: seed)) }
    }

    /// Reads what may be wrong in any way: only problems of the file as a whole may be thrown.
    private func check(_ layout: CatalogLayout, _ bytes: [UInt8]) throws {
        let ends = 1 + bytes.count { $0 == 0x0A || $0 == 0x0D }
        do {
            let read = try read(layout, bytes)
            #expect(read.problems.allSatisfy { (1...ends).contains($0.line) })
            #expect(read.lines.allSatisfy { (1...ends).contains($0) })
        } catch let problem as FileProblem {
            if case .brokenAt(let line) = problem { #expect((1...ends).contains(line)) }
        }
    }

    private static func mutated(_ bytes: [UInt8], seed: Int) -> [UInt8] {
        var generator = SeededGenerator(seed: UInt64(seed + 1))
        var bytes = bytes
        for _ in 0...(seed % 6) where !bytes.isEmpty {
            let place = Int.random(in: 0..<bytes.count, using: &generator)
            let end = min(bytes.count, place + Int.random(in: 1...20, using: &generator))
            switch Int.random(in: 0..<5, using: &generator) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
            case 1: bytes.removeSubrange(place..<end)
            case 2: bytes.insert(contentsOf: bytes[place..<end], at: place)
            case 3: bytes.insert(Array("\"\n\r\u{0}{[<;,|".utf8).randomElement(using: &generator) ?? 0, at: place)
            default: bytes.removeSubrange(place...)
            }
        }
        return bytes
    }
}
