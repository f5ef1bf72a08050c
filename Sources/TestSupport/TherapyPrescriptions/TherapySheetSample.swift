import Catalogs
import Clinic
import Foundation
import Rendering

extension TherapyTemplate {
    /// The shipped template for the spine.
    package static func spine() throws -> TherapyTemplate { try TherapyTemplates.shipped().standard }
}

extension TherapyTemplates {
    /// All shipped templates, read once.
    package static func shipped() throws -> TherapyTemplates { try read.get() }

    private static let read = Result { try TherapyTemplates(folder: Project.folder("data/therapies")) }
}

extension Practice {
    /// A practice of which nothing but the name is known.
    package static func named(_ name: String) -> Practice {
        var practice = Practice()
        practice.name = name
        return practice
    }
}

extension TherapySheet {
    /// A sheet with every field filled in. `text` goes into each that a person types, for tests of hostile text.
    package static func sample(
        _ choice: TherapyChoice? = nil, language: Language = .english, text: String? = nil,
        icon: PictureHash? = nil, country: String = "US"
    ) throws -> TherapySheet {
        let spine = try TherapyTemplate.spine()
        var ordered = choice ?? TherapyChoice(template: spine)
        if let text { (ordered.goals, ordered.instructions) = (text, text) }
        return TherapySheet(
            language: language,
            provider: SheetProvider(
                name: text ?? "Robin Ward, PA-C", practiceName: text ?? "Harbor Spine Clinic",
                address: [text ?? "12 Quay Street", text ?? "Portland, ME 04101"], phone: text ?? "(207) 555-0133",
                fax: text ?? "(207) 555-0134", email: text ?? "ward@harbor.example", npi: text ?? "1234567893",
                licence: text ?? "PA-4711", country: country, icon: icon, signature: .typed(text ?? "Robin Ward")),
            patient: SheetPatient(
                name: text ?? "María Okafor", birthDate: LocalDate(iso: "1947-03-12") ?? .distantPast,
                number: "1001-2", sex: "female", address: [text ?? "7 Elm Street", text ?? "Portland, ME 04102"],
                phone: text ?? "(207) 555-0199", email: text ?? "maria@example.org"),
            practice: Practice(
                name: text ?? "Lakeside Physical Therapy", contact: text ?? "Lee Chan",
                address: [text ?? "9 Lake Road"], phone: text ?? "(207) 555-0111", fax: text ?? "(207) 555-0112",
                email: text ?? "front@lakeside.example", npi: text ?? "1245319599"),
            therapies: SheetTherapies(ordered, of: spine, in: language) { Dates(language).date($0) },
            diagnoses: [
                Diagnosis(
                    system: "icd10cm", code: "M54.16", title: text ?? "Radiculopathy, lumbar region", side: nil,
                    release: "FY2026", releaseUntil: LocalDate(iso: "2026-09-30")),
                Diagnosis(
                    system: "icd10cm", code: "M25.551", title: "Pain in right hip", side: "right", release: "FY2027",
                    releaseUntil: LocalDate(iso: "2027-09-30")),
            ])
    }
}

extension LocalDate {
    /// 1 January of the year 1.
    fileprivate static var distantPast: LocalDate { LocalDate(Date(timeIntervalSince1970: 0), in: .gmt) }
}
