import Foundation

/// Whether text is well-formed XML, as far as elements and attributes go.
struct WellFormed {
    private(set) var problem = ""
    var isWellFormed: Bool { problem.isEmpty }

    init(_ text: String) {
        var open: [String] = []
        for tag in text.matches(of: /<(\/?)([a-z]+)((?:\s[a-zA-Z0-9-]+="[^"<>]*")*)(\/?)>/) {
            let name = String(tag.2)
            if tag.1 == "/" {
                if open.popLast() != name { problem = "</\(name)> closes nothing" }
            } else if tag.4.isEmpty {
                open.append(name)
            }
        }
        if !open.isEmpty { problem = "open: \(open)" }
        let tags = text.count { $0 == "<" }
        if tags != text.matches(of: /<\/?[a-z]+(?:\s[a-zA-Z0-9-]+="[^"<>]*")*\/?>/).count { problem = "broken tag" }
    }
}
