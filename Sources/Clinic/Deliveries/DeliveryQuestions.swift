/// When a gateway is asked what became of a message that it accepted. Most arrive within seconds; a phone that is off may get
/// its messages for a day or so, and then nobody learns more.
package enum DeliveryQuestions {
    /// Seconds from the acceptance to the first question and from each to the next: 30 s, 1, 2, 5, 15 and 30 minutes, 1, 2, 4, 8
    /// and 8 hours, together a day.
    package static let waits: [Double] = [30, 60, 120, 300, 900, 1800, 3600, 7200, 14_400, 28_800, 28_800]

    /// Seconds until the next question; nil when no more is asked.
    /// - Parameter asked: how often it was asked, 0 or more.
    package static func wait(after asked: Int) -> Double? { waits.indices.contains(asked) ? waits[asked] : nil }

    /// Seconds after which a question that was never asked, because the settings did not let it, is dropped.
    package static let latest = 172_800.0
}
