import Clinic
import Foundation
import Site
import Store
import TestSupport
import Testing

@Suite("What a check found, in the reader's language")
struct ImportLanguageTests: ImportingTests {
    /// A map with every flag, and a line with a digit that is no flag.
    private static let map =
        ["M5450   7242  10111", "M5451   NoDx  11000", "M5452   7242  00000", "M5459   7242  90000"]
        .map { $0 + "\r\n" }.joined()

    /// Lines of an order file: code, whether it is billable, title.
    private static func order(_ rows: [(String, String, String)]) -> String {
        func padded(_ text: String, _ width: Int) -> String {
            text + String(repeating: " ", count: width - text.count)
        }
        return rows.enumerated().map { place, row in
            "0000\(place + 1) \(padded(row.0, 8))\(row.1) \(padded(row.2, 61))\(row.2)\r\n"
        }.joined()
    }

    private func inGerman(_ browser: TestBrowser, _ path: String) async throws {
        try await browser.post("/language", ["language": "de", "return": path])
    }

    @Test("flags of maps are words, on the page and in its files")
    func flags() async throws {
        try await admin { browser, site in
            let path = try await site.send(Self.map, browser)
            let english = try await browser.get("\(path)/changes?change=added").text
            #expect(english.contains("M5450 → 7242 approximate, combination, scenario 1, choice list 1"), "\(english)")
            #expect(english.contains("M5451 → – approximate, no map"))
            #expect(!english.contains("1 0 0 0"))
            try await inGerman(browser, path)
            let german = try await browser.get("\(path)/changes?change=added")
            #expect(german.text.contains("annähernd, Kombination, Szenario 1, Auswahlliste 1"), "\(german.text)")
            #expect(german.text.contains("annähernd, keine Entsprechung"))
            #expect(german.body.contains("lang=\"de\">annähernd"))
            let file = try await browser.get("\(path)/changes.csv").body
            #expect(file.contains("\"annähernd, Kombination, Szenario 1, Auswahlliste 1\""), "\(file)")
        }
    }

    @Test("the part of a line that is wrong is named, on the page and in its file")
    func parts() async throws {
        try await admin { browser, site in
            let path = try await site.send(Self.map, browser)
            #expect(try await browser.get(path).text.contains("Missing or malformed: flags"))
            try await inGerman(browser, path)
            let said = "Fehlt oder hat nicht die richtige Form: Kennziffern"
            #expect(try await browser.get(path).text.contains(said))
            let file = try await browser.get("\(path)/problems.csv").body
            #expect(file.contains("Zeile") && file.contains("4,\(said)") && !file.contains("flags"), "\(file)")
        }
    }

    @Test("headings of code lists and the severity of interactions are words")
    func headings() async throws {
        let codes = Self.order([
            ("M54", "0", "Dorsalgia"), ("M542", "1", "Cervicalgia"), ("M545", "1", "Low back pain"),
            ("M5&", "1", "No code"),
        ])
        try await admin { browser, site in
            var path = try await site.send(codes, name: "order.txt", browser)
            try await inGerman(browser, path)
            #expect(try await browser.get(path).text.contains("Fehlt oder hat nicht die richtige Form: Code"))
            let page = try await browser.get("\(path)/changes?change=added").text
            #expect(page.contains("M54 Dorsalgia Überschrift"), "\(page)")
            #expect(!page.contains("heading") && !page.contains("Cervicalgia Überschrift"))
            path = try await site.send(
                "DDInterID_A,Drug_A,DDInterID_B,Drug_B,Level\n1,Ibuprofen,2,Warfarin,Major\n", name: "pairs.csv",
                browser)
            #expect(try await browser.get("\(path)/changes?change=added").text.contains("Ibuprofen + Warfarin Schwer"))
        }
    }

    @Test("a column that the table names itself stays as the table has it")
    func headers() async throws {
        try await admin { browser, site in
            let table = "name;purpose;form;strength\nibuprofen;pain;tablet;400 mg\n;pain;tablet;400 mg\n"
            let path = try await site.send(table, name: "medicines.csv", browser)
            try await inGerman(browser, path)
            let page = try await browser.get(path).text
            #expect(page.contains("Fehlt oder hat nicht die richtige Form: name"), "\(page)")
        }
    }

    @Test("the encoding that was read is a fact of the file")
    func encoding() async throws {
        let table = "Wirkstoff;Handelsname;Nebenwirkungen\r\nIbuprofen;Advil;Übelkeit\r\n"
        let bytes = Data(table.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) })
        try await admin { browser, site in
            var path = try await site.send(table, name: "a.csv", browser)
            #expect(try await browser.get(path).text.contains("Encoding of the text UTF-8"))
            path = try await site.send(bytes, name: "b.csv", browser)
            #expect(try await browser.get(path).text.contains("Encoding of the text windows-1252"))
            try await inGerman(browser, path)
            #expect(try await browser.get(path).text.contains("Kodierung des Textes windows-1252"))
            // What is no catalogue was not read as text.
            path = try await site.send("hello", name: "c.txt", browser)
            #expect(!(try await browser.get(path)).text.contains("Kodierung"))
        }
    }
}
