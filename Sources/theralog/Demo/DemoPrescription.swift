import Clinic

/// A therapy prescription that the demo clinic signed.
struct DemoPrescription: Codable, Sendable {
    /// A billable code, without its dot.
    struct Code: Codable, Sendable {
        let system: CodeSystem
        let code: String

        var diagnosisCode: DiagnosisCode { DiagnosisCode(system: system, text: code) }
    }

    let key: String
    /// The keys of a patient, an account and a practice.
    let patient: String
    let clinician: String
    let practice: String
    let signedDaysAgo: Int
    /// One to three, primary first.
    let diagnoses: [Code]
    let therapy: TherapyChoice
    /// Days from the signature to the last on which treatment may begin; nil for no limit.
    let validForDays: Int?
    /// When the practice's mail server took a message about it; nil for never. Nothing leaves the demo: it is noted alone.
    let sentDaysAgo: Int?
    /// What its practice told, oldest first; nil for nothing.
    let course: [DemoReturn]?
}
