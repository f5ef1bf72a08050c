import Clinic
import Foundation
import Mustache

/// All templates below `Views/`, compiled once per language at start with their messages filled in.
package struct Templates: Sendable {
    /// A template that cannot be used.
    package enum LoadError: Error {
        case unknownMessage(key: String, template: String)
        case unreadable(template: String, any Error)
        case missingFolder(String)
    }

    /// A template that asks for a name its page does not have; only found when `strict`.
    package struct UnknownNames: Error {
        package let template: String
        package let names: [String]
    }

    package let messages: MessageCatalogue
    private let libraries: [Language: MustacheLibrary]
    private let sources: [Language: [String: String]]
    private let strict: Bool

    /// Reads a `Views` folder.
    /// - Parameter strict: prove at each rendering that the page has every name the template asks for. For tests: an
    ///   unknown name would otherwise render as nothing, without a word.
    package init(folder: URL, strict: Bool = false) throws {
        messages = try MessageCatalogue(folder: folder.appendingPathComponent("locales"))
        let raw = try Self.files(in: folder)
        HTMLText.register()
        var libraries: [Language: MustacheLibrary] = [:]
        var sources: [Language: [String: String]] = [:]
        for language in Language.allCases {
            let words = messages.words(in: language)
            var library = MustacheLibrary()
            for (name, text) in raw {
                let worded = try Self.withMessages(text, words: words, template: name)
                do {
                    try library.register("\(HTMLText.pragma)\n\(worded)", named: name)
                } catch { throw LoadError.unreadable(template: name, error) }
                sources[language, default: [:]][name] = worded
            }
            libraries[language] = library
        }
        self.libraries = libraries
        self.sources = strict ? sources : [:]
        self.strict = strict
    }

    /// The words of one language.
    package func words(in language: Language) -> Words { messages.words(in: language) }

    /// The HTML of a page in its layout.
    package func html<P: Page>(_ page: P, frame: Frame, language: Language) throws -> String {
        try html(page, root: TemplateValue(page: page, frame: frame), language: language)
    }

    /// The HTML of a page that stands alone, such as a fragment or a printed sheet.
    package func html<P: Page>(_ page: P, language: Language) throws -> String {
        try html(page, root: TemplateValue(page: page, frame: nil), language: language)
    }

    private func html<P: Page>(_ page: P, root: TemplateValue, language: Language) throws -> String {
        if strict {
            let names = TemplateInspector(sources: sources[language] ?? [:]).unknownNames(in: P.template, for: root)
            guard names.isEmpty else { throw UnknownNames(template: P.template, names: names) }
        }
        guard let html = libraries[language]?.render(root, withTemplate: P.template) else {
            throw UnknownNames(template: P.template, names: [])
        }
        return html
    }

    private static func files(in folder: URL) throws -> [String: String] {
        guard let all = FileManager.default.enumerator(atPath: folder.path) else {
            throw LoadError.missingFolder(folder.path)
        }
        var files: [String: String] = [:]
        for case let path as String in all where path.hasSuffix(".mustache") {
            files[String(path.dropLast(".mustache".count))] = try String(
                contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
        }
        return files
    }

    /// Replaces each `[[key]]` by its message, escaped; a `{name}` in it becomes the page's `{{name}}`. Done before
    /// the template is compiled, so nothing typed by a person can ever be taken for a key or a tag.
    static func withMessages(_ text: String, words: Words, template: String) throws -> String {
        var result = ""
        var rest = text[...]
        while let open = rest.range(of: "[["), let close = rest[open.upperBound...].range(of: "]]") {
            result += rest[..<open.lowerBound]
            let key = String(rest[open.upperBound..<close.lowerBound])
            guard let message = words.template(key) else {
                throw LoadError.unknownMessage(key: key, template: template)
            }
            result += message.htmlEscaped.replacing("{", with: "{{").replacing("}", with: "}}")
            rest = rest[close.upperBound...]
        }
        return result + rest
    }
}

/// How values come into a template. swift-mustache escapes by grapheme: a quotation mark with a combining mark behind it is
/// another grapheme to it, stays as it is, and would end an attribute.
private struct HTMLText: MustacheContentType {
    private static let name = "THERALOG"

    /// What every template has to begin with; partials do not take it over from those that name them.
    static let pragma = "{{% CONTENT_TYPE:\(name)}}"

    static func register() { MustacheContentTypes.register(HTMLText(), named: name) }

    func escapeText(_ text: String) -> String { text.htmlEscaped }
}

extension String {
    /// The text with `& < > " '` as HTML entities, safe in text and in quoted attributes.
    package var htmlEscaped: String {
        // Most text has nothing to escape.
        guard utf8.contains(where: \.isSpecialInHTML) else { return self }
        var escaped = ""
        var rest = utf8[...]
        while let special = rest.firstIndex(where: \.isSpecialInHTML) {
            escaped += Substring(rest[..<special])
            escaped += rest[special].entityInHTML
            rest = rest[rest.index(after: special)...]
        }
        return escaped + Substring(rest)
    }
}

extension UInt8 {
    /// `&`, `<`, `>`, `"` or `'`.
    fileprivate var isSpecialInHTML: Bool {
        self == 0x26 || self == 0x3C || self == 0x3E || self == 0x22 || self == 0x27
    }

    /// For those that ``isSpecialInHTML``.
    fileprivate var entityInHTML: String {
        switch self {
        case 0x26: "&amp;"
        case 0x3C: "&lt;"
        case 0x3E: "&gt;"
        case 0x22: "&quot;"
        default: "&#39;"
        }
    }
}
