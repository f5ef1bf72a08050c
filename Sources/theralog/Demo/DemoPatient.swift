import Clinic
import Foundation

/// A patient of the demo clinic.
struct DemoPatient: Codable, Sendable, DemoAddressed {
    struct Allergies: Codable, Sendable {
        enum Status: String, Codable, Sendable {
            case noneKnown = "none-known"
            case notAsked = "not-asked"
            case recorded
        }

        struct Entry: Codable, Sendable {
            let substance: String
            let reaction: String
            let severity: Allergy.Severity
        }

        let status: Status
        /// Empty unless ``Status/recorded``.
        let list: [Entry]
    }

    struct PregnancyAnswer: Codable, Sendable {
        let status: Pregnancy.Status
        let daysAgo: Int
    }

    struct Measurement: Codable, Sendable {
        let value: Decimal
        let daysAgo: Int
    }

    let key: String
    let given: String
    let family: String
    let order: PersonName.Order
    /// How many days ago the record was begun; nothing in the file is older.
    let registeredDaysAgo: Int
    let birthDate: LocalDate
    let sex: Sex
    let street: String
    let city: String
    let state: String
    let postalCode: String
    let country: String
    let phone: String
    let email: String
    /// BCP 47 tag.
    let language: String
    /// In the IANA database.
    let timeZone: String
    let notes: String
    let allergies: Allergies
    let conditions: [String]
    let pregnancy: PregnancyAnswer?
    let weightKilograms: Measurement?
    let heightCentimetres: Measurement?
    /// In mL/min per 1.73 m².
    let egfr: Measurement?

    /// The days on which something was found out after the record was begun, the first of them first.
    var laterDaysAgo: [Int] {
        let days = [pregnancy?.daysAgo, weightKilograms?.daysAgo, heightCentimetres?.daysAgo, egfr?.daysAgo]
        return Set(days.compactMap { $0 }).filter { $0 < registeredDaysAgo }.sorted(by: >)
    }
}

extension PersonName.Order: Codable {}
extension Sex: Codable {}
extension Allergy.Severity: Codable {}
extension Pregnancy.Status: Codable {}
