import Foundation

/// The passwords with which the clinic sends and asks. They come from files or from the environment, are read anew for each message so
/// that a new one holds at once, and are shown and logged nowhere.
package struct SendingSecrets: Sendable {
    /// Where a secret is.
    package enum Source: Sendable {
        case missing
        /// As the environment had it.
        case text(String)
        /// A file whose first line it is.
        case file(URL)

        /// The secret; nil when there is none, or its file cannot be read.
        package var secret: String? {
            switch self {
            case .missing: return nil
            case .text(let text): return text.isEmpty ? nil : text
            case .file(let file):
                guard let data = try? Data(contentsOf: file), data.count <= 65_536 else { return nil }
                let line = String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline).first
                return line.map(String.init)
            }
        }
    }

    package var mailPassword: Source
    package var gatewaySecret: Source
    /// What stands in the geocoder's header.
    package var geocoderSecret: Source
    /// PEM of further authorities that servers' certificates may be signed by; nil for the system's alone.
    package var authorities: URL?

    package init(
        mailPassword: Source = .missing, gatewaySecret: Source = .missing, geocoderSecret: Source = .missing,
        authorities: URL? = nil
    ) {
        self.mailPassword = mailPassword
        self.gatewaySecret = gatewaySecret
        self.geocoderSecret = geocoderSecret
        self.authorities = authorities
    }
}
