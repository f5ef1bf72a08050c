import Foundation

/// The invented clinic of `data/demo/clinic.json`. Its entries name one another by `key`; `data/README.md` describes the
/// file, and nothing in it goes unread.
struct DemoClinic: Codable, Sendable {
    struct Office: Codable, Sendable {
        let name: String
        /// In the IANA database.
        let timeZone: String
    }

    let clinic: Office
    let accounts: [DemoAccount]
    let patients: [DemoPatient]
    let practices: [DemoPractice]
    let therapyTemplates: [DemoTherapyTemplate]
    let prescriptions: [DemoPrescription]
    let medications: [DemoMedication]

    /// An entry that breaks a rule of the program, or names one that is not there: a mistake in the shipped file.
    struct Mistake: Error, CustomStringConvertible {
        /// Such as "patient asdis".
        let entry: String
        let reason: String
        var description: String { "data/demo/clinic.json: \(entry): \(reason)" }
    }

    /// Reads the file of a data folder.
    /// - Throws: `DecodingError`, or `CocoaError` for a file that is not there.
    init(dataFolder: URL) throws {
        let json = try Data(contentsOf: dataFolder.appendingPathComponent("demo/clinic.json"))
        self = try JSONDecoder().decode(DemoClinic.self, from: json)
    }

    /// The zone that the clinic's days begin in.
    var timeZone: TimeZone {
        get throws {
            guard let zone = TimeZone(identifier: clinic.timeZone) else {
                throw Mistake(entry: "clinic", reason: "there is no time zone \(clinic.timeZone)")
            }
            return zone
        }
    }
}
