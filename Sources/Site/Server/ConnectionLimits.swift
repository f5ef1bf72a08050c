import Glibc
import HTTPTypes
import NIOCore

/// How long and how much a client may.
package struct ConnectionLimits: Sendable {
    /// At once, over all ports. When they are used up, those that wait make room for new ones.
    package var connections: Int
    /// From the connection's start to the end of the TLS handshake.
    package var handshake = TimeAmount.seconds(10)
    /// Without a byte from the client while it should send.
    package var idle = TimeAmount.seconds(60)
    /// From the connection's start, or the last answer's end, to the end of the next request's headers.
    package var headers = TimeAmount.seconds(75)
    /// From the end of the headers to the end of the body; more for the one form that takes files of any size.
    package var body = TimeAmount.seconds(120)
    /// Bytes a second that a large file has to come with at least.
    package var slowestUpload = 131_072
    /// While the client takes nothing of an answer.
    package var stalled = TimeAmount.seconds(60)
    /// From the wish to stop to the end of requests that are still being received.
    package var stopReceiving = TimeAmount.milliseconds(1500)
    /// From the wish to stop to the end of every connection.
    package var stop = Duration.milliseconds(3600)

    /// How long the body of a request may take.
    func body(of head: HTTPRequest) -> TimeAmount {
        guard head.method == .post, head.path == "/imports",
            let length = head.headerFields[.contentLength].flatMap({ Int64($0) }), length > 0
        else { return body }
        return body + .seconds(min(length, Int64(FileUpload.most)) / Int64(slowestUpload))
    }

    /// Descriptors for what is not a connection: database, files, listening sockets, programs that are run.
    private static let otherDescriptors = 512

    package init(connections: Int = 6000) { self.connections = connections }

    /// As many connections as the system lets this process have, 6,000 at most. Raises its soft limit of descriptors.
    package static func raisingDescriptors() -> ConnectionLimits {
        var limit = rlimit()
        let wanted = ConnectionLimits()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return wanted }
        let needed = rlim_t(wanted.connections + otherDescriptors)
        if limit.rlim_cur < needed {
            limit.rlim_cur = min(needed, limit.rlim_max)
            _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            _ = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        }
        let possible = Int(clamping: limit.rlim_cur) - otherDescriptors
        return ConnectionLimits(connections: max(64, min(wanted.connections, possible)))
    }
}
