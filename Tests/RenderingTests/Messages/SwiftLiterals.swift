import Foundation

/// The string literals of Swift source text, without their quotes; an interpolation stands as `\()`. Literals inside
/// interpolations are found too. Comments are passed over.
struct SwiftLiterals {
    private(set) var all: Set<String> = []
    private var rest: Substring

    init(_ source: String) {
        rest = source[...]
        code(until: nil)
    }

    /// Reads code up to the parenthesis that closes an interpolation, or to the end.
    private mutating func code(until closing: Character?) {
        var depth = 0
        while let character = rest.first {
            if rest.hasPrefix("//") {
                rest = rest.drop { !$0.isNewline }
            } else if rest.hasPrefix("\"\"\"") {
                rest = rest.dropFirst(3)
                literal(closing: "\"\"\"")
            } else if character == "\"" {
                rest = rest.dropFirst()
                literal(closing: "\"")
            } else {
                rest = rest.dropFirst()
                if character == "(" { depth += 1 }
                if character == closing, depth == 0 { return }
                if character == ")" { depth -= 1 }
            }
        }
    }

    private mutating func literal(closing: String) {
        var text = ""
        while let character = rest.first, !rest.hasPrefix(closing) {
            rest = rest.dropFirst()
            if character != "\\" {
                text.append(character)
            } else if rest.first == "(" {
                rest = rest.dropFirst()
                code(until: ")")
                text += "\\()"
            } else {
                text.append(character)
                if let escaped = rest.popFirst() { text.append(escaped) }
            }
        }
        rest = rest.dropFirst(closing.count)
        all.insert(text)
    }
}
