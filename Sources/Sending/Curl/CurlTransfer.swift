import CCurl
import Clinic
import Foundation
import Synchronization

/// How long a server may take.
package struct TransferLimits: Hashable, Sendable {
    /// Milliseconds until there is a connection, encryption included.
    package var connect = 20_000
    /// Milliseconds that a mail server may take for one answer.
    package var answer = 60_000
    /// Milliseconds for all of it.
    package var total = 300_000

    package init() {}
}

/// One conversation with a server through libcurl, on a thread of its own: libcurl waits, and there are as few threads for
/// requests as processors.
final class CurlTransfer {
    /// What became of it.
    struct Ending: Sendable {
        let code: CURLcode
        /// libcurl's own words; never what was sent.
        let message: String
        /// The last status that the server gave; 0 for none.
        let status: Int
        /// The lines of the server's last answer (SMTP), or of its head (HTTP).
        let answer: [String]
        /// The body of an HTTP answer, at most 64 KiB.
        let body: Data
        /// Of SMTP: the last command that was given, such as `RCPT`; empty before the first.
        let command: String
        /// Whether anything was sent that a server may act on: all of a mail, or any of an HTTP request.
        let isHandedOver: Bool
        /// Whether it did not begin because the address is outside the clinic's network and nothing would be encrypted.
        let isRefusedPlain: Bool
    }

    /// Bytes that are sent, and what comes back.
    private final class Context {
        let upload: Data
        var uploaded = 0
        var hasReadAll = false
        var lines: [String] = []
        var body = Data()
        var command = ""
        /// Whether we take our leave: what the server says to that is no answer to the letter.
        var isLeaving = false
        let isPlain: Bool
        var isRefusedPlain = false
        let stop: Stop

        init(upload: Data, isPlain: Bool, stop: Stop) {
            self.upload = upload
            self.isPlain = isPlain
            self.stop = stop
        }
    }

    /// Says from outside that a conversation is to end at once.
    final class Stop: Sendable {
        private let isSaid = Atomic(false)
        func now() { isSaid.store(true, ordering: .relaxed) }
        fileprivate var isNow: Bool { isSaid.load(ordering: .relaxed) }
    }

    private let curl: OpaquePointer
    private var lists: [OpaquePointer] = []
    private let context: Context

    private static let start: Bool = curl_global_init(CURL_GLOBAL_ALL_FLAG) == CURLE_OK

    /// - Parameters:
    ///   - upload: what is sent.
    ///   - isPlain: whether nothing is encrypted: then only addresses of this machine and of private networks are spoken to.
    private init?(upload: Data, isPlain: Bool, stop: Stop) {
        guard Self.start, let curl = curl_easy_init() else { return nil }
        self.curl = OpaquePointer(curl)
        context = Context(upload: upload, isPlain: isPlain, stop: stop)
    }

    deinit {
        for list in lists { curl_slist_free_all(UnsafeMutablePointer(list)) }
        curl_easy_cleanup(UnsafeMutableRawPointer(curl))
    }

    /// Runs one conversation.
    /// - Parameter prepare: sets what is particular to it. Runs on the conversation's thread.
    static func run(
        _ upload: Data, isPlain: Bool, limits: TransferLimits, authorities: URL?, stop: Stop,
        _ prepare: @escaping @Sendable (CurlTransfer) -> Void
    ) async -> Ending {
        await withCheckedContinuation { continuation in
            let thread = Thread {
                guard let transfer = CurlTransfer(upload: upload, isPlain: isPlain, stop: stop) else {
                    return continuation.resume(returning: .impossible)
                }
                transfer.prepare(limits, authorities)
                prepare(transfer)
                continuation.resume(returning: transfer.perform())
            }
            thread.name = "sending"
            // libcurl and OpenSSL on a stack of 512 KiB would be too close.
            thread.stackSize = 2 << 20
            thread.start()
        }
    }

    func set(_ option: CURLoption, _ value: Int) { _ = curl_set_long(raw, option, value) }
    func set(_ option: CURLoption, size: Int) { _ = curl_set_size(raw, option, size) }
    func set(_ option: CURLoption, _ value: String) { _ = curl_set_text(raw, option, value) }

    /// Sets a list of lines. None of them may hold a line end.
    func set(_ option: CURLoption, _ lines: [String]) {
        var list: UnsafeMutablePointer<curl_slist>?
        for line in lines { list = curl_slist_append(list, line) }
        guard let list else { return }
        lists.append(OpaquePointer(list))
        _ = curl_set_list(raw, option, list)
    }

    /// Sets the body of an HTTP request.
    func setBody(_ body: Data) {
        _ = body.withUnsafeBytes { curl_set_body(raw, $0.baseAddress, body.count) }
    }

    private var raw: UnsafeMutableRawPointer { UnsafeMutableRawPointer(curl) }

    private func prepare(_ limits: TransferLimits, _ authorities: URL?) {
        set(CURLOPT_NOSIGNAL, 1)
        set(CURLOPT_CONNECTTIMEOUT_MS, limits.connect)
        set(CURLOPT_TIMEOUT_MS, limits.total)
        set(CURLOPT_SERVER_RESPONSE_TIMEOUT, max(1, limits.answer / 1000))
        // Nothing but what the clinic set decides where a prescription goes: no proxies from the environment.
        set(CURLOPT_PROXY, "")
        set(CURLOPT_FOLLOWLOCATION, 0)
        set(CURLOPT_SSL_VERIFYPEER, 1)
        set(CURLOPT_SSL_VERIFYHOST, 2)
        set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        if let authorities {
            // The system's own stay trusted beside it: they are in a folder.
            set(CURLOPT_CAINFO, authorities.path)
        }
        let pointer = Unmanaged.passUnretained(context).toOpaque()
        _ = curl_set_bytes_function(raw, CURLOPT_READFUNCTION, Self.read)
        _ = curl_set_pointer(raw, CURLOPT_READDATA, pointer)
        _ = curl_set_bytes_function(raw, CURLOPT_HEADERFUNCTION, Self.header)
        _ = curl_set_pointer(raw, CURLOPT_HEADERDATA, pointer)
        _ = curl_set_bytes_function(raw, CURLOPT_WRITEFUNCTION, Self.write)
        _ = curl_set_pointer(raw, CURLOPT_WRITEDATA, pointer)
        _ = curl_set_debug_function(raw, Self.debug)
        _ = curl_set_pointer(raw, CURLOPT_DEBUGDATA, pointer)
        set(CURLOPT_VERBOSE, 1)
        _ = curl_set_progress_function(raw, Self.progress)
        _ = curl_set_pointer(raw, CURLOPT_XFERINFODATA, pointer)
        set(CURLOPT_NOPROGRESS, 0)
        _ = curl_set_open_socket_function(raw, Self.openSocket)
        _ = curl_set_pointer(raw, CURLOPT_OPENSOCKETDATA, pointer)
    }

    private func perform() -> Ending {
        let code = curl_easy_perform(raw)
        var status = 0
        _ = curl_get_long(raw, CURLINFO_RESPONSE_CODE, &status)
        var request = 0
        _ = curl_get_long(raw, CURLINFO_REQUEST_SIZE, &request)
        return Ending(
            code: code, message: String(cString: curl_easy_strerror(code)), status: status, answer: context.lines,
            body: context.body, command: context.command, isHandedOver: context.hasReadAll || request > 0,
            isRefusedPlain: context.isRefusedPlain)
    }

    private static func context(_ pointer: UnsafeMutableRawPointer?) -> Context? {
        pointer.map { Unmanaged<Context>.fromOpaque($0).takeUnretainedValue() }
    }

    private static let read: curl_bytes_function = { bytes, size, count, pointer in
        guard let bytes, let context = context(pointer) else { return 0 }
        let length = min(size * count, context.upload.count - context.uploaded)
        guard length > 0 else {
            context.hasReadAll = true
            return 0
        }
        let from = context.upload.startIndex + context.uploaded
        context.upload.copyBytes(
            to: UnsafeMutableRawBufferPointer(start: bytes, count: length), from: from..<from + length)
        context.uploaded += length
        return length
    }

    private static let header: curl_bytes_function = { bytes, size, count, pointer in
        guard let bytes, let context = context(pointer) else { return 0 }
        guard !context.isLeaving else { return size * count }
        let line = String(decoding: UnsafeRawBufferPointer(start: bytes, count: size * count), as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        if let last = context.lines.last, isLastOfAnswer(last) { context.lines = [] }
        if context.lines.count < 50 { context.lines.append(String(line.prefix(1000))) }
        return size * count
    }

    /// Whether a line ends a mail server's answer: `250 ok`, not `250-ok`, and no line of an HTTP head.
    private static func isLastOfAnswer(_ line: String) -> Bool {
        let bytes = Array(line.utf8.prefix(4))
        guard bytes.count >= 3, bytes.prefix(3).allSatisfy({ (48...57).contains($0) }) else { return false }
        return bytes.count == 3 || bytes[3] != UInt8(ascii: "-")
    }

    private static let write: curl_bytes_function = { bytes, size, count, pointer in
        guard let bytes, let context = context(pointer) else { return 0 }
        let room = min(size * count, 65_536 - context.body.count)
        if room > 0 { context.body.append(Data(bytes: bytes, count: room)) }
        return size * count
    }

    /// Of what goes out only the name of a command is looked at: the rest may be a password.
    private static let debug: curl_debug_function = { _, kind, bytes, count, pointer in
        guard kind == CURLINFO_HEADER_OUT, let bytes, let context = context(pointer) else { return 0 }
        let start = String(decoding: UnsafeRawBufferPointer(start: bytes, count: min(count, 8)), as: UTF8.self)
        if start.hasPrefix("QUIT") { context.isLeaving = true }
        if !context.isLeaving, let known = commands.first(where: { start.hasPrefix($0) }) { context.command = known }
        return 0
    }

    private static let commands = ["EHLO", "HELO", "STARTTLS", "AUTH", "MAIL", "RCPT", "DATA"]

    private static let progress: curl_progress_function = { pointer, _, _, _, _ in
        context(pointer)?.stop.isNow == true ? 1 : 0
    }

    private static let openSocket: curl_opensocket_callback = { pointer, _, address in
        guard let address, let context = context(pointer) else { return CURL_NO_SOCKET }
        if context.isPlain, !PrivateAddress.isPrivate(&address.pointee.addr) {
            context.isRefusedPlain = true
            return CURL_NO_SOCKET
        }
        return socket(address.pointee.family, address.pointee.socktype, address.pointee.protocol)
    }
}

extension CurlTransfer.Ending {
    /// libcurl could not be started.
    fileprivate static var impossible: Self {
        Self(
            code: CURLE_FAILED_INIT, message: "", status: 0, answer: [], body: Data(), command: "", isHandedOver: false,
            isRefusedPlain: false)
    }
}
