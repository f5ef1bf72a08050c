import CCurl
import Clinic
import Foundation
import Store

/// What a gateway's answer means.
struct TextAnswer {
    let settings: GatewaySettings

    init(_ settings: GatewaySettings) { self.settings = settings }

    /// Nothing went out when there was no connection; the gateway says so when it refuses. What lies between is unknown:
    /// then a text is sent again by itself only when the gateway knows a repetition by its key.
    func result(_ ending: CurlTransfer.Ending) -> SendingResult {
        let answer = JSONAnswer(ending.body)
        let words = words(ending, answer)
        let status = ending.status
        guard ending.code == CURLE_OK else {
            let failure = TransferFailure.of(ending) ?? .brokenOff
            return ending.isHandedOver ? unknown(failure, words) : SendingResult(.failedForNow(failure), words: words)
        }
        switch status {
        case 200...299:
            return SendingResult(.accepted(reference: answer?.text(at: settings.referencePath)), words: words)
        case 401, 403: return SendingResult(.failedForNow(.signIn), words: words)
        case 408, 502, 504: return unknown(.timeout, words)
        case 425, 429, 500...599:
            return SendingResult(.failedForNow(.busy, after: wait(ending)), words: words)
        default:
            let code = answer?.text(at: settings.codePath)
            let isLandline = code.map(settings.landlineCodes.contains) ?? false
            return SendingResult(.failed(isLandline ? .landline : .refused), words: words)
        }
    }

    private func unknown(_ failure: DeliveryFailure, _ words: String?) -> SendingResult {
        SendingResult(settings.keyHeader.isEmpty ? .uncertain(failure) : .failedForNow(failure), words: words)
    }

    /// The status and what the answer says of it: the code and words of an error, else the beginning of the text.
    private func words(_ ending: CurlTransfer.Ending, _ answer: JSONAnswer?) -> String? {
        guard ending.status > 0 else { return nil }
        guard let answer else {
            let isText = ending.answer.contains { $0.lowercased().hasPrefix("content-type: text/plain") }
            let text = isText ? " " + String(decoding: ending.body.prefix(300), as: UTF8.self) : ""
            return "\(ending.status)\(text)"
        }
        let parts = (200...299).contains(ending.status) ? [] : [settings.codePath, settings.wordsPath]
        return (["\(ending.status)"] + parts.compactMap { answer.text(at: $0) }).joined(separator: " ")
    }

    /// Seconds that `Retry-After` asks for; nil for none, and for a date.
    private func wait(_ ending: CurlTransfer.Ending) -> Double? {
        let lines = ending.answer.lazy.map { $0.lowercased() }
        guard let line = lines.first(where: { $0.hasPrefix("retry-after:") }) else { return nil }
        return Double(line.dropFirst(12).trimmingCharacters(in: .whitespaces)).flatMap { $0 >= 0 ? $0 : nil }
    }
}
