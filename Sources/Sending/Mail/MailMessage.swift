import Clinic
import Foundation

/// A letter as it goes to a mail server: RFC 5322 with MIME. All of its text is base64, so that no line is too long, none
/// begins with a dot and nothing on its way changes a byte.
package struct MailMessage: Sendable {
    package let from: EmailAddress
    /// One line; may be empty.
    package let fromName: String
    package let replyTo: EmailAddress?
    package let to: EmailAddress
    package let toName: String
    package let subject: String
    package let text: String
    /// Nil for text alone.
    package let html: String?
    /// A PDF; nil for none.
    package let sheet: Data?
    package let language: Language
    package let date: Date
    /// What stands in the Message-ID before the `@`: letters, digits and hyphens.
    package let key: String

    package init(
        from settings: MailSettings, to: EmailAddress, toName: String, content: DeliveryContent, sheet: Data?,
        date: Date, key: String
    ) {
        from = settings.from
        fromName = settings.fromName
        replyTo = settings.replyTo
        self.to = to
        self.toName = toName
        subject = content.subject
        text = content.text
        html = content.html
        self.sheet = sheet
        language = content.language
        self.date = date
        self.key = key
    }

    /// Nil when a domain cannot be written in ASCII.
    package var bytes: Data? {
        guard let sender = MailAddress.ascii(from), let receiver = MailAddress.ascii(to) else { return nil }
        let domain = sender.split(separator: "@").last ?? "localhost"
        var message = "Date: \(Self.date(date))\r\n"
        message += MailHeader.mailbox("From", person: fromName, address: sender)
        message += MailHeader.mailbox("To", person: toName, address: receiver)
        if let replyTo = replyTo.flatMap(MailAddress.ascii) {
            message += MailHeader.mailbox("Reply-To", person: "", address: replyTo)
        }
        message += MailHeader.text("Subject", subject)
        message += "Message-ID: <\(key)@\(domain)>\r\nMIME-Version: 1.0\r\nContent-Language: \(language.rawValue)\r\n"
        return Data(message.utf8) + body
    }

    /// Type, encoding and content of all after the head.
    private var body: Data {
        let words = html.map { html in
            multipart("alternative", [part("text/plain; charset=utf-8", text), part("text/html; charset=utf-8", html)])
        }
        let main = words ?? part("text/plain; charset=utf-8", text)
        guard let sheet else { return main }
        // The file's name says nothing of whose it is.
        let name = language == .german ? "verordnung.pdf" : "prescription.pdf"
        let head = """
            Content-Type: application/pdf; name="\(name)"\r
            Content-Disposition: attachment; filename="\(name)"\r
            Content-Transfer-Encoding: base64\r
            \r

            """
        return multipart("mixed", [main, Data(head.utf8) + Self.base64(sheet)])
    }

    private func multipart(_ kind: String, _ parts: [Data]) -> Data {
        // Base64 holds no hyphen, so no content can hold the line between two parts.
        let line = "=-\(kind)-\(key)"
        var data = Data("Content-Type: multipart/\(kind); boundary=\"\(line)\"\r\n\r\n".utf8)
        for part in parts { data += Data("--\(line)\r\n".utf8) + part + Data("\r\n".utf8) }
        return data + Data("--\(line)--\r\n".utf8)
    }

    private func part(_ type: String, _ text: String) -> Data {
        Data("Content-Type: \(type)\r\nContent-Transfer-Encoding: base64\r\n\r\n".utf8)
            + Self.base64(Data(Self.lines(text).utf8))
    }

    /// Lines of text end with CR LF, also inside base64 (RFC 2045, section 6.8).
    private static func lines(_ text: String) -> String {
        text.replacing("\r\n", with: "\n").replacing("\r", with: "\n").replacing("\n", with: "\r\n")
    }

    private static func base64(_ data: Data) -> Data {
        data.base64EncodedData(options: [.lineLength76Characters, .endLineWithCarriageReturn, .endLineWithLineFeed])
            + Data("\r\n".utf8)
    }

    /// RFC 5322, section 3.3, in UTC.
    private static func date(_ date: Date) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = .gmt
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss '+0000'"
        return formatter.string(from: date)
    }
}
