/// How somebody reads times of day. Times are entered and kept on the 24-hour clock.
package enum ClockStyle: String, CaseIterable, Hashable, Sendable, Codable {
    /// 20:00
    case hours24 = "24"
    /// 8:00 pm, in languages that have it; noon and midnight in words, since "12 am" is read both ways.
    case hours12 = "12"
}
