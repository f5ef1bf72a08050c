import Foundation
import TestSupport

/// Where keys of the message catalogue are asked for: `[[key]]` in the templates, literals in the sources.
struct MessageUse {
    /// Keys that templates name.
    let inTemplates: Set<String>
    /// Every string literal of the sources; among them the keys.
    private let literals: Set<String>
    /// Keys made at run time of a fixed beginning and something else: `"errors.\(kind).title"`.
    private let patterns: [Regex<Substring>]
    /// The prefixes of form fields: with `FieldBuilder(prefix: "accounts")` the label of `name` is `accounts.name` and its
    /// hint `accounts.name.hint`.
    private let fieldPrefixes: Set<String>

    init() throws {
        var keys: Set<String> = []
        for file in try Self.files("Views", "mustache") {
            keys.formUnion(file.matches(of: /\[\[([^\]]+)\]\]/).map { String($0.1) })
        }
        inTemplates = keys
        let sources = try Self.files("Sources", "swift")
        literals = sources.reduce(into: []) { $0.formUnion(SwiftLiterals($1).all) }
        patterns = try literals.filter { $0.contains("\\()") && $0.wholeMatch(of: /[a-z-]+\.[^\s\/:]*/) != nil }.map {
            let parts = $0.split(separator: "\\()", omittingEmptySubsequences: false)
            return try Regex(parts.map { NSRegularExpression.escapedPattern(for: String($0)) }.joined(separator: ".+"))
        }
        fieldPrefixes = sources.reduce(into: []) { found, source in
            found.formUnion(source.matches(of: /prefix: "([a-z.-]+)"/).map { String($0.1) })
        }
    }

    /// Keys that the sources name in full: literals that look like a key of one of the features.
    func inSources(features: Set<String>) -> Set<String> {
        literals.filter { literal in
            guard literal.wholeMatch(of: /[a-z-]+(\.[a-z0-9-]+)+/) != nil, !fieldPrefixes.contains(literal),
                let feature = literal.split(separator: ".").first
            else { return false }
            return features.contains(String(feature))
        }
    }

    func isUsed(_ key: String) -> Bool {
        inTemplates.contains(key) || literals.contains(key) || isFieldLabel(key)
            || patterns.contains { key.wholeMatch(of: $0) != nil }
    }

    private func isFieldLabel(_ key: String) -> Bool {
        let field = key.hasSuffix(".hint") ? String(key.dropLast(".hint".count)) : key
        return fieldPrefixes.contains { prefix in
            field.hasPrefix("\(prefix).") && literals.contains(String(field.dropFirst(prefix.count + 1)))
        }
    }

    private static func files(_ folder: String, _ kind: String) throws -> [String] {
        let root = Project.folder(folder)
        let paths = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
        return try paths.filter { $0.hasSuffix(".\(kind)") }.sorted().map {
            try String(contentsOf: root.appendingPathComponent($0), encoding: .utf8)
        }
    }
}
