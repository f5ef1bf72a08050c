import Clinic
import Foundation
import Store
import Testing

@testable import theralog

@Suite("The command import")
struct ImportCommandTests {
    private let data = DataFolder()

    private func file(_ name: String, _ text: String) throws -> String {
        let folder = data.url.appendingPathComponent("files")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appendingPathComponent(name)
        try Data(text.utf8).write(to: file)
        return file.path
    }

    private func run(_ arguments: String...) async throws -> Program.Outcome {
        try await Program.run(["import", "--data-dir", data.url.path] + arguments)
    }

    private func reports(_ outcome: Program.Outcome) throws -> [[String: Any]] {
        try outcome.output.split(separator: "\n").map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
    }

    private func database() async throws -> ClinicDatabase {
        try await ClinicDatabase.open(
            at: data.url.appendingPathComponent("theralog.sqlite"), surroundings: .machine)
    }

    private let map = "M5450   7242  10000\r\nM5451   7242  10000\r\nM5451   7242  10000\r\nM5459   7242  10000\r\n"

    @Test("a file is only checked; with --apply it is in use, under its name")
    func apply() async throws {
        let file = try file("map.txt", map)
        let checked = try await run("--json", file)
        #expect(checked.code == 0, "\(checked.errors)")
        let report = try #require(try reports(checked).first)
        let keys = [
            "added", "applied", "changed", "encodings", "file", "kind", "layouts", "problemLines", "problems",
            "release", "retired", "rows", "skipped",
        ]
        #expect(report.keys.sorted() == keys)
        #expect(report["file"] as? String == "map.txt" && report["kind"] as? String == "equivalences")
        #expect(report["layouts"] as? [String] == ["i10gem"] && report["applied"] as? Bool == false)
        #expect(["rows", "added", "problems"].map { report[$0] as? Int } == [3, 3, 1])
        let line = try #require((report["problemLines"] as? [[String: Any]])?.first)
        #expect(line["line"] as? Int == 3 && line["part"] as? String == "")
        #expect(line["reason"] as? String == "duplicate")
        #expect(line["text"] as? String == "Repeats M5451; the first one was taken")
        #expect(report["encodings"] as? [String] == ["UTF-8"])
        let applied = try await run("--apply", "--release", "2018", file)
        #expect(applied.code == 0 && applied.output.contains("in use now"))
        #expect(applied.output.contains("equivalences, release 2018 (i10gem), read as UTF-8"))
        #expect(applied.output.contains("line 3: Repeats M5451; the first one was taken"), "\(applied.output)")
        let database = try await database()
        #expect(try await database.loadedCatalogs().map(\.name) == ["2018"])
        #expect(try await database.catalogImports().map(\.state) == [.applied, .checked])
        try database.close()
    }

    @Test("two files at once are said and ended one by one; one that cannot be used does not stop the other")
    func several() async throws {
        let outcome = try await run(
            "--json", "--apply", try file("bad.txt", "hello\n"), try file("map.txt", map),
            try file("empty.txt", ""))
        #expect(outcome.code == 1)
        let reports = try reports(outcome)
        #expect(reports.map { $0["failure"] as? String } == ["unknown-kind", nil, "empty"])
        #expect(reports.map { $0["applied"] as? Bool } == [false, true, false])
    }

    @Test("a file of another kind than asked for changes nothing")
    func kind() async throws {
        let outcome = try await run("--kind", "places", "--apply", try file("map.txt", map))
        #expect(outcome.code == 1 && outcome.output.contains("cannot be used: other-kind equivalences"))
        let database = try await database()
        #expect(try await database.loadedCatalogs().isEmpty)
        try database.close()
    }

    @Test("what cannot be meant is said before anything is done")
    func usage() async throws {
        let file = try file("map.txt", map)
        let wrong = [
            ["/nowhere/at-all"], [file, "/nowhere/at-all"], [data.url.path], [file, "--kind", "books"],
            [file, "--release", ""], [file, "--release", String(repeating: "x", count: 101)], [],
            [file, "--column", "name"], [file, "--column", "name=0"], [file, "--column", "shoe=1"],
            [file, "--column", "name=99999999999999999999"], [file, "--column", "name=1", "--column", "name=2"],
            [file, "--column", "name=1", "--column", "brands=1"],
        ]
        for arguments in wrong {
            let outcome = try await Program.run(["import", "--data-dir", data.url.path] + arguments)
            #expect(outcome.code == 64, "\(arguments) \(outcome.output) \(outcome.errors)")
        }
        #expect(!FileManager.default.fileExists(atPath: data.url.appendingPathComponent("theralog.sqlite").path))
    }

    @Test("--no-retire-rest keeps what the file does not mention")
    func rest() async throws {
        _ = try await run("--apply", try file("map.txt", map))
        let part = try file("part.txt", "M5450   7242  00000\r\n")
        let kept = try #require(try reports(try await run("--json", "--no-retire-rest", part)).first)
        #expect(["rows", "changed", "retired"].map { kept[$0] as? Int } == [3, 1, 0])
        let whole = try #require(try reports(try await run("--json", part)).first)
        #expect(["rows", "changed", "retired"].map { whole[$0] as? Int } == [1, 1, 2])
    }

    @Test("columns of a table are said with what they were taken for, and can be told")
    func columns() async throws {
        let path = try file(
            "medicines.csv", "Generic name,Brand names,Remark\nAardwolfine,Aarda,old\nBeluganol,Belu,new\n")
        let guessed = try #require(try reports(try await run("--json", path)).first)
        #expect(guessed["headers"] as? [String] == ["Generic name", "Brand names", "Remark"])
        #expect(guessed["columns"] as? [String: Int] == ["name": 1, "brands": 2])
        let told = try await run("--apply", "--column", "name=2", "--column", "purposes=3", path)
        #expect(told.code == 0 && told.output.contains("column 1 \"Generic name\": left out"), "\(told.output)")
        #expect(told.output.contains("column 2 \"Brand names\": name"))
        let database = try await database()
        let found = try await database.medication(try #require(MedicationID(untrusted: "belu"))).medication
        #expect(found.name == "belu" && found.purposes.map { $0[.english] } == ["new"])
        try database.close()
        let beyond = try await run("--column", "name=9", path)
        #expect(beyond.code == 1 && beyond.output.contains("cannot be used: columns"))
        #expect(beyond.output.contains("column 3 \"Remark\": left out"))
    }

    @Test("one that waits for another and is discarded meanwhile ends, and says so")
    func discarded() async throws {
        let path = try file("map.txt", map)
        let database = try await database()
        let other = try await database.insertImport(fileName: "a", size: 1, received: 1, by: .program)
        _ = try #require(try await database.claimImport(other.id, for: .server))
        let outcome = try await Program.run(
            ["import", "--json", "--data-dir", data.url.path, path], isLoud: true
        ) { _ in
            let waiting = try await database.catalogImports().filter { $0.state == .waiting }
            try await database.cancelImport(try #require(waiting.first).id, by: .program)
        }
        #expect(outcome.errors.contains("Waiting for another import"))
        #expect(outcome.code == 1)
        #expect(try reports(outcome).first?["failure"] as? String == "cancelled")
        try database.close()
    }
}
