import Clinic

/// A medication prescription that the demo clinic signed, and how it is taken.
struct DemoMedication: Codable, Sendable {
    /// What a patient writes down day by day.
    struct Log: Codable, Sendable {
        /// The share of doses that are taken, 0…1.
        let taken: Double
        /// The share of doses that are left out and said to be; the rest is not written down at all.
        let leftOut: Double
        /// Why doses are left out, in turn.
        let reasons: [NotTakenReason]
        /// Days on which nothing was written down, from the first to the last, counted back.
        let pauses: [Pause]

        struct Pause: Codable, Sendable {
            let fromDaysAgo: Int
            let throughDaysAgo: Int
        }
    }

    let key: String
    /// The keys of a patient and an account.
    let patient: String
    let clinician: String
    let signedDaysAgo: Int
    /// The id of a medicine of the shipped list.
    let medicine: String
    let strength: String
    let form: String
    let route: String
    /// As a clinician types it, in English: "1 tab bid".
    let dosage: String
    let reason: String
    let quantity: Int
    let refills: Int
    /// Nil when nobody writes it down.
    let log: Log?
}
