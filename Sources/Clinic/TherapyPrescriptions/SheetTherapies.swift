/// What is ordered, as a sheet prints it: the chosen items only, with their titles copied from the template.
package struct SheetTherapies: Sendable, Hashable, Codable {
    /// One chosen item.
    package struct Item: Sendable, Hashable, Codable {
        package let id: String
        package let title: String
        /// What the item means; nil for none.
        package let detail: String?
        /// What it is narrowed to; empty when it is meant in general.
        package let kinds: [String]
    }

    /// A heading with what was chosen below it, never empty.
    package struct Section: Sendable, Hashable, Codable {
        package let id: String
        package let title: String
        package let items: [Item]
    }

    /// Something dangerous that is ordered with a reason.
    package struct Reason: Sendable, Hashable, Codable {
        package let warning: String
        /// Plain text as the prescriber typed it.
        package let reason: String
    }

    /// The template's id and version.
    package let template: String
    package let version: Int
    /// "Evaluate and Treat", "Total Visits", "Return Report" in the template's words.
    package let evaluationTitle: String
    package let visitsTitle: String
    package let reportTitle: String
    package let plan: VisitPlan
    package let wantsReport: Bool
    package let sections: [Section]
    /// The template's title; nil on sheets signed before there was more than one template.
    package let specialty: String?
    /// Nil when nothing is said.
    package let weightBearing: String?
    package let precautions: [String]
    /// What is dangerous and ordered all the same, with why; nil for nothing.
    package let reasons: [Reason]?
    /// Plain text, empty for none.
    package let goals: String
    /// Markdown, empty for none.
    package let instructions: String
    /// Nil for no limit.
    package let validUntil: LocalDate?

    /// Copies a choice in the words of one language. Every item stands under its own id and title; ids the template does
    /// not have are left out, so check ``TherapyChoice/problems(_:today:)`` first.
    /// - Parameters:
    ///   - known: what the patient's record gives, as ``TherapyTemplate/known(of:)``.
    ///   - date: writes a day in that language.
    package init(
        _ choice: TherapyChoice, of template: TherapyTemplate, known: Set<String> = [], in language: Language,
        date: (LocalDate) -> String
    ) {
        let words = SheetItemWords(choice: choice, language: language)
        self.template = template.id
        version = template.version
        specialty = template.title[language]
        evaluationTitle = template.evaluation?.title[language] ?? ""
        visitsTitle = template.visits.title[language]
        reportTitle = template.item(TherapyTemplate.returnReport)?.title[language] ?? ""
        plan = choice.plan
        wantsReport = choice.wantsReport
        sections = template.sections.compactMap { section in
            let items = section.items.filter { choice.contains($0) && $0.id != TherapyTemplate.returnReport }
            guard !items.isEmpty else { return nil }
            return Section(
                id: section.id, title: section.title[language],
                items: items.map { item in
                    Item(
                        id: item.id, title: words.title(of: item, date: date), detail: item.detail?[language],
                        kinds: words.kinds(of: item))
                })
        }
        weightBearing = template.weightBearing.first { $0.id == choice.weightBearing }
            .map { words.title(of: $0, date: date) }
        precautions = template.precautions.filter(choice.contains).map { words.title(of: $0, date: date) }
        let dangers = (template.rules ?? []).filter {
            $0.effect == .endangers && choice.applies($0, in: template, known: known)
        }.compactMap { rule in
            choice.reasons[rule.id].map { Reason(warning: rule.message[language], reason: $0) }
        }
        reasons = dangers.isEmpty ? nil : dangers
        goals = choice.goals
        instructions = choice.instructions
        validUntil = choice.validUntil
    }
}

/// What is chosen of an item, in the words of one language.
package struct SheetItemWords {
    let choice: TherapyChoice
    let language: Language

    package init(choice: TherapyChoice, language: Language) {
        self.choice = choice
        self.language = language
    }

    /// "No active external rotation beyond 30° until March 1, 2027".
    package func title(of item: TherapyTemplate.Item, date: (LocalDate) -> String) -> String {
        let typed = choice.values[item.id] ?? [:]
        let filled = (item.fields ?? []).compactMap { field in
            typed[field.id].map { (field.id, field.printed($0, in: language, date: date)) }
        }
        if let phrase = item.phrase {
            return TherapyPhrase.filled(phrase[language], Dictionary(uniqueKeysWithValues: filled))
        }
        guard !filled.isEmpty else { return item.title[language] }
        return "\(item.title[language]): \(filled.map(\.1).joined(separator: ", "))"
    }

    func kinds(of item: TherapyTemplate.Item) -> [String] {
        (item.kinds ?? []).filter { choice.kinds[item.id]?.contains($0.id) == true }.map { $0.title[language] }
    }
}
