import Clinic
import Foundation
import Rendering

/// What medication prescriptions say in the reader's language.
struct MedicationWords: Sendable {
    let words: Words
    /// The patient's.
    let zone: TimeZone
    let today: LocalDate
    private var dates: Dates { Dates(words.language) }

    init(_ words: Words, zone: TimeZone, today: LocalDate) {
        self.words = words
        self.zone = zone
        self.today = today
    }

    func callAsFunction(_ key: String, _ values: [String: String] = [:]) -> String { words(key, values) }

    func date(_ date: LocalDate) -> String { dates.date(date) }

    func time(_ instant: Date) -> String { dates.dateAndTime(instant, in: zone) }

    /// How an order is taken, in the reader's language.
    func sentence(_ order: MedicationOrder) -> DosageSentence { DosageWriter(words, zone: zone).sentence(order) }

    /// What is to be known before anything else: discontinued, over, paused; nil for nothing.
    func state(_ prescription: MedicationPrescription) -> String? {
        if let discontinuation = prescription.discontinuation {
            let values = ["date": date(discontinuation.lastDay), "reason": discontinuation.reason]
            return words("medication-prescriptions.state.discontinued", values)
        }
        if let end = prescription.order.end, end < today {
            return words("medication-prescriptions.state.over", ["date": date(end)])
        }
        let pause = prescription.pauses.first { pause in
            pause.from <= today && pause.through.map { $0 >= today } ?? true
        }
        return pause.map {
            words("medication-prescriptions.state.paused", ["date": date($0.from), "reason": $0.reason])
        }
    }

    /// "Lisinopril 10 mg".
    func title(_ order: MedicationOrder) -> String {
        [order.medicine.title, order.strength].filter { !$0.isEmpty }.joined(separator: " ")
    }
}
