import Clinic
import Foundation
import HTTPTypes
import Site
import Store
import TestSupport
import Testing

@Suite("Importing a catalogue in a browser")
struct ImportPageTests: ImportingTests {
    /// Three rows of an equivalence map, as CMS lays it out.
    static let map = """
        M5450   7242  10000
        M5451   7242  10000
        M5459   7242  10000

        """.replacing("\n", with: "\r\n")

    @Test("a file is checked, looked at, applied, and switched back")
    func wholeWay() async throws {
        try await admin { browser, site in
            let first = try await site.send(Self.map, browser)
            var page = try await browser.get(first)
            #expect(page.text.contains("Checked, not in use yet"))
            #expect(page.text.contains("New 3"))
            #expect(try await browser.get("/catalogues").text.contains("Brought by Morgan Ellis") == false)
            let changes = try await browser.get("\(first)/changes?change=added")
            #expect(changes.text.contains("M5450 → 7242"))
            #expect(try await browser.get("\(first)/changes.csv").body.contains("M5451"))
            try await browser.get(first)
            #expect(try await browser.post("\(first)/application", ["name": "2018"]).location == first)
            #expect(try await browser.get(first).text.contains("This release is in use."))

            let second = try await site.send(
                "M5450   7242  00000\r\nM5459   7242  10000\r\n", browser)
            page = try await browser.get(second)
            #expect(page.text.contains("Changed 1"))
            #expect(page.text.contains("Retired 1"))
            #expect(try await browser.get("\(second)/changes?change=retired").text.contains("M5451"))
            try await browser.get(second)
            try await browser.post("\(second)/application", ["name": "2019"])
            let loaded = try await site.database.loadedCatalogs()
            #expect(loaded.map(\.name) == ["2019", "2018"])
            #expect(loaded.map(\.isCurrent) == [true, false])
            page = try await browser.get("/catalogues")
            let back = try #require(page.body.firstMatch(of: /action="(\/catalogues\/equivalences\/\d+\/use)"/)?.1)
            try await browser.post(String(back))
            #expect(try await site.database.loadedCatalogs().map(\.name) == ["2018", "2019"])
        }
    }

    @Test(
        "what is no catalogue is refused and nothing changes",
        arguments: ["", "hello", "\u{0}\u{1}\u{2}", "a;b\r\n1;2\r\n"])
    func rubbish(text: String) async throws {
        try await admin { browser, site in
            try await browser.get("/imports")
            let answer = try await browser.upload(
                "/imports", [], file: ("file", "x.txt", "text/plain", Data(text.utf8)))
            await site.site.imports.waitUntilIdle()
            if text.isEmpty {
                #expect(answer.status == 422)
                #expect(answer.text.contains("Choose a file that is not empty"))
            } else {
                let page = try await browser.get(try #require(answer.location))
                #expect(page.text.contains("This file cannot be used"))
                #expect(page.text.contains("Nothing was changed."))
            }
            #expect(try await site.database.loadedCatalogs().isEmpty)
        }
    }

    @Test("a file without the form's token is not kept")
    func forged() async throws {
        try await admin { browser, site in
            try await browser.get("/imports")
            let body = "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"x\"\r\n\r\nabc\r\n--b--\r\n"
            let answer = try await browser.post(
                "/imports", type: "multipart/form-data; boundary=b", body: Array(body.utf8))
            #expect(answer.status == 403)
            #expect(try await site.database.catalogImports().allSatisfy { $0.state == .cancelled })
            for damaged in [
                "--b\r\n", "--b--\r\n", "", "--b\r\n\r\n\r\n", "--b\r\nContent-Disposition: form-data\r\n\r\nx",
            ] {
                let answer = try await browser.post(
                    "/imports", type: "multipart/form-data; boundary=b", body: Array(damaged.utf8))
                #expect((400...422).contains(answer.status), "\(damaged)")
            }
        }
    }

    @Test("a script sends a file in pieces and goes on where the connection was lost")
    func pieces() async throws {
        try await admin { browser, site in
            let bytes = Array(Self.map.utf8)
            try await browser.get("/imports")
            let said = try await browser.post(
                "/imports/uploads", ["name": "C:\\files\\map.txt", "size": "\(bytes.count)"])
            #expect(said.status == 201)
            let job = try #require(try await site.database.catalogImports().first)
            #expect(job.fileName == "map.txt")
            func piece(_ first: Int, _ last: Int, of size: Int? = nil, _ body: [UInt8]? = nil) async throws -> Int {
                try await browser.put(
                    "/imports/\(job.id)/content", body ?? Array(bytes[first...last]),
                    ["Content-Range": "bytes \(first)-\(last)/\(size ?? bytes.count)"]
                ).status
            }
            #expect(try await piece(0, 9) == 200)
            // The answer was lost: the same piece once more.
            #expect(try await piece(0, 9) == 409)
            #expect(try await piece(20, 29) == 409)
            #expect(try await piece(10, 19, of: 7, []) == 400)
            #expect(try await piece(10, 19, Array(bytes[10...15])) == 400)
            #expect(try await piece(10, 19, Array(bytes[10...25])) == 413)
            #expect(try await site.database.catalogImport(job.id).received == 10)
            #expect(try await piece(10, bytes.count - 1) == 200)
            await site.site.imports.waitUntilIdle()
            #expect(try await site.database.catalogImport(job.id).findings?.added == 3)
            #expect(try await piece(0, 9) == 409)
        }
    }

    @Test("sizes that no file has are refused", arguments: ["", "0", "-1", "x", "2147483649", "99999999999999999999"])
    func sizes(size: String) async throws {
        try await admin { browser, site in
            try await browser.get("/imports")
            let answer = try await browser.post("/imports/uploads", ["name": "a", "size": size])
            #expect(answer.status == 422)
            #expect(try await site.database.catalogImports().isEmpty)
        }
    }

    @Test("a file that is discarded is gone; what is over cannot be applied or checked again")
    func cancelled() async throws {
        try await admin { browser, site in
            let path = try await site.send(Self.map, browser)
            try await browser.get(path)
            #expect(try await browser.post("\(path)/cancellation").location == "/imports")
            #expect(try await site.database.loadedCatalogs().isEmpty)
            for action in ["application", "check", "cancellation"] {
                let answer = try await browser.post("\(path)/\(action)", ["name": "x"])
                #expect(answer.status == 303, "\(action)")
            }
            #expect(try await site.database.loadedCatalogs().isEmpty)
        }
    }

    @Test("a release needs a name; what was typed stays")
    func naming() async throws {
        try await admin { browser, site in
            let path = try await site.send(Self.map, browser)
            try await browser.get(path)
            let answer = try await browser.post("\(path)/application", ["name": " "])
            #expect(answer.status == 422)
            #expect(try await site.database.catalogImports().first?.state == .checked)
        }
    }

    @Test("a part of a list keeps the rest unless told otherwise")
    func rest() async throws {
        try await admin { browser, site in
            var path = try await site.send(Self.map, browser)
            try await browser.get(path)
            try await browser.post("\(path)/application", ["name": "2018"])
            path = try await site.send("M5450   7242  10000\r\n", browser)
            #expect(try await browser.get(path).text.contains("Retired 2"))
            try await browser.post("\(path)/check", ["rest": "keep"])
            await site.site.imports.waitUntilIdle()
            let page = try await browser.get(path)
            #expect(page.text.contains("Retired 0"))
            #expect(page.text.contains("Nothing would change"))
        }
    }

    @Test("a file checked against a release that is no longer in use has to be checked again")
    func outdated() async throws {
        try await admin { browser, site in
            let first = try await site.send(Self.map, browser)
            let second = try await site.send("M5450   7242  10000\r\n", browser)
            try await browser.get(first)
            try await browser.post("\(first)/application", ["name": "2018"])
            try await browser.get(second)
            try await browser.post("\(second)/application", ["name": "2019"])
            #expect(try await site.database.loadedCatalogs().map(\.name) == ["2018"])
            #expect(try await browser.get(second).text.contains("Another release came into use"))
        }
    }

    @Test("which column means what can be chosen; no column has two meanings, and what has to be there is asked for")
    func columns() async throws {
        try await admin { browser, site in
            let path = try await site.send(
                "Generic name,Brand names,Remark\nAardwolfine,Aarda,old\nBeluganol,Belu,new\n", name: "medicines.csv",
                browser)
            #expect(try await browser.get(path).text.contains("Which column means what"))
            let twice = try await browser.post(
                "\(path)/check", ["columns": "yes", "column-name": "1", "column-purposes": "1"])
            #expect(twice.status == 422)
            #expect(twice.text.contains("One column cannot mean two things"))
            // What was chosen stays, and the message leads to it.
            #expect(twice.body.contains("href=\"#columns\"") && twice.body.contains("id=\"columns\""))
            #expect(twice.body.matches(of: /<option value="1" selected>/).count == 2)
            let untouched = try await job(at: path, in: site)
            #expect(untouched.state == .checked && untouched.choices.columns == nil)

            try await browser.post("\(path)/check", ["columns": "yes", "column-brands": "1"])
            await site.site.imports.waitUntilIdle()
            let nameless = try await browser.get(path)
            #expect(nameless.text.contains("it is not clear which column means what. Say so below."))

            try await browser.post("\(path)/check", ["columns": "yes", "column-name": "1", "column-purposes": "2"])
            await site.site.imports.waitUntilIdle()
            #expect(try await browser.get(path).text.contains("New 2"))
            try await browser.post("\(path)/application", ["name": "Ours"])
            let found = try await site.database.medication(try #require(MedicationID(untrusted: "belu"))).medication
            #expect(found.name == "belu" && found.purposes.map { $0[.english] } == ["new"])
        }
    }

    @Test("the lines that were not taken are a file too, all of them, safe in a spreadsheet, in the reader's language")
    func problemLines() async throws {
        let bytes = try WrittenFiles().zip([
            (Array("=1+1.txt".utf8), Self.codes(2000) + Array(String(repeating: "=1+1\r\n", count: 1100).utf8))
        ])
        try await admin { browser, site in
            let path = try await site.send(bytes, name: "map.zip", browser)
            let page = try await browser.get(path)
            #expect(page.text.contains("Lines not taken 1100"))
            #expect(page.text.contains("And 1080 more."))
            #expect(page.body.contains("\(path)/problems.csv"))
            let file = try await browser.get("\(path)/problems.csv")
            #expect(file.headers[.contentType] == "text/csv; charset=utf-8")
            let lines = file.body.components(separatedBy: "\r\n")
            #expect(lines.first == "\u{FEFF}File in the archive,Line,What is wrong")
            #expect(lines.count == 1102 && lines.last == "")
            #expect(lines[1] == "'=1+1.txt,2001,Missing or malformed: code")
            #expect(lines[1100].hasPrefix("'=1+1.txt,3100,"))
            try await browser.post("/language", ["language": "de", "return": path])
            let german = try await browser.get("\(path)/problems.csv").body
            #expect(german.hasPrefix("\u{FEFF}Datei im Archiv,Zeile,Was nicht stimmt\r\n"))
            #expect(german.contains("\n'=1+1.txt,2001,Fehlt oder hat nicht die richtige Form: Code\r"))
        }
    }

    @Test("the page is there in German")
    func german() async throws {
        try await admin { browser, site in
            let path = try await site.send(Self.map, browser)
            try await browser.post("/language", ["language": "de", "return": path])
            let page = try await browser.get(path)
            #expect(page.text.contains("Geprüft, noch nicht in Gebrauch"))
            #expect(page.text.contains("CMS, GEM ab ICD-10-CM"))
        }
    }
}
