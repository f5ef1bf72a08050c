import Clinic
import Foundation
import TestSupport
import Testing

@testable import Catalogs

@Suite("How the text of a file is encoded")
struct TextEncodingTests {
    private let files = try? WrittenFiles()
    private static let practices =
        "Praxis;Straße;PLZ;Ort;Telefon;Fachgebiet;Breite;Länge\n"
        + "Physio Mitte;Torweg 1;10119;Berlin;030 901820;Handtherapie;52,53;13,4\n"
    private static let historical =
        "0010  Cholera due to vibrio cholerae and some more words\n38600 Ménière's disease, unspecified\nE8889 Fall NOS\n"

    /// As the reader of the first part says when it has read all of it.
    private func encoding(_ bytes: [UInt8]) throws -> TextEncoding {
        let file = try CatalogFile(try #require(files).file(bytes, name: UUID().uuidString))
        let part = try #require(file.used.first)
        return switch part.layout.kind {
        case .icd10cm, .icd9cm:
            part.layout == .icd10cmTabular
                ? try encoding(part, file.notes(part)) : try encoding(part, file.codes(part))
        case .equivalences: try encoding(part, file.equivalences(part))
        case .medications: try encoding(part, file.medications(part))
        case .interactions: try encoding(part, file.interactions(part))
        case .practices: try encoding(part, file.practices(part))
        case .places: try encoding(part, file.places(part))
        }
    }

    private func encoding<Row>(_ part: CatalogPart, _ reader: any CatalogReader<Row>) throws -> TextEncoding {
        var reader = reader
        while let read = try reader.next() { _ = try read.get() }
        return part.encoding(found: reader.encoding)
    }

    /// One byte a character.
    private static func latin1(_ text: String) -> [UInt8] {
        text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    }

    private static func utf16(_ text: String) -> [UInt8] {
        ("\u{FEFF}" + text).utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    }

    @Test("nothing but ASCII is UTF-8, whatever the layout", arguments: [CatalogLayout.icd10cmOrder, .gemsFromICD9])
    func ascii(layout: CatalogLayout) throws {
        #expect(try encoding(Array(try #require(SmallFiles.texts[layout]).utf8)) == .utf8)
    }

    @Test("a table says it by its rows or by its header alone")
    func tables() throws {
        let rows = try #require(SmallFiles.texts[.medicationTable])
        for text in [rows, Self.practices] {
            #expect(try encoding(Array(text.utf8)) == .utf8)
            #expect(try encoding(Self.latin1(text)) == .windows1252)
            #expect(try encoding(Self.utf16(text)) == .utf16)
        }
    }

    @Test("ICD-9-CM is ISO-8859-1 or UTF-8, and the list made of it says so")
    func historical() async throws {
        #expect(try encoding(Array(Self.historical.utf8)) == .utf8)
        #expect(try encoding(Self.latin1(Self.historical)) == .latin1)
        let file = try CatalogFile(try #require(files).file(Self.latin1(Self.historical)))
        let list = file.diagnosisList(try await file.diagnoses(), over: [])
        #expect(list.encodings.inOrder == [.latin1])
        #expect(list.rows.contains { $0.title.hasPrefix("Ménière") })
    }

    @Test("XML is what it declares itself to be")
    func declared() throws {
        let text = try #require(SmallFiles.texts[.icd10cmTabular])
        #expect(try encoding(Array(text.utf8)) == .utf8)
        let other = text.replacing("encoding=\"utf-8\"", with: "encoding=\"ISO-8859-1\"")
        #expect(try encoding(Self.latin1(other)) == .latin1)
        #expect(try encoding(Array(text.replacing(" encoding=\"utf-8\"", with: "").utf8)) == .utf8)
    }
}
