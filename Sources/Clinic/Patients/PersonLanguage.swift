import Foundation

/// A language a person speaks: one of a shipped list of BCP 47 tags. Theralog itself need not speak it.
package struct PersonLanguage: Hashable, Sendable {
    /// The tag, such as `es` or `zh-Hant`.
    package let tag: String

    /// Nil for a tag that is not on the list.
    package init?(tag: String) {
        guard Self.tags.contains(tag) else { return nil }
        self.tag = tag
    }

    /// Every tag of the list, in alphabetical order. The message `languages.TAG` names it.
    package static let tags = [
        "am", "ar", "ase", "bg", "bn", "bs", "cs", "da", "de", "el", "en", "es", "et", "fa", "fi", "fr", "gsg", "gu",
        "haw", "he", "hi", "hr", "ht", "hu", "hy", "id", "is", "it", "ja", "ka", "km", "ko", "ku", "lo", "lt", "lv",
        "mk",
        "ml",
        "ms", "my", "nb", "ne", "nl", "om", "pa", "pl", "prs", "ps", "pt", "ro", "ru", "rw", "sk", "sl", "so", "sq",
        "sr",
        "sv", "sw", "ta", "te", "th", "ti", "tl", "tr", "uk", "ur", "uz", "vi", "yi", "zh-Hans", "zh-Hant",
    ]
}

/// The name of a time zone in the IANA database, such as `America/Chicago`.
package struct TimeZoneName: Hashable, Sendable {
    package let text: String

    /// Wraps a name that was checked before, such as a column's value.
    package init(_ text: String) { self.text = text }

    /// Reads a name or only its place, in any case, with spaces or underscores: `America/New_York`, `new york`. Nil for
    /// what this machine's database does not have.
    package init?(typed: String) {
        let folded = Self.folded(typed)
        let name = Self.all.first { Self.folded($0) == folded }
        guard let text = name ?? Self.all.first(where: { Self.folded($0).hasSuffix("/" + folded) }), !folded.isEmpty
        else {
            return nil
        }
        self.text = text
    }

    private static func folded(_ name: String) -> String {
        SearchText.folded(name).split { $0.isWhitespace || $0 == "_" }.joined(separator: " ")
    }

    /// The places of the IANA database (`Area/Place`, and UTC), sorted.
    package static let all: [String] =
        TimeZone.knownTimeZoneIdentifiers.filter { $0.contains("/") && !$0.hasPrefix("Etc/") }.sorted() + ["UTC"]
}
