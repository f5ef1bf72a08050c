import Clinic
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Catalogs

@Suite("A file that an admin gives")
struct CatalogFileTests {
    private let files = try? WrittenFiles()

    private func file(_ text: String, limits: CatalogLimits = .standard) throws -> CatalogFile {
        try CatalogFile(try #require(files).file(text.utf8), limits: limits)
    }

    private func zip(_ parts: [(String, String)]) throws -> URL {
        let files = try #require(files)
        return try files.file(files.zip(parts.map { (Array($0.utf8), Array($1.utf8)) }), name: "archive")
    }

    @Test("is recognised by its first bytes and read without a problem", arguments: SmallFiles.texts)
    func recognised(layout: CatalogLayout, text: String) throws {
        let file = try file(text)
        #expect(file.parts.map(\.layout) == [layout])
        #expect(file.kind == layout.kind)
        let read = try ReadLines(file, try #require(file.used.first))
        #expect(read.problems == [])
        #expect(!read.lines.isEmpty)
    }

    @Test("every layout has a small file")
    func complete() {
        #expect(Set(SmallFiles.texts.keys) == Set(CatalogLayout.allCases))
    }

    @Test("is read the same in UTF-16, with carriage returns alone, and packed", arguments: SmallFiles.texts)
    func disguised(layout: CatalogLayout, text: String) throws {
        let files = try #require(files)
        let plain = try file(text)
        let expected = try ReadLines(plain, try #require(plain.used.first))
        var disguises: [[UInt8]] = [[UInt8](try files.gzipped(text.utf8))]
        let isText = layout != .spl && layout != .icd10cmTabular
        if isText {
            disguises.append(
                Array((text.hasPrefix("\u{FEFF}") ? text : "\u{FEFF}" + text).utf16).flatMap {
                    [UInt8($0 & 0xFF), UInt8($0 >> 8)]
                })
        }
        if isText, layout.kind != .medications || layout == .ndc || layout == .rxNorm {
            disguises.append(Array(text.replacing("\r\n", with: "\r").replacing("\n", with: "\r").utf8))
        }
        for bytes in disguises {
            let file = try CatalogFile(try files.file(bytes, name: UUID().uuidString))
            #expect(file.parts.map(\.layout) == [layout])
            let read = try ReadLines(file, try #require(file.used.first))
            #expect(read.problems == [])
            #expect(read.lines == expected.lines)
        }
    }

    @Test(
        "that is no catalogue has no kind",
        arguments: [
            "", "\n\n", "PK", "%PDF-1.7\n", "{}", "[]", "{\"results\": []}", "<html></html>", "hello, world\n",
            "Name,Email,Phone\nAnna,anna@mail.example,030 901820\n",
            "First Name,Last Name,E-mail Address,Business Street,Business City,Notes\nA,B,c@mail.example,D,E,F\n",
            "Vorname;Nachname;Straße;PLZ;Ort;Telefon\nA;B;C;10119;Berlin;030 901820\n",
            "Name,Address,City,Phone\nA,B,C,D\n", "Name,Class\nA,5b\n", "Name,Brand,Category,Price\nShoe,X,Y,1\n",
            "Patient,Medication,Dose\nA,B,C\n", "02139 Cambridge\n60614 Chicago\n10119 Berlin\n",
            "0001 Therapeutic ultrasound of vessels\n0002 Therapeutic ultrasound of heart\n392  Other\n",
            "USPS\tGEOID\tNAME\tALAND\tAWATER\tINTPTLAT\tINTPTLONG\nMA\t25017\tMiddlesex\t1\t2\t42\t-71\n",
            "{\"results\": [{\"safetyreportid\": \"1\", \"patient\": {\"drug\": [{\"openfda\": {}}]}}]}",
            "{\"resourceType\": \"Bundle\", \"entry\": [{\"resource\": {\"resourceType\": \"Patient\"}}]}",
            "PRODUCTID\tPRODUCTNDC\tNDCPACKAGECODE\tPACKAGEDESCRIPTION\nx\t1\t2\t3\n",
            "<?xml version=\"1.0\"?><!DOCTYPE a [<!ENTITY b \"c\">]><ICD10CM.tabular/>",
            "<?xml version=\"1.0\" encoding=\"utf-7\"?><ICD10CM.tabular/>",
        ])
    func none(text: String) throws {
        let file = try file(text)
        #expect(file.kind == nil)
        #expect(file.used == [])
        #expect(file.isWholeList == false)
    }

    @Test("that is an archive gives its parts at any depth, and the names of the rest as they can be shown")
    func archive() async throws {
        let order = try #require(SmallFiles.texts[.icd10cmOrder])
        let codes = try #require(SmallFiles.texts[.icd10cmCodes])
        let file = try CatalogFile(
            zip([
                ("a/b/c/icd10cm_order_2027.txt", order), ("a/codes.txt", codes),
                ("a/R\u{202E}eadme\u{7}.pdf", "%PDF-1.7"),
                ("a/ü.txt", "x"), ("a/codes.txt", "PK inside"),
            ]))
        #expect(file.parts.map(\.path) == ["a/b/c/icd10cm_order_2027.txt", "a/codes.txt"])
        #expect(file.others == ["a/Readme.pdf", "a/ü.txt", "a/codes.txt"])
        #expect(file.used.map(\.layout) == [.icd10cmOrder])
        #expect(file.yearHint == 2027)
        #expect(file.isWholeList)
        let result = try await file.diagnosisList(file.diagnoses(), over: [])
        #expect(result.rows.map(\.code) == ["A00", "A000", "C4A", "QA00"])
    }

    @Test("of codes tells every few thousand lines how far its reading is, in all parts, and ends where it is told to")
    func progress() async throws {
        func lines(_ letter: String) -> String {
            (0..<4500).map { SmallFiles.order($0 + 1, "\(letter)\(10_000 + $0)", "1", "Cholera") }.joined()
        }
        let file = try CatalogFile(zip([("a.txt", lines("S")), ("b.txt", lines("T"))]))
        let told = Mutex<[Int]>([])
        let diagnoses = try await file.diagnoses { bytes in told.withLock { $0.append(bytes) } }
        #expect(file.diagnosisList(diagnoses, over: []).rows.count == 9000)
        let bytes = told.withLock { $0 }
        let size = try #require(file.used.first?.size)
        #expect(bytes.count == 4 && bytes == bytes.sorted())
        #expect((bytes.first ?? 0) > 0 && (bytes.last ?? 0) > size && (bytes.last ?? 0) < 2 * size)
        await #expect(throws: CancellationError.self) {
            _ = try await file.diagnoses { _ in throw CancellationError() }
        }
    }

    @Test("that is an archive of several kinds is refused with them")
    func kinds() throws {
        let places = try #require(SmallFiles.texts[.geoNames])
        let codes = try #require(SmallFiles.texts[.icd10cmCodes])
        #expect(throws: FileProblem.severalKinds([.icd10cm, .places])) {
            try CatalogFile(zip([("a", places), ("b", codes)]))
        }
    }

    @Test("of RxTerms takes the substances from the file beside it")
    func ingredients() throws {
        let terms = try #require(SmallFiles.texts[.rxTerms])
        let file = try CatalogFile(
            zip([("a", "RXCUI|INGREDIENT|ING_RXCUI\n1|BESYLATE BASE|7\n1|OTHER|8\n"), ("b", terms)]))
        let part = try #require(file.used.first { $0.layout == .rxTerms })
        let row = try #require(try ReadPart(file.medications(part)).rows.first)
        #expect(row.name == "besylate base/other")
        #expect(row.rxcui == "7+8")
        #expect(row.brands == ["Norvasc"])
    }

    @Test("of ICD-9-CM gives long and short titles together")
    func shortTitles() throws {
        let long = try #require(SmallFiles.texts[.icd9cmLong])
        let short = try #require(SmallFiles.texts[.icd9cmShort])
        let file = try CatalogFile(zip([("short", short), ("long", long)]))
        #expect(file.used.map(\.path) == ["long"])
        let rows = try ReadPart(file.codes(try #require(file.used.first))).rows
        #expect(rows.first?.shortTitle == "Cholera d/t vib cholerae")
    }

    @Test("of a year to come, with codes of new shapes, is read and hints at its year")
    func nextYear() throws {
        var text = (0..<500).map { SmallFiles.order($0 + 1, "QA\($0 % 10)\($0 / 10 + 10)", "1", "Code \($0)") }.joined()
        text += SmallFiles.order(501, "U0A", "0", "A heading")
        let url = try #require(files).file(text.utf8, name: "icd10cm_order_2027.txt")
        let file = try CatalogFile(url)
        #expect(file.yearHint == 2027)
        #expect(try CatalogFile(url, name: "icd10cm-order-2031.txt").yearHint == 2031)
        let read = try ReadPart(file.codes(try #require(file.used.first)))
        #expect(read.problems == [])
        #expect(read.rows.count == 501)
    }
}

@Suite("What a line of a list says of a medicine")
struct ListedLinesTests {
    private let files = try? WrittenFiles()

    private func rows(_ layout: CatalogLayout) throws -> [ListedMedication] {
        let text = try #require(SmallFiles.texts[layout])
        let file = try CatalogFile(try #require(files).file(text.utf8))
        return try ReadPart(file.medications(try #require(file.used.first))).rows
    }

    @Test("is taken apart from RxNorm's names")
    func rxNorm() throws {
        let rows = try rows(.rxNorm)
        #expect(rows.map(\.name) == ["amlodipine", "amlodipine/benazepril"])
        #expect(rows.map(\.rxcui) == ["17767", nil])
        #expect(rows[1].id.text == "amlodipine-benazepril")
        #expect(rows[1].strengths == ["5 mg / 10 mg"])
        #expect(rows[1].forms == ["Oral Capsule"])
        #expect(rows[1].brands == ["Lotrel"])
    }

    @Test("is short plain text of a label, whether JSON or XML")
    func labels() throws {
        let label = try #require(try rows(.openFDA).first)
        #expect(label.name == "ibuprofen")
        #expect(label.brands == ["Advil"])
        #expect(label.purposes == ["Pain"])
        #expect(label.routes == ["oral"])
        let product = try #require(try rows(.spl).first)
        #expect(product.name == "ibuprofen")
        #expect(product.brands == ["ADVIL PM"])
        #expect(product.strengths == ["5 mg"])
        #expect(product.forms == ["tablet"])
        #expect(product.ndcs == ["0067-6344"])
        #expect(product.purposes == ["Pain"])
        let long = LabelText.short("1.2 INDICATIONS AND USAGE " + String(repeating: "word ", count: 5000))
        #expect(long.hasPrefix("word word"))
        #expect(long.hasSuffix("word …"))
        #expect(long.count <= LabelText.longest)
    }

    @Test("has no salt, no stray quotation mark, and every brand of a spreadsheet's cell")
    func names() throws {
        let product = try #require(try rows(.ndc).first)
        #expect(product.name == "ibuprofen")
        #expect(product.brands == ["Advil\" 5\" tube"])
        let row = try #require(try rows(.medicationTable).first)
        #expect(row.brands == ["Advil", "\"Nurofen\""])
        #expect(row.effects == ["Übelkeit", "Kopfschmerz"])
        #expect(Substances.base("POTASSIUM CHLORIDE") == "potassium chloride")
        #expect(Substances.base("isosorbide mononitrate") == "isosorbide mononitrate")
        #expect(
            Substances.split("Hydrocodone Bitartrate and Acetaminophen").map(Substances.base) == [
                "hydrocodone", "acetaminophen",
            ])
        #expect(ControlledSchedule(listed: "Schedule II") == .two)
        #expect(ControlledSchedule(listed: "C-IV") == .four)
        #expect(ControlledSchedule(listed: "") == nil)
    }

    @Test("of practices has the address, the way to reach it and the place")
    func practices() throws {
        let text = try #require(SmallFiles.texts[.practiceTable])
        let file = try CatalogFile(try #require(files).file(text.utf8))
        let part = try #require(file.used.first)
        let row = try #require(try ReadPart(file.practices(part)).rows.first)
        #expect(row.practice.name == "Physio Mitte")
        #expect(row.practice.address.postcode == "10119")
        #expect(row.practice.phone?.stored == "+4930901820")
        #expect(row.practice.specialties == "Wirbelsäule")
        #expect(row.location == Coordinates(latitude: 52.53, longitude: 13.4))
        let matching = try #require(try file.columns(part))
        #expect(matching.headers.count == 8)
        #expect(matching.columns[.longitude] == 7)
        #expect(try file.sample(part)?.rows.first?.first == "Physio Mitte")
        var wrong = matching
        wrong.columns[.name] = nil
        #expect(throws: FileProblem.wrongFormat(missing: "columns")) { try file.practices(part, columns: wrong) }
    }
}
