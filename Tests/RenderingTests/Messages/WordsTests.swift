import Clinic
import Foundation
import Rendering
import TestSupport
import Testing

@Suite("Words of a language")
struct WordsTests {
    private func words(_ english: String, in language: Language = .english) throws -> Words {
        try ViewsFolder(english: english).catalogue().words(in: language)
    }

    @Test("a count chooses the wording", arguments: [("0", "0 drafts"), ("1", "1 draft"), ("2", "2 drafts")])
    func plural(count: String, expected: String) throws {
        let words = try words(#"{"a.drafts": {"one": "{count} draft", "other": "{count} drafts"}}"#)
        #expect(words("a.drafts", ["count": count]) == expected)
        #expect(words("a.drafts", count: Int(count) ?? -1) == expected)
    }

    @Test("a value that looks like a placeholder is not filled again")
    func onePass() throws {
        let words = try words(#"{"a.x": "{first} and {second}"}"#)
        #expect(words("a.x", ["first": "{second}", "second": "2"]) == "{second} and 2")
    }

    @Test("a placeholder without a value and a lone brace stay as they are")
    func unfilled() throws {
        let words = try words(#"{"a.x": "{first} {open"}"#)
        #expect(words("a.x", ["second": "2"]) == "{first} {open")
    }

    @Test("an unknown key shows as itself in brackets")
    func unknown() throws {
        #expect(try words(#"{"a.x": "X"}"#)("a.y") == "[a.y]")
    }

    @Test(
        "a locale file that is no flat list of texts is refused",
        arguments: [
            "", "[]", #"{"a.x": 1}"#, #"{"a.x": {"one": "without other"}}"#, #"{"a.x": {"other": 3}}"#, "{",
        ])
    func malformed(english: String) throws {
        #expect(throws: (any Error).self) { _ = try words(english) }
    }

    @Test("the same key in two files of a language is refused")
    func repeated() throws {
        let views = try ViewsFolder(english: #"{"a.x": "X"}"#)
        try views.write(#"{"a.x": "Y"}"#, to: "locales/en/b.json")
        #expect(throws: MessageCatalogue.LoadError.self) { _ = try views.catalogue() }
    }

    @Test("a language without a folder is refused")
    func missingLanguage() throws {
        let views = try ViewsFolder(english: "{}")
        try FileManager.default.removeItem(at: views.url.appendingPathComponent("locales/de"))
        #expect(throws: MessageCatalogue.LoadError.self) { _ = try views.catalogue() }
    }
}
