import TestSupport
import Testing

@Suite("Forms that are saved in the background")
struct FormTests {
    @Test("say what to do when the reader was signed out meanwhile")
    func signedOut() throws {
        var forms = 0
        for file in try ProjectFiles.below("Views", kind: "mustache") {
            let text = try ProjectFiles.text(file)
            for (attribute, message) in [
                ("data-autosave-state", "data-signed-out="), ("data-typeahead=", "data-signed-out-message="),
            ] where text.contains(attribute) {
                forms += 1
                #expect(text.contains(message), "\(file)")
            }
        }
        #expect(forms > 4)
    }
}
