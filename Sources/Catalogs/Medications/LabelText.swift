import Clinic

/// A section of a drug label as a short plain text.
enum LabelText {
    /// In characters.
    static let longest = 1000

    private static let headings = [
        "INDICATIONS AND USAGE", "INDICATIONS & USAGE", "INDICATIONS", "ADVERSE REACTIONS", "USES", "USE", "PURPOSE",
        "SIDE EFFECTS",
    ]

    /// Without tags, without the section's number and heading, cut at a word. Empty where nothing is left.
    static func short(_ text: String) -> String {
        // Tags and white space may be most of a text; a label's section has at most some hundred thousand characters.
        var clean = Substances.clean(withoutTags(String(text.prefix(20 * longest))))
        let unnumbered = clean.drop { $0.isNumber || $0 == "." || $0 == " " }
        for heading in headings where unnumbered.uppercased().hasPrefix(heading) {
            clean = Substances.clean(String(unnumbered.dropFirst(heading.count).drop { ": .".contains($0) }))
            break
        }
        guard clean.count > longest else { return clean }
        let cut = clean.prefix(longest - 2)
        let end = cut.lastIndex(of: " ") ?? cut.endIndex
        return cut[..<end] + " …"
    }

    /// Tags as spaces, the five entities of XML and the commonest of HTML as what they stand for.
    private static func withoutTags(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "<")) || text.utf8.contains(UInt8(ascii: "&")) else { return text }
        var scalars = String.UnicodeScalarView()
        var isInTag = false
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            if scalar == "<", let next = rest.first, next == "/" || next == "!" || next.properties.isAlphabetic {
                isInTag = true
                scalars.append(" ")
            } else if scalar == ">", isInTag {
                isInTag = false
            } else if !isInTag {
                scalars.append(scalar)
            }
        }
        let entities = ["&lt;": "<", "&gt;": ">", "&quot;": "\"", "&apos;": "'", "&nbsp;": " ", "&amp;": "&"]
        return ["&lt;", "&gt;", "&quot;", "&apos;", "&nbsp;", "&amp;"].reduce(String(scalars)) {
            $0.replacing($1, with: entities[$1] ?? "")
        }
    }
}
