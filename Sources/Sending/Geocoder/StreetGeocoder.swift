import CCurl
import Clinic
import Foundation

/// Asks the clinic's geocoder where a street lies.
package struct StreetGeocoder: Sendable {
    let settings: GeocoderSettings
    /// Nil or empty where none was given.
    let secret: String?
    /// Further authorities that are trusted, as PEM; nil for the system's alone.
    let authorities: URL?
    let limits: TransferLimits

    package init(
        _ settings: GeocoderSettings, secret: String?, authorities: URL? = nil, limits: TransferLimits = .geocoding
    ) {
        self.settings = settings
        self.secret = secret
        self.authorities = authorities
        self.limits = limits
    }

    /// Asks once; an answer is waited for two seconds. Neither the street nor the answer is logged or kept here.
    package func point(of street: StreetAddress) async -> StreetPoint {
        guard let scheme = settings.scheme else { return .failed(.unreachable) }
        var headers = ["Accept: application/json"]
        if !settings.header.isEmpty {
            guard let secret, !secret.isEmpty, secret.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7f }) else {
                return .failed(.secret)
            }
            headers.append("\(settings.header): \(secret)")
        }
        let url = settings.url(for: street)
        let ending = await CurlTransfer.run(
            Data(), isPlain: scheme == "http", limits: limits, authorities: authorities, stop: CurlTransfer.Stop()
        ) { [headers] transfer in
            transfer.set(CURLOPT_URL, url)
            transfer.set(CURLOPT_PROTOCOLS_STR, scheme)
            transfer.set(CURLOPT_HTTPGET, 1)
            // Geocoders of others refuse whoever does not say what it is.
            transfer.set(CURLOPT_USERAGENT, "Theralog")
            transfer.set(CURLOPT_HTTPHEADER, headers)
        }
        if let failure = Self.failure(ending) { return .failed(failure) }
        return GeocoderAnswer.point(in: ending.body, settings)
    }

    private static func failure(_ ending: CurlTransfer.Ending) -> GeocoderFailure? {
        if ending.code == CURLE_OK { return ending.status == 200 ? nil : .status }
        return switch TransferFailure.of(ending) {
        case .timeout: .timeout
        case .certificate: .certificate
        case .notEncrypted: .plain
        case nil: .status
        default: .unreachable
        }
    }
}

extension TransferLimits {
    /// For a page that waits: two seconds for all of it.
    package static let geocoding: TransferLimits = {
        var limits = TransferLimits()
        limits.connect = 2000
        limits.answer = 2000
        limits.total = 2000
        return limits
    }()
}

extension GeocoderSettings {
    /// Whether what is asked stays on this machine or its networks: certain only for an address in numbers and for
    /// `localhost`.
    package var staysInside: Bool {
        guard let host else { return false }
        return host == "localhost" || PrivateAddress.isPrivate(text: host) == true
    }

    /// Whether it would go out unencrypted to an address that is certainly outside.
    package var isPlainOutside: Bool {
        guard scheme == "http", let host else { return false }
        return PrivateAddress.isPrivate(text: host) == false
    }
}
