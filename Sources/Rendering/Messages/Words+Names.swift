import Clinic

extension Words {
    /// A country's name in this language: "Germany", "Deutschland".
    package func name(_ country: Country) -> String { self("countries.\(country.code)") }

    /// A language's name in this language: "Spanish", "Spanisch".
    package func name(_ language: PersonLanguage) -> String { self("languages.\(language.tag)") }
}
