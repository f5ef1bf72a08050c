import Foundation

/// Lines of a message's head (RFC 5322) with text of any language in them (RFC 2047).
enum MailHeader {
    /// `Name: text`, folded to lines of at most 76 bytes, ended with CR LF. Text beyond ASCII is written as encoded words. No
    /// control character of the text survives, so nothing that somebody typed begins a line of its own.
    static func text(_ name: String, _ text: String) -> String {
        "\(name): \(encoded(text, after: name.utf8.count + 2))\r\n"
    }

    /// `Name: "person" <address>`, the name left out when it is empty.
    /// - Parameter address: in ASCII, without white space.
    static func mailbox(_ name: String, person: String, address: String) -> String {
        let person = clean(person)
        guard !person.isEmpty else { return "\(name): <\(address)>\r\n" }
        if isPlain(person), person.utf8.count <= 60, !person.contains("=?") {
            let quoted = person.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            return "\(name): \"\(quoted)\"\r\n <\(address)>\r\n"
        }
        return "\(name): \(words(person, after: name.utf8.count + 2))\r\n <\(address)>\r\n"
    }

    private static func encoded(_ text: String, after used: Int) -> String {
        let text = clean(text)
        // What looks like an encoded word would be read as one.
        return isPlain(text) && text.utf8.count + used <= 76 && !text.contains("=?") ? text : words(text, after: used)
    }

    /// Encoded words in base64, each with whole characters of at most 45 bytes, one a line.
    private static func words(_ text: String, after used: Int) -> String {
        var words: [String] = []
        var bytes: [UInt8] = []
        // The first line has the field's name before it.
        var room = max(12, 45 - used)
        func end() {
            if !bytes.isEmpty { words.append("=?UTF-8?B?\(Data(bytes).base64EncodedString())?=") }
            bytes = []
        }
        for scalar in text.unicodeScalars {
            let next = Array(String(scalar).utf8)
            if bytes.count + next.count > room {
                end()
                room = 45
            }
            bytes += next
        }
        end()
        return words.joined(separator: "\r\n ")
    }

    private static func isPlain(_ text: String) -> Bool {
        text.utf8.allSatisfy { (32...126).contains($0) }
    }

    /// One line without control characters.
    private static func clean(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: scalars.append(" ")
            default: scalars.append(scalar)
            }
        }
        return String(scalars).trimmingCharacters(in: .whitespaces)
    }
}
