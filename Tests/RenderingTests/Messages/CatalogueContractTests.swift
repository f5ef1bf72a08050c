import Clinic
import Foundation
import Rendering
import TestSupport
import Testing

@Suite("Every message in every language")
struct CatalogueContractTests {
    let catalogue: MessageCatalogue

    init() throws { catalogue = try MessageCatalogue(folder: Project.folder("Views/locales")) }

    private var allKeys: Set<String> {
        Language.allCases.reduce(into: []) { $0.formUnion(catalogue.keys(in: $1)) }
    }

    @Test("no language lacks a message that another has", arguments: Language.allCases)
    func complete(language: Language) {
        #expect(allKeys.subtracting(catalogue.keys(in: language)).sorted() == [])
    }

    @Test("a message begins with the name of its file, and no wording is empty", arguments: Language.allCases)
    func filedByFeature(language: Language) throws {
        let folder = Project.folder("Views/locales/\(language.rawValue)")
        for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
            let json = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any] ?? [:]
            let feature = file.deletingPathExtension().lastPathComponent
            #expect(json.keys.filter { !$0.hasPrefix("\(feature).") }.sorted() == [], "\(file.lastPathComponent)")
        }
        for key in catalogue.keys(in: language).sorted() {
            let wordings = catalogue.message(key, in: language)?.wordings ?? []
            #expect(wordings.allSatisfy { $0.contains { !$0.isWhitespace } }, "\(language) \(key)")
        }
    }

    @Test("a message that counts has exactly the plural categories of its language", arguments: Language.allCases)
    func pluralCategories(language: Language) {
        // CLDR 48, cardinal plurals: English and German know the same two.
        let categories: Set<String> = ["one", "other"]
        for key in catalogue.keys(in: language).sorted() {
            guard case .plural(let wordings)? = catalogue.message(key, in: language) else { continue }
            #expect(Set(wordings.keys) == categories, "\(language) \(key)")
        }
    }

    @Test("a message counts, and names the same placeholders, in every language or in none")
    func placeholders() {
        for key in allKeys.sorted() {
            let messages = Language.allCases.compactMap { catalogue.message(key, in: $0) }
            #expect(Set(messages.map(isPlural)).count == 1, "\(key)")
            #expect(Set(messages.map(placeholders(of:))).count == 1, "\(key)")
        }
    }

    @Test("every message that a template or the program names is there")
    func known() throws {
        let use = try MessageUse()
        let features = Set(allKeys.compactMap { $0.split(separator: ".").first.map(String.init) })
        #expect(use.inTemplates.subtracting(allKeys).sorted() == [])
        #expect(use.inSources(features: features).subtracting(allKeys).sorted() == [])
    }

    @Test("every message is used")
    func used() throws {
        let use = try MessageUse()
        #expect(allKeys.filter { !use.isUsed($0) }.sorted() == [])
    }

    @Test("German is translated, but for the words that are the same in both languages")
    func translated() throws {
        let list = try String(
            contentsOf: Project.folder("Tests/RenderingTests/Messages/same-in-german.txt"), encoding: .utf8)
        // A line that ends in a dot is a whole file of names, such as those of countries.
        let (files, keys) = list.split(separator: "\n").map(String.init).reduce(into: ([String](), Set<String>())) {
            if $1.hasSuffix(".") { $0.0.append($1) } else { $0.1.insert($1) }
        }
        let same = allKeys.filter { key in
            let english = catalogue.message(key, in: .english)
            if files.contains(where: key.hasPrefix) { return false }
            // Without a letter outside of placeholders there is nothing to translate.
            let hasWords = english?.wordings.contains {
                $0.replacing(/\{[^}]*\}/, with: "").contains(where: \.isLetter)
            }
            return hasWords == true && english == catalogue.message(key, in: .german)
        }
        #expect(same.subtracting(keys).sorted() == [], "translate, or add to same-in-german.txt")
        #expect(keys.subtracting(same).sorted() == [], "take out of same-in-german.txt")
    }

    private func isPlural(_ message: MessageCatalogue.Message) -> Bool {
        if case .plural = message { true } else { false }
    }

    private func placeholders(of message: MessageCatalogue.Message) -> Set<String> {
        message.wordings.reduce(into: []) { names, text in
            names.formUnion(text.matches(of: /\{([^}]*)\}/).map { String($0.1) })
        }
    }
}
