import Catalogs
import Foundation
import Testing

@Suite("Files that are unpacked while they are read")
struct PackedFileTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("theralog-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    private func file(_ name: String, _ bytes: Data) throws -> URL {
        let file = folder.appendingPathComponent(name)
        try bytes.write(to: file)
        return file
    }

    private func pack(_ file: URL, with program: String) throws -> URL {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [program, "-k", file.path]
        try process.run()
        process.waitUntilExit()
        return file.appendingPathExtension(["gzip": "gz", "bzip2": "bz2"][program] ?? program)
    }

    private func bytes(of file: URL, limit: Int = 1 << 30) throws -> Data {
        let source = try PackedFile(file, limit: limit)
        var data = Data()
        while let piece = try source.next() { data.append(contentsOf: piece) }
        return data
    }

    @Test("are what was packed, or the file itself when it is not packed", arguments: ["gzip", "xz", "plain"])
    func unpacked(program: String) throws {
        let text = Data((0..<50_000).map { "line \($0)\n" }.joined().utf8)
        let plain = try file("list.tsv", text)
        #expect(try bytes(of: program == "plain" ? plain : pack(plain, with: program)) == text)
    }

    @Test("an empty file has no bytes")
    func empty() throws {
        #expect(try bytes(of: file("empty", Data())) == Data())
    }

    @Test("a small file that unpacks to too much is refused")
    func bomb() throws {
        let zeros = try pack(file("zeros", Data(repeating: 0, count: 8 << 20)), with: "xz")
        #expect(throws: FileProblem.tooBig(limit: 1 << 20)) { try bytes(of: zeros, limit: 1 << 20) }
    }

    @Test("a file that is cut short, or not there, is unreadable")
    func damaged() throws {
        let whole = try pack(file("list.tsv", Data((0..<100_000).map { UInt8($0 % 251) })), with: "xz")
        let cut = try file("cut.xz", try Data(contentsOf: whole).dropLast(40))
        #expect(throws: FileProblem.self) { try bytes(of: cut) }
        #expect(throws: FileProblem.self) { try bytes(of: folder.appendingPathComponent("nowhere.xz")) }
    }
}
