import Foundation

/// What a favourite holds: a prescription without its patient.
///
/// Dates in it count from the day it was written: "valid until" three months after that day is three months after the day
/// on which a prescription is begun from it. A date that lay before that day, and any that only can, such as that of a
/// surgery, is a fact about one patient and is left out. So are the answers to questions about that patient: why something
/// dangerous was ordered all the same, and what was said to be meant.
package struct FavouriteContent: Sendable, Hashable {
    package let diagnoses: DiagnosisList
    package let practice: Practice?
    package let therapies: TherapyChoice?
    /// The day the dates count from: that of the signature, or of the saving of a draft.
    package let writtenOn: LocalDate
    /// Whether dates of the prescription were left out.
    package let hasDroppedDates: Bool

    /// Takes the content of a prescription over.
    /// - Parameter therapies: the choice with the template it was made from.
    package init(
        diagnoses: DiagnosisList, practice: Practice?, therapies: (TherapyChoice, TherapyTemplate)?,
        writtenOn: LocalDate
    ) {
        self.diagnoses = diagnoses
        self.practice = practice
        self.writtenOn = writtenOn
        guard let (choice, template) = therapies else {
            (self.therapies, hasDroppedDates) = (nil, false)
            return
        }
        let kept = choice.mappingDates(of: template) { date, isPast in isPast || date < writtenOn ? nil : date }
        hasDroppedDates = kept != choice
        self.therapies = kept.withoutAnswers
    }

    /// As it is stored.
    package init(stored diagnoses: DiagnosisList, practice: Practice?, therapies: TherapyChoice?, writtenOn: LocalDate)
    {
        self.diagnoses = diagnoses
        self.practice = practice
        self.therapies = therapies
        self.writtenOn = writtenOn
        hasDroppedDates = false
    }

    package var isEmpty: Bool { diagnoses.isEmpty && practice == nil && therapies == nil }

    /// The therapies of a prescription that is begun on a day: dates are as far away as they were.
    /// - Parameter template: which template a choice was made from.
    package func therapies(on day: LocalDate, template: (TherapyChoice) -> TherapyTemplate) -> TherapyChoice? {
        let later = writtenOn.days(to: day)
        return therapies.map { choice in
            choice.mappingDates(of: template(choice)) { date, _ in date.adding(days: later) }
        }
    }

    /// Whether the words that come along name somebody: a favourite is for any patient.
    package func names(_ person: PersonName) -> Bool {
        let words = Self.words([therapies?.goals, therapies?.instructions].compactMap(\.self).joined(separator: " "))
        // Two letters are more often a word than a name.
        return Self.words("\(person.given) \(person.family)").contains { $0.count > 2 && words.contains($0) }
    }

    private static func words(_ text: String) -> Set<String> {
        Set(text.lowercased().split { !$0.isLetter }.map(String.init))
    }
}

/// A prescription that a clinician writes often, kept to begin new ones from.
package struct FavouritePrescription: Sendable, Hashable {
    package let id: Identifier<FavouritePrescription>
    /// Counts changes of label from 1.
    package let version: Int
    package let label: FavouriteLabel
    package let content: FavouriteContent
    /// The version of the therapies' template when it was saved; nil without therapies.
    package let templateVersion: Int?
    /// How many prescriptions were begun from it.
    package let uses: Int

    package init(
        id: Identifier<FavouritePrescription>, version: Int, label: FavouriteLabel, content: FavouriteContent,
        templateVersion: Int?, uses: Int
    ) {
        self.id = id
        self.version = version
        self.label = label
        self.content = content
        self.templateVersion = templateVersion
        self.uses = uses
    }
}

/// How a favourite is called and begun.
package struct FavouriteLabel: Sendable, Hashable {
    /// 1–80 characters of one line.
    package let name: String
    /// The key that begins it on a patient's page, 1–9; nil for none.
    package let key: Int?

    package static let keys = 1...9
    package static let longestName = 80

    /// - Throws: ``ValidationFailure`` for a name that is missing, too long or unprintable, and for a key that no keyboard has.
    package init(name typed: String, key: Int?) throws {
        var checks = FieldChecks()
        name =
            checks.value(
                try TypedText.line(typed, field: "name", longest: Self.longestName, required: true)) ?? ""
        if let key, !Self.keys.contains(key) { checks.note(Problem("key", "favourite-prescriptions.problem.key")) }
        self.key = key
        guard checks.problems.isEmpty else { throw ValidationFailure(checks.problems) }
    }

    /// As it is stored.
    package init(stored name: String, key: Int?) {
        self.name = name
        self.key = key
    }
}

extension TherapyChoice {
    /// The same with each of its dates changed; nil leaves a date out. What `change` is told besides: whether the date is one
    /// that only lies in the past.
    func mappingDates(
        of template: TherapyTemplate, _ change: (LocalDate, _ isPast: Bool) -> LocalDate?
    ) -> TherapyChoice {
        var choice = self
        choice.validUntil = validUntil.flatMap { change($0, false) }
        for item in template.fillable {
            for field in item.fields ?? [] where field.kind == .date {
                guard let date = values[item.id]?[field.id].flatMap({ LocalDate(iso: $0) }) else { continue }
                choice.values[item.id]?[field.id] = change(date, field.days == .past)?.description
            }
            if choice.values[item.id]?.isEmpty == true { choice.values[item.id] = nil }
        }
        return choice
    }

    /// The same without what was answered for one patient.
    var withoutAnswers: TherapyChoice {
        var choice = self
        choice.accepted = []
        choice.reasons = [:]
        return choice
    }
}
