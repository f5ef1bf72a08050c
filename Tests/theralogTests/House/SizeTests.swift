import TestSupport
import Testing

@Suite("Sizes")
struct SizeTests {
    @Test(
        "no file is longer than a reader can hold",
        arguments: [("Sources", "swift", 400), ("Tests", "swift", 400), ("Views", "mustache", 100)])
    func lines(folder: String, kind: String, limit: Int) throws {
        for file in try ProjectFiles.below(folder, kind: kind) {
            let count = try ProjectFiles.text(file).split(separator: "\n", omittingEmptySubsequences: false).count - 1
            #expect(count <= limit, "\(file)")
        }
    }
}
