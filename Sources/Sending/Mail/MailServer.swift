import CCurl
import Clinic
import Foundation
import Store

/// Gives letters to the clinic's mail server (SMTP, RFC 5321).
package struct MailServer: Sendable {
    let settings: MailSettings
    /// Nil or empty where none was given.
    let password: String?
    /// Further authorities that are trusted, as PEM; nil for the system's alone.
    let authorities: URL?
    let limits: TransferLimits

    package init(
        _ settings: MailSettings, password: String?, authorities: URL? = nil, limits: TransferLimits = TransferLimits()
    ) {
        self.settings = settings
        self.password = password
        self.authorities = authorities
        self.limits = limits
    }

    /// Sends one letter. ``DeliveryOutcome/accepted(reference:)`` only after the server took all of it.
    func send(_ message: MailMessage, stop: CurlTransfer.Stop) async -> SendingResult {
        guard let bytes = message.bytes, let from = MailAddress.ascii(message.from),
            let to = MailAddress.ascii(message.to)
        else { return SendingResult(.failed(.recipient), words: nil) }
        if !settings.user.isEmpty, password?.isEmpty ?? true {
            return SendingResult(.failedForNow(.notConfigured), words: nil)
        }
        let server = self
        let ending = await CurlTransfer.run(
            bytes, isPlain: settings.security == .none, limits: limits, authorities: authorities, stop: stop
        ) { transfer in
            server.prepare(transfer)
            transfer.set(CURLOPT_MAIL_FROM, "<\(from)>")
            transfer.set(CURLOPT_MAIL_RCPT, ["<\(to)>"])
            transfer.set(CURLOPT_INFILESIZE_LARGE, size: bytes.count)
        }
        return Self.result(ending)
    }

    private func prepare(_ transfer: CurlTransfer) {
        let scheme = settings.security == .tls ? "smtps" : "smtp"
        let name = MailAddress.ascii(host: settings.host) ?? settings.host
        let host = name.contains(":") ? "[\(name)]" : name
        // What follows the host is the name that we greet with.
        transfer.set(CURLOPT_URL, "\(scheme)://\(host):\(settings.port)/\(Self.greeting(settings.from))")
        transfer.set(CURLOPT_PROTOCOLS_STR, scheme)
        transfer.set(CURLOPT_UPLOAD, 1)
        if settings.security != .none { transfer.set(CURLOPT_USE_SSL, Int(CURLUSESSL_ALL.rawValue)) }
        if !settings.user.isEmpty, let password {
            transfer.set(CURLOPT_USERNAME, settings.user)
            transfer.set(CURLOPT_PASSWORD, password)
        }
    }

    /// The sender's domain: a machine's own name says nothing outside, and may name a person.
    private static func greeting(_ from: EmailAddress) -> String {
        MailAddress.ascii(from)?.split(separator: "@").last.map(String.init) ?? "localhost"
    }

    /// What an ending means. Refused for good is only what the server says of the letter or its receiver: what is wrong with
    /// connection, certificate or password is put right by the clinic, and the letter then goes out.
    static func result(_ ending: CurlTransfer.Ending) -> SendingResult {
        // The last line of the answer; libcurl's own status may be the one of the leave-taking.
        let status = ending.answer.last.flatMap { Int($0.prefix(3)) } ?? ending.status
        // An answer that goes on, such as 354, says nothing of why it went no further.
        let isSaid = ending.code == CURLE_OK || status >= 400
        let words = isSaid ? ending.answer.joined(separator: " ") : nil
        if ending.code == CURLE_OK { return SendingResult(.accepted(), words: words) }
        if let failure = TransferFailure.of(ending) { return SendingResult(.failedForNow(failure), words: words) }
        if status == 530 || status == 535 { return SendingResult(.failedForNow(.signIn), words: words) }
        if status < 500 { return SendingResult(.failedForNow(.busy), words: words) }
        // Refused before it heard of the letter: that is about us.
        guard ["MAIL", "RCPT", "DATA"].contains(ending.command) else {
            return SendingResult(.failedForNow(.refused), words: words)
        }
        return SendingResult(.failed(ending.command == "RCPT" ? .recipient : .refused), words: words)
    }
}
