import Foundation
import TestSupport
import Testing

/// The table of `docs/architecture.md` is what this test holds the sources against: one place says what may be imported.
@Suite("The arrows between targets")
struct ImportTests {
    @Test("a target imports what the architecture allows it", arguments: try targets())
    func allowed(target: String) throws {
        let allowed = try #require(try Self.table()[target], "docs/architecture.md has no row for \(target)")
        for (file, module) in try Self.imports(of: target) where !allowed.contains(module) {
            Issue.record("\(file) imports \(module)")
        }
    }

    @Test("the architecture has no row for a target that is gone")
    func rows() throws {
        let rows = try Set(Self.table().keys)
        let gone = try rows.subtracting(Self.targets())
        #expect(gone == [])
    }

    /// Folders of `Sources` that hold Swift files.
    private static func targets() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: Project.folder("Sources").path).sorted()
            .filter { try !ProjectFiles.below("Sources/\($0)", kind: "swift").isEmpty }
    }

    /// Modules that a target may import, by target: the last column of the rows of the table.
    private static func table() throws -> [String: Set<String>] {
        let page = try String(contentsOf: Project.folder("docs/architecture.md"), encoding: .utf8)
        var table: [String: Set<String>] = [:]
        for match in page.matches(of: /(?m)^\| `(\w+)` \|[^|\n]*\| ((?:`\w+`(?:, )?)+) \|$/) {
            table[String(match.1)] = Set(match.2.matches(of: /\w+/).map { String($0.0) })
        }
        return table
    }

    private static func imports(of target: String) throws -> [(file: String, module: String)] {
        try ProjectFiles.below("Sources/\(target)", kind: "swift").flatMap { file in
            try ProjectFiles.text(file).matches(
                of: /(?m)^(?:@\w+ |package |internal |public )*import (?:struct |class |enum |func )?(\w+)/
            ).map { (file, String($0.1)) }
        }
    }
}
