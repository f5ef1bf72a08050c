import Foundation

extension TherapyTemplate {
    /// One place up or down.
    package enum Step: String, Sendable, Hashable, CaseIterable {
        case up, down
    }

    /// Moves a heading with its items. Nothing happens at the ends, and to one that is not there.
    package mutating func moveSection(_ id: String, _ step: Step) {
        guard let index = sections.firstIndex(where: { $0.id == id }) else { return }
        let other = step == .up ? index - 1 : index + 1
        if sections.indices.contains(other) { sections.swapAt(index, other) }
    }

    /// Moves an item; the first of a heading goes to the end of the heading before, the last to the beginning of the next.
    /// The request for a report stays below its heading. Nothing happens at the ends, and to an item that is not there.
    package mutating func moveItem(_ id: String, _ step: Step) {
        guard let section = sections.firstIndex(where: { $0.items.contains { $0.id == id } }),
            let index = sections[section].items.firstIndex(where: { $0.id == id })
        else { return }
        let other = step == .up ? index - 1 : index + 1
        if sections[section].items.indices.contains(other) {
            sections[section].items.swapAt(index, other)
            return
        }
        let next = step == .up ? section - 1 : section + 1
        guard sections.indices.contains(next), id != Self.returnReport else { return }
        let item = sections[section].items.remove(at: index)
        sections[next].items.insert(item, at: step == .up ? sections[next].items.endIndex : 0)
    }

    /// Puts an item at the end of another heading. Nothing happens to the request for a report, to an item that is there
    /// already, and where there is no such item or heading.
    package mutating func moveItem(_ id: String, toSection section: String) {
        guard id != Self.returnReport, let target = sections.firstIndex(where: { $0.id == section }),
            !sections[target].items.contains(where: { $0.id == id }), let item = item(id)
        else { return }
        for index in sections.indices { sections[index].items.removeAll { $0.id == id } }
        sections[target].items.append(item)
    }

    /// Puts an item in front of another below a heading, or at its end. The request for a report stays below its heading.
    /// Nothing happens where one of them is not there.
    /// - Parameter next: what it stands in front of then; nil for the end.
    package mutating func moveItem(_ id: String, toSection section: String, before next: String?) {
        guard id != next, let item = item(id), let target = sections.firstIndex(where: { $0.id == section }) else {
            return
        }
        let ids = sections[target].items.map(\.id)
        guard next.map(ids.contains) ?? true, id != Self.returnReport || ids.contains(id) else { return }
        for index in sections.indices { sections[index].items.removeAll { $0.id == id } }
        let place = sections[target].items.firstIndex { $0.id == next } ?? sections[target].items.endIndex
        sections[target].items.insert(item, at: place)
    }

    /// Takes an item out, and what rules say of it. Nothing happens to one that is not there.
    /// - Throws: ``Problem`` for the request for a report: every sheet says yes or no to it; where a warning would not come up
    ///   any more for what is lost.
    package mutating func removeItem(_ id: String) throws(Problem) {
        guard id != Self.returnReport else { throw Problem("", "therapy-templates.problem.report-stays") }
        try checkWarnings(without: Self.names(of: items.filter { $0.id == id }))
        let before = nameable
        for index in sections.indices { sections[index].items.removeAll { $0.id == id } }
        forgetNames(of: before)
    }

    /// Takes a heading out with all its items, and what rules say of them.
    /// - Throws: ``Problem`` for the heading with the request for a report, and where a warning would not come up any more for
    ///   what is lost.
    package mutating func removeSection(_ id: String) throws(Problem) {
        guard id != evaluation?.id else { throw Problem("", "therapy-templates.problem.report-stays") }
        try checkWarnings(without: Self.names(of: sections.filter { $0.id == id }.flatMap(\.items)))
        let before = nameable
        sections.removeAll { $0.id == id }
        forgetNames(of: before)
    }

    /// Adds a heading at the end.
    /// - Parameter source: the version in force. Items and entries of it that were removed keep their ids. Nil for none.
    /// - Returns: its id.
    @discardableResult
    package mutating func addSection(
        _ title: Wording, isCollapsed: Bool, of source: TherapyTemplate? = nil
    ) -> String {
        let headings = Set(source?.sections.map(\.id) ?? [])
        let id = freshID(for: title[.english], sparing: source?.ids.subtracting(headings) ?? [])
        sections.append(Section(id: id, title: title, items: [], isCollapsed: isCollapsed ? true : nil))
        return id
    }

    /// Gives a heading other words. Nothing happens to one that is not there.
    package mutating func renameSection(_ id: String, _ title: Wording, isCollapsed: Bool) {
        guard let index = sections.firstIndex(where: { $0.id == id }) else { return }
        sections[index].title = title
        sections[index].isCollapsed = isCollapsed ? true : nil
    }

    /// Adds an item at the end of a heading, under an id of its own.
    /// - Parameter source: the version in force. An item of it that was removed and is added again under the same words is the
    ///   same one: the rules about it come back. What else was removed keeps its id. Nil for none.
    /// - Returns: its id; nil when there is no such heading.
    @discardableResult
    package mutating func addItem(_ item: Item, to section: String, of source: TherapyTemplate? = nil) -> String? {
        guard let index = sections.firstIndex(where: { $0.id == section }) else { return nil }
        var item = item
        let earlier = Set(source?.items.map(\.id) ?? [])
        item.id = freshID(for: item.title[.english], sparing: source?.ids.subtracting(earlier) ?? [])
        sections[index].items.append(item)
        if let source, earlier.contains(item.id) { restoreRules(about: [item], from: source) }
        return item.id
    }

    /// Puts another item in the place of the one with its id. Rules lose what it does not have any more. Nothing happens where
    /// there is none such.
    /// - Throws: ``Problem`` where a warning would not come up any more for what is lost.
    package mutating func replaceItem(_ item: Item) throws(Problem) {
        let lost = Self.names(of: items.filter { $0.id == item.id }).subtracting(Self.names(of: [item]))
        try checkWarnings(without: lost)
        let before = nameable
        for section in sections.indices {
            for index in sections[section].items.indices where sections[section].items[index].id == item.id {
                sections[section].items[index] = item
            }
        }
        forgetNames(of: before)
    }

    /// The ids of everything here that a new part may not have again.
    var ids: Set<String> { Set((items + weightBearing + precautions).map(\.id) + sections.map(\.id)) }

    /// An id made from words that nothing here has yet: `hand-therapy`, `hand-therapy-2`.
    /// - Parameter spared: further ids that it may not be.
    func freshID(for words: String, sparing spared: Set<String>) -> String {
        Self.freshID(for: words, taken: ids.union(Self.formNames).union(spared))
    }

    /// - Parameter taken: ids that it may not be.
    package static func freshID(for words: String, taken: Set<String>) -> String {
        let german = words.lowercased().replacing("ä", with: "ae").replacing("ö", with: "oe").replacing("ü", with: "ue")
            .replacing("ß", with: "ss")
        let plain = german.folding(options: .diacriticInsensitive, locale: nil)
        let parts = plain.utf8.split { !((97...122).contains($0) || (48...57).contains($0)) }
        let joined = parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "-")
        let short = String(joined.prefix(40)).trimmingCharacters(in: CharacterSet(charactersIn: "-"))
        let base = short.isEmpty ? "item" : short
        guard taken.contains(base) else { return base }
        var number = 2
        while taken.contains("\(base)-\(number)") { number += 1 }
        return "\(base)-\(number)"
    }

    /// Names of the form's own controls, which no part of a list takes.
    private static let formNames: Set<String> = [
        "visits", "per-week", "weeks", "goals", "instructions", "valid-until", "weight-bearing", "precautions",
        "template",
        "items", "kinds", "accepted", "accepted-plan", "version", "switch", "main", "error-summary",
    ]
}
