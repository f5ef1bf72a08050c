import Catalogs
import Clinic
import Foundation
import TestSupport
import Testing

/// The shipped rules against a table of their own: a treatment or a condition that a rule loses, or wins, is noticed.
@Suite("What must not be ordered together")
struct ContraindicationTests {
    private static let file = "domain/pt_templates.json"
    private static var isHere: Bool { Project.shared(file) != nil }

    let templates: TherapyTemplates
    let today: LocalDate

    init() throws {
        templates = try TherapyTemplates.shipped()
        today = try #require(LocalDate(iso: "2026-11-21"))
    }

    /// Chooses what an id of a rule names; false where the list has nothing of the kind.
    private func choose(_ id: String, of template: TherapyTemplate, in choice: inout TherapyChoice) -> Bool {
        if template.precautions.contains(where: { $0.id == id }) {
            choice.precautions.insert(id)
            return true
        }
        if template.weightBearing.contains(where: { $0.id == id }) {
            choice.weightBearing = id
            return true
        }
        let parts = id.split(separator: "/").map(String.init)
        guard let item = template.item(parts[0]) else { return false }
        if parts.count == 2 {
            guard item.kinds?.contains(where: { $0.id == parts[1] }) == true else { return false }
            choice.kinds[item.id] = [parts[1]]
        }
        choice.items.insert(item.id)
        return true
    }

    /// A treatment ordered in spite of a condition; nil where a list lacks one of them.
    private func order(_ treatment: String, _ condition: String, of template: TherapyTemplate) -> TherapyChoice? {
        var choice = TherapyChoice(template: template)
        let isThere = choose(treatment, of: template, in: &choice) && choose(condition, of: template, in: &choice)
        return isThere ? choice : nil
    }

    /// A list with everything of all lists, as a clinic may put one together.
    private func everything() -> TherapyTemplate {
        var (items, precautions): ([TherapyTemplate.Item], [TherapyTemplate.Item]) = ([], [])
        var rules: [TherapyTemplate.Rule] = []
        for template in templates.all {
            for item in template.items {
                guard let index = items.firstIndex(where: { $0.id == item.id }) else {
                    items.append(item)
                    continue
                }
                let kinds = items[index].kinds ?? []
                let more = (item.kinds ?? []).filter { kind in !kinds.contains { $0.id == kind.id } }
                if !more.isEmpty { items[index].kinds = kinds + more }
            }
            for one in template.precautions where !precautions.contains(where: { $0.id == one.id }) {
                precautions.append(one)
            }
            for rule in template.rules ?? [] where !rules.contains(where: { $0.id == rule.id }) { rules.append(rule) }
        }
        var whole = templates.standard
        whole.id = "everything"
        whole.sections = [TherapyTemplate.Section(id: "all", title: whole.title, items: items)]
        (whole.precautions, whole.rules) = (precautions, rules)
        return whole
    }

    @Test(
        "every treatment is asked about with every condition, in every list that has both, and in one that has all",
        arguments: Contraindication.all)
    func asked(row: Contraindication) throws {
        let whole = everything()
        let lists = templates.all.filter { $0.rules?.contains { $0.id == row.rule } == true } + [whole]
        for condition in row.conditions {
            for treatment in row.treatments {
                let pair = "\(treatment), \(condition)"
                #expect(order(treatment, condition, of: whole) != nil, "\(pair)")
                for template in lists {
                    guard let choice = order(treatment, condition, of: template) else { continue }
                    let review = TherapyReview(template: template, today: today, language: .english)
                    let found = review.findings(in: choice).compactMap(\.rule).filter { $0.id == row.rule }
                    #expect(found.map(\.effect) == [row.effect], "\(template.id): \(pair)")
                }
            }
        }
    }

    @Test("no list asks about anything else")
    func complete() {
        var unknown: Set<String> = []
        for template in templates.all {
            for rule in template.rules ?? [] where rule.effect != .requires {
                guard let conditions = rule.with else { continue }
                let row = Contraindication.all.first { $0.rule == rule.id }
                for condition in conditions where row?.conditions.contains(condition) != true {
                    unknown.insert("\(rule.id): \(condition)")
                }
                for treatment in rule.when where row?.treatments.contains(treatment) != true {
                    unknown.insert("\(rule.id): \(treatment)")
                }
            }
        }
        #expect(unknown == [])
    }

    @Test(
        "every row of the brief's table of contraindications has its rule",
        .enabled(if: isHere, "skipped: ../shared/domain/pt_templates.json is not on this machine"))
    func brief() throws {
        struct Brief: Decodable {
            let contraindications: [[String]]
        }
        let file = try #require(Project.shared(Self.file))
        let brief = try JSONDecoder().decode(Brief.self, from: Data(contentsOf: file))
        let rows = try brief.contraindications.map { row in
            let condition = try #require(row.first)
            let treatment = try #require(row.last)
            return "\(condition) × \(treatment)"
        }
        let known = Contraindication.all.flatMap(\.brief)
        #expect(Set(rows) == Set(known))
        #expect(rows.count == 15)
    }
}
