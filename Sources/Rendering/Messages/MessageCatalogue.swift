import Clinic
import Foundation

/// Every word a person reads, per language: the files `Views/locales/<language>/<feature>.json`, read once at start.
/// A value is a text, or an object of CLDR plural categories chosen by the value named `count`.
package struct MessageCatalogue: Sendable {
    /// A message as its file gives it.
    package enum Message: Sendable, Hashable {
        case text(String)
        case plural([String: String])

        /// Every wording of the message.
        package var wordings: [String] {
            switch self {
            case .text(let text): [text]
            case .plural(let categories): Array(categories.values)
            }
        }
    }

    /// A locale file that cannot be used.
    package enum LoadError: Error {
        case malformed(file: String)
        case repeated(key: String, file: String)
        case missingFolder(String)
    }

    private let messages: [Language: [String: Message]]

    /// Reads all languages from a `locales` folder.
    package init(folder: URL) throws {
        var messages: [Language: [String: Message]] = [:]
        for language in Language.allCases {
            messages[language] = try Self.messages(in: folder.appendingPathComponent(language.rawValue))
        }
        self.messages = messages
    }

    /// The keys of a language.
    package func keys(in language: Language) -> Set<String> { Set((messages[language] ?? [:]).keys) }

    /// A message as written, nil when there is none.
    package func message(_ key: String, in language: Language) -> Message? { messages[language]?[key] }

    /// The words of one language.
    package func words(in language: Language) -> Words {
        Words(language: language, messages: messages[language] ?? [:])
    }

    private static func messages(in folder: URL) throws -> [String: Message] {
        guard let files = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        else {
            throw LoadError.missingFolder(folder.path)
        }
        var all: [String: Message] = [:]
        for file in files where file.pathExtension == "json" {
            guard let entries = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any] else {
                throw LoadError.malformed(file: file.lastPathComponent)
            }
            for (key, value) in entries {
                guard all[key] == nil else { throw LoadError.repeated(key: key, file: file.lastPathComponent) }
                if let text = value as? String {
                    all[key] = .text(text)
                } else if let categories = value as? [String: String], categories["other"] != nil {
                    all[key] = .plural(categories)
                } else {
                    throw LoadError.malformed(file: "\(file.lastPathComponent): \(key)")
                }
            }
        }
        return all
    }
}

/// The message catalogue in one language.
package struct Words: Sendable {
    package let language: Language
    private let messages: [String: MessageCatalogue.Message]

    init(language: Language, messages: [String: MessageCatalogue.Message]) {
        self.language = language
        self.messages = messages
    }

    /// The text of a key with `{name}` placeholders filled. Plain text: the template escapes it. An unknown key shows as
    /// itself in brackets; a test keeps that from happening.
    package func callAsFunction(_ key: String, _ values: [String: String] = [:]) -> String {
        switch messages[key] {
        case .text(let text)?: Self.filled(text, values)
        case .plural(let categories)?:
            Self.filled(categories[category(of: values["count"])] ?? categories["other"] ?? key, values)
        case nil: "[\(key)]"
        }
    }

    /// The text of a key that says how many, for instance "3 drafts".
    package func callAsFunction(_ key: String, count: Int, _ values: [String: String] = [:]) -> String {
        self(key, values.merging(["count": String(count)]) { $1 })
    }

    /// What is wrong, in words.
    package func callAsFunction(_ problem: Problem) -> String { self(problem.message, problem.values) }

    /// The text as the file has it, placeholders and all; nil for an unknown or a plural key.
    package func template(_ key: String) -> String? {
        guard case .text(let text)? = messages[key] else { return nil }
        return text
    }

    /// The CLDR category of a count; English and German know one and other.
    private func category(of count: String?) -> String { count == "1" ? "one" : "other" }

    private static func filled(_ text: String, _ values: [String: String]) -> String {
        guard !values.isEmpty, text.utf8.contains(UInt8(ascii: "{")) else { return text }
        // One pass: a value that looks like a placeholder is not filled again.
        var filled = ""
        var rest = text[...]
        while let open = rest.utf8.firstIndex(of: UInt8(ascii: "{")) {
            filled += rest[..<open]
            guard let close = rest[open...].utf8.firstIndex(of: UInt8(ascii: "}")) else {
                return filled + rest[open...]
            }
            let after = rest.utf8.index(after: close)
            let name = String(rest[rest.utf8.index(after: open)..<close])
            filled += values[name] ?? String(rest[open..<after])
            rest = rest[after...]
        }
        return filled + rest
    }
}
