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
    /// Nil when nothing is said.
    package let weightBearing: String?
    package let precautions: [String]
    /// Plain text, empty for none.
    package let goals: String
    /// Markdown, empty for none.
    package let instructions: String
    /// Nil for no limit.
    package let validUntil: LocalDate?

    /// Copies a choice in the words of one language. Every item stands under its own id and title; ids the template does
    /// not have are left out, so check ``TherapyChoice/problems(_:today:)`` first.
    package init(_ choice: TherapyChoice, of template: TherapyTemplate, in language: Language) {
        self.template = template.id
        version = template.version
        evaluationTitle = template.evaluation?.title[language] ?? ""
        visitsTitle = template.visits.title[language]
        reportTitle = template.item(TherapyTemplate.returnReport)?.title[language] ?? ""
        plan = choice.plan
        wantsReport = choice.wantsReport
        sections = template.sections.compactMap { section in
            let items = section.items.filter { choice.items.contains($0.id) && $0.id != TherapyTemplate.returnReport }
            guard !items.isEmpty else { return nil }
            return Section(
                id: section.id, title: section.title[language],
                items: items.map { item in
                    let kinds = (item.kinds ?? []).filter { choice.kinds[item.id]?.contains($0.id) == true }
                    return Item(
                        id: item.id, title: item.title[language], detail: item.detail?[language],
                        kinds: kinds.map { $0.title[language] })
                })
        }
        weightBearing = template.weightBearing.first { $0.id == choice.weightBearing }?.title[language]
        precautions = template.precautions.filter { choice.precautions.contains($0.id) }.map { $0.title[language] }
        goals = choice.goals
        instructions = choice.instructions
        validUntil = choice.validUntil
    }
}
