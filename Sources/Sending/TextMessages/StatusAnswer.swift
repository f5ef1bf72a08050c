import CCurl
import Clinic
import Foundation
import Store

/// What a gateway's answer says of a message that it accepted. Only its own plain word settles anything: an error, a broken
/// connection or a word that nobody named leaves the message sent.
struct StatusAnswer {
    let settings: GatewaySettings
    let status: GatewaySettings.Status

    func arrival(_ ending: CurlTransfer.Ending) -> (arrival: DeliveryArrival, words: String?) {
        guard ending.code == CURLE_OK, (200...299).contains(ending.status), let answer = JSONAnswer(ending.body),
            let said = answer.text(at: status.path)
        else { return (.unknown, nil) }
        let isSaid = { (values: [String]) in values.contains { $0.lowercased() == said.lowercased() } }
        if isSaid(status.delivered) { return (.delivered, nil) }
        guard isSaid(status.undelivered) else { return (.unknown, nil) }
        let code = answer.text(at: status.codePath)
        let isLandline = code.map(settings.landlineCodes.contains) ?? false
        let words = [said, code, answer.text(at: status.wordsPath)].compactMap(\.self).joined(separator: " ")
        return (.undelivered(isLandline ? .landline : .undelivered), words)
    }
}
