/// How mail leaves the clinic: its mail server and what stands on the letters. The password is kept elsewhere.
package struct MailSettings: Hashable, Sendable, Codable {
    package enum Security: String, Sendable, CaseIterable, Codable {
        /// Encryption from the first byte, usually port 465.
        case tls
        /// Begins in the clear and must then be encrypted, usually port 587; a server that offers none is refused.
        case startTLS = "starttls"
        /// Nothing is encrypted: only to this machine and private networks, for a clinic's own relay.
        case none

        package var usualPort: Int {
            switch self {
            case .tls: 465
            case .startTLS: 587
            case .none: 25
            }
        }
    }

    /// A host's name or address, as it stands in its certificate.
    package var host: String
    /// 1–65535.
    package var port: Int
    package var security: Security
    /// Empty: no sign-in.
    package var user: String
    package var from: EmailAddress
    /// One line; may be empty.
    package var fromName: String
    /// Nil: answers go to ``from``.
    package var replyTo: EmailAddress?

    package init(
        host: String, port: Int, security: Security, user: String = "", from: EmailAddress, fromName: String = "",
        replyTo: EmailAddress? = nil
    ) {
        self.host = host
        self.port = port
        self.security = security
        self.user = user
        self.from = from
        self.fromName = fromName
        self.replyTo = replyTo
    }
}
