import Clinic
import Foundation
import Rendering
import Store

/// Name and key of a favourite as typed.
struct FavouriteForm: Sendable {
    let name: String
    /// Empty for none.
    let key: String
    /// The version the form started from.
    var version: Int

    init(name: String, key: String, version: Int) {
        (self.name, self.key, self.version) = (name, key, version)
    }

    init(_ favourite: FavouritePrescription) {
        self.init(
            name: favourite.label.name, key: favourite.label.key.map(String.init) ?? "", version: favourite.version)
    }

    init(_ form: Form) {
        self.init(name: form.text("name"), key: form.text("key"), version: Int(form.text("version")) ?? 0)
    }

    /// - Throws: ``ValidationFailure``.
    func label() throws -> FavouriteLabel {
        try FavouriteLabel(name: name, key: key.isEmpty ? nil : Int(key) ?? 0)
    }
}

/// What pages say of favourites.
struct FavouriteWords {
    let words: PrescriptionWords
    /// Which template a choice was made from.
    let template: (TherapyChoice) -> TherapyTemplate

    /// What a favourite holds, a line for each part that it has.
    func lines(_ content: FavouriteContent) -> [String] {
        let diagnoses = content.diagnoses.diagnoses.map { "\($0.code.display) \($0.title)" }.joined(separator: ", ")
        var lines = [diagnoses, content.practice?.name ?? ""]
        if let choice = content.therapies {
            let printed = SheetTherapies(choice, of: template(choice), in: words.words.language, date: words.date)
            let items = printed.sections.flatMap(\.items).map(\.title).joined(separator: ", ")
            let visits = words("prescriptions.visits", count: choice.plan.visits)
            lines.append(items.isEmpty ? visits : "\(visits): \(items)")
            if let until = choice.validUntil {
                lines.append(
                    words("favourite-prescriptions.valid-for", count: content.writtenOn.days(to: until)))
            }
        }
        return lines.filter { !$0.isEmpty }
    }
}

/// The list of favourites.
struct FavouritePrescriptionsPage: Page {
    static let template = "favourite-prescriptions/index"

    struct Line: Sendable {
        let id: String
        let url: String
        let name: String
        /// Of the keyboard; nil for none.
        let key: String?
        let lines: [String]
        let uses: String
        /// Its codes that cannot be billed any more.
        let retired: [RetiredCodeView]
        let removal: ConfirmView
    }

    let favourites: [Line]
    let isEmpty: Bool

    init(_ favourites: [FavouritePrescription], retired: [RetiredCode], _ words: FavouriteWords) {
        let said = words.words.words
        isEmpty = favourites.isEmpty
        self.favourites = favourites.map { favourite in
            let codes = favourite.content.diagnoses.diagnoses.map(\.code)
            return Line(
                id: favourite.id.text, url: "/favourite-prescriptions/\(favourite.id)", name: favourite.label.name,
                key: favourite.label.key.map(String.init), lines: words.lines(favourite.content),
                uses: said("favourite-prescriptions.uses", count: favourite.uses),
                retired: retired.filter { codes.contains($0.code) }.map { RetiredCodeView($0, said) },
                removal: .removal(of: favourite, said))
        }
    }
}

/// Name and key, beside what the favourite holds.
struct FavouriteFormPage: Page {
    static let template = "favourite-prescriptions/form"

    /// Where the form is sent and where one came from.
    struct Purpose: Sendable {
        let action: String
        let backURL: String
    }

    let problems: [ProblemLine]
    let title: String
    let action: String
    let backURL: String
    let name: FieldView
    let key: ChoiceFieldView
    let version: Int
    let lines: [String]
    /// What of the prescription is not kept, or should not be; nil for nothing.
    let dropped: String?
    let naming: String?

    /// - Parameters:
    ///   - others: the other favourites, whose keys are taken.
    ///   - patient: who the prescription is for; nil for a favourite that is kept already.
    init(
        _ purpose: Purpose, _ form: FavouriteForm, _ content: FavouriteContent, others: [FavouritePrescription],
        problems: [Problem], patient: PersonName?, _ words: FavouriteWords
    ) {
        let said = words.words.words
        let fields = FieldBuilder(words: said, problems: problems, prefix: "favourite-prescriptions")
        self.problems = fields.summary
        (action, backURL) = (purpose.action, purpose.backURL)
        title = said(form.version == 0 ? "favourite-prescriptions.new" : "favourite-prescriptions.edit")
        name = fields.field("name", form.name) {
            $0.maxLength = FavouriteLabel.longestName
            $0.autocomplete = "off"
        }
        let taken = Set(others.compactMap(\.label.key))
        let free = FavouriteLabel.keys.filter { !taken.contains($0) }.map { (value: "\($0)", label: "\($0)") }
        let none = (value: "", label: said("favourite-prescriptions.no-key"))
        key = fields.choice("key", [none] + free, chosen: [form.key]) { $0.optional = true }
        version = form.version
        lines = words.lines(content)
        dropped = content.hasDroppedDates ? said("favourite-prescriptions.dropped-dates") : nil
        naming = patient.map(content.names) == true ? said("favourite-prescriptions.names-patient") : nil
    }
}

/// The question before a favourite is removed, as a page of its own.
struct FavouriteRemovalPage: Page {
    static let template = "favourite-prescriptions/removal"
    let question: ConfirmView
}

/// A favourite as a button that begins it.
struct FavouriteButton: Sendable {
    let url: String
    let name: String
    /// Of the keyboard; nil for none.
    let key: String?

    /// Those with a key in the order of the keyboard, then the most used others; few enough to choose from.
    static func buttons(_ favourites: [FavouritePrescription]) -> [FavouriteButton] {
        let keyed = favourites.filter { $0.label.key != nil }.sorted { ($0.label.key ?? 0) < ($1.label.key ?? 0) }
        let others = favourites.filter { $0.label.key == nil }
        return (keyed + others).prefix(9).map {
            FavouriteButton(
                url: "/favourite-prescriptions/\($0.id)/prescriptions", name: $0.label.name,
                key: $0.label.key.map(String.init))
        }
    }
}

extension ConfirmView {
    static func removal(of favourite: FavouritePrescription, _ words: Words) -> ConfirmView {
        ConfirmView(
            id: "removal-\(favourite.id)",
            title: words("favourite-prescriptions.removal.title", ["name": favourite.label.name]),
            text: words("favourite-prescriptions.removal.text"),
            action: "/favourite-prescriptions/\(favourite.id)/removal",
            confirmLabel: words("favourite-prescriptions.removal.confirm"))
    }
}
