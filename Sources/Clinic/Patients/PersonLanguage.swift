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

    /// Nil for a name that this machine's database does not have.
    package init?(typed text: String) {
        guard Self.all.contains(where: { $0 == text }) else { return nil }
        self.text = text
    }

    /// The places of the IANA database (`Area/Place`, and UTC), sorted.
    package static let all: [String] =
        TimeZone.knownTimeZoneIdentifiers.filter { $0.contains("/") && !$0.hasPrefix("Etc/") }.sorted() + ["UTC"]
}
