import Clinic
import Documents
import Foundation
import Rendering
import Sending
import Store

/// Practices nearby: the search, the map and the numbered list.
struct NearbyPage: Page {
    static let template = "practices/nearby"

    /// What was asked and what came of it.
    struct Search: Sendable {
        let form: NearbyForm
        let reading: NearbyForm.Reading
        /// Nil where the ZIP code is missing, wrong or unknown.
        let area: PostalArea?
        /// Where distances are counted from; nil where nothing was searched.
        let origin: StreetOrigin?
        /// Nil where nothing was searched.
        let found: NearbyPractices?
        let start: NearbyHandlers.Start
    }

    /// Why there is no place to search around, with the way to where it can be mended.
    struct Gap: Sendable {
        let text: String
        let url: String
        let label: String
    }

    let banner: PatientBanner?
    let problems: [ProblemLine]
    let choice: PracticeChoice
    let tabs: PracticeTabs
    let gap: Gap?
    let prescription: String?
    let zip: FieldView
    let radius: FieldView
    let name: FieldView
    let unit: ChoiceFieldView
    let specialty: ChoiceFieldView
    let order: ChoiceFieldView
    let isNarrowed: Bool
    /// "12 practices within 10 mi of 97211 Portland"; nil where nothing was searched.
    let found: String?
    /// Where distances are counted from; nil where nothing was searched.
    let origin: String?
    /// SVG; nil without practices.
    let map: String?
    let practices: [PracticeRow]
    let isEmpty: Bool
    /// A wider search, where nothing was found.
    let widerURL: String?
    let wider: String
    let credits: String

    init(
        _ search: Search, _ around: DraftSurroundings?, credits: [CatalogLayout], home: Country, words: Words
    ) {
        let (form, reading) = (search.form, search.reading)
        let draft = around?.draft.id
        banner = around?.banner
        tabs = PracticeTabs(.nearby, draft: draft, words: words)
        prescription = draft?.text
        let fields = FieldBuilder(words: words, problems: reading.problems, prefix: "practices.nearby")
        problems = fields.summary
        gap = Self.gap(search, around, words)
        zip = fields.field("zip", form.zip.isEmpty ? reading.zip?.digits ?? "" : form.zip) {
            $0.inputMode = "numeric"
            $0.width = "10"
            $0.autocomplete = "off"
        }
        radius = fields.field("radius", form.radius.isEmpty ? reading.radius.text : form.radius) {
            $0.inputMode = "decimal"
            $0.width = "4"
            $0.autocomplete = "off"
        }
        unit = fields.choice(
            "unit", DistanceUnit.allCases.map { ($0.rawValue, words("practices.unit.\($0.name)")) },
            chosen: [reading.radius.unit.rawValue])
        name = fields.field("q", form.name) {
            $0.type = "search"
            $0.required = false
            $0.optional = true
            $0.autocomplete = "off"
        }
        specialty = fields.choice("specialty", PracticeWords.specialties(words), chosen: [form.specialty])
        order = fields.choice(
            "order", NearbyQuery.Order.allCases.map { ($0.rawValue, words("practices.order.\($0.rawValue)")) },
            chosen: [reading.order.rawValue])
        isNarrowed = !form.name.isEmpty || !form.specialty.isEmpty || !form.order.isEmpty
        choice = PracticeChoice(around, returnPath: form.path(prescription: draft))

        let near = search.found?.practices ?? []
        let writing = NearbyWriting(unit: reading.radius.unit, home: home, words: words, draft: around?.draft)
        practices = near.enumerated().map { writing.row($1, number: $0 + 1) }
        isEmpty = search.found != nil && near.isEmpty
        map = search.origin.flatMap { near.isEmpty ? nil : writing.map(near, around: $0.point) }
        origin = search.origin.flatMap { origin in search.area.map { writing.text(origin, $0) } }
        found = search.found.flatMap { found in
            search.area.map { writing.summary(found, reading.radius, $0) }
        }
        let larger = SearchRadius(
            tenths: min(reading.radius.tenths * 5, reading.radius.unit.largestRadius.tenths), unit: reading.radius.unit)
        widerURL = larger == reading.radius ? nil : form.path(prescription: draft, radius: larger)
        wider = words("practices.nearby.wider", ["radius": writing.text(larger)])
        self.credits = Set(credits.map { words("imports.licence.\($0.source)") }).sorted().joined(separator: " ")
    }

    /// What is said when the patient's address gives no place: only while nothing else was typed.
    private static func gap(_ search: Search, _ around: DraftSurroundings?, _ words: Words) -> Gap? {
        guard let around else {
            let hasNone = search.reading.zip == nil && search.form.zip.isEmpty
            return hasNone
                ? Gap(text: words("practices.problem.zip-missing"), url: "#zip", label: words("practices.gap.type-zip"))
                : nil
        }
        let isPatients = search.form.zip.isEmpty || search.form.zip == search.start.zip?.digits
        guard isPatients, search.area == nil else { return nil }
        let text = search.start.gap.map { words($0.message) } ?? words("practices.gap.unknown-zip")
        guard let patient = around.patient else {
            return Gap(text: text, url: "\(around.path)/patient", label: words("practices.gap.choose-patient"))
        }
        return Gap(
            text: text, url: "/patients/\(patient.id)/edit?prescription=\(around.draft.id)",
            label: words("practices.gap.edit-patient", ["name": patient.name.full]))
    }
}

/// How practices nearby are said and drawn.
struct NearbyWriting: Sendable {
    let unit: DistanceUnit
    let home: Country
    let words: Words
    let draft: TherapyPrescriptionDraft?

    func text(_ radius: SearchRadius) -> String { "\(number(Double(radius.tenths) / 10)) \(radius.unit.rawValue)" }

    func text(_ distance: Distance) -> String { "\(number(distance.rounded(in: unit))) \(unit.rawValue)" }

    private func number(_ value: Double) -> String {
        Numbers(words.language).decimal(Decimal(Int((value * 10).rounded())) / 10)
    }

    func row(_ near: NearbyPractice, number: Int) -> PracticeRow {
        var row = PracticeRow(
            near.reference, near.practice, isFavourite: near.favourite != nil, for: draft, home: home, words: words)
        row.number = "\(number)"
        row.distance = text(near.distance)
        let days = near.reportDays.map { words("practices.report-days", count: max(1, Int($0.rounded()))) }
        let referrals = near.referrals > 0 ? words("practices.referrals", count: near.referrals) : nil
        row.referrals = referrals.map { [$0, days].compactMap { $0 }.joined(separator: " · ") }
        return row
    }

    func map(_ practices: [NearbyPractice], around center: Coordinates) -> String {
        let pins = practices.enumerated().map { index, near in
            PracticeMap.Pin(
                number: index + 1, location: near.location,
                label: "\(index + 1). \(near.practice.name), \(text(near.distance))", address: "#practice-\(index + 1)",
                isFavourite: near.favourite != nil)
        }
        return PracticeMap(around: center, pins, unit: unit, words: words).svg()
    }

    /// "From the centre of ZIP 97201", and why not from the street.
    func text(_ origin: StreetOrigin, _ area: PostalArea) -> String {
        if origin.isStreet { return words("practices.nearby.from.street") }
        let zip = words("practices.nearby.from.zip", ["zip": area.code])
        guard let gap = origin.gap else { return zip }
        let distance = origin.distance.map { text($0) } ?? ""
        return "\(zip) \(words("practices.nearby.from.\(gap.rawValue)", ["distance": distance]))"
    }

    func summary(_ found: NearbyPractices, _ radius: SearchRadius, _ area: PostalArea) -> String {
        let place = [area.code, area.city].filter { !$0.isEmpty }.joined(separator: " ")
        let values = ["radius": text(radius), "place": place]
        return words(
            found.isCut ? "practices.nearby.found-more" : "practices.nearby.found", count: found.practices.count, values
        )
    }
}

/// Words about practices that several pages share.
enum PracticeWords {
    /// Kinds of therapists and practices as the options of a select; the first stands for any.
    static func specialties(_ words: Words) -> [(value: String, label: String)] {
        [(value: "", label: words("practices.specialty.any"))]
            + TherapySpecialty.allCases.map { ($0.rawValue, words("practices.specialty.\($0.rawValue)")) }
    }
}
