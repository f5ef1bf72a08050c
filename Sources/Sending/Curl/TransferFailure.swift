import CCurl
import Clinic
import Store

/// How an attempt ended, with what the server said.
package struct SendingResult: Hashable, Sendable {
    package let outcome: DeliveryOutcome
    package let words: String?

    init(_ outcome: DeliveryOutcome, words: String?) {
        self.outcome = outcome
        self.words = words
    }
}

/// What went wrong with the connection itself.
enum TransferFailure {
    /// Nil when the server was spoken to and what it said decides.
    static func of(_ ending: CurlTransfer.Ending) -> DeliveryFailure? {
        if ending.isRefusedPlain { return .notEncrypted }
        switch ending.code {
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_CONNECT: return .unreachable
        case CURLE_OPERATION_TIMEDOUT: return .timeout
        case CURLE_USE_SSL_FAILED: return .notEncrypted
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CERTPROBLEM:
            return .certificate
        case CURLE_LOGIN_DENIED: return .signIn
        case CURLE_ABORTED_BY_CALLBACK, CURLE_PARTIAL_FILE: return .brokenOff
        case CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING, CURLE_WEIRD_SERVER_REPLY:
            return (400...599).contains(ending.status) ? nil : .brokenOff
        case CURLE_FAILED_INIT, CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL, CURLE_OUT_OF_MEMORY,
            CURLE_NOT_BUILT_IN, CURLE_UNKNOWN_OPTION, CURLE_BAD_FUNCTION_ARGUMENT:
            return .internalError
        default: return (400...599).contains(ending.status) ? nil : .brokenOff
        }
    }
}
