import Clinic
import Rendering
import TestSupport
import Testing

@Suite("Names of countries and languages")
struct NameTests {
    @Test("are there for every code, each once", arguments: Language.allCases)
    func complete(language: Language) throws {
        let words = try MessageCatalogue(folder: Project.folder("Views/locales")).words(in: language)
        let countries = Country.all.map { words.name($0) }
        let languages = PersonLanguage.tags.compactMap(PersonLanguage.init(tag:)).map { words.name($0) }
        #expect(languages.count == PersonLanguage.tags.count)
        #expect(!(countries + languages).contains { $0.hasPrefix("[") })
        #expect(Set(countries).count == countries.count)
        #expect(Set(languages).count == languages.count)
    }
}
