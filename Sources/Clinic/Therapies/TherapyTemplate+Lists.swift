extension TherapyTemplate {
    /// The two lists beside the headings, by the names that addresses and forms give them.
    package enum List: String, Sendable, Hashable, CaseIterable {
        /// Levels of weight bearing. While there is none, the form does not ask for it.
        case weightBearing = "weight-bearing"
        case precautions
    }

    /// The entries of a list, in the order of the form.
    package subscript(list: List) -> [Item] {
        get {
            switch list {
            case .weightBearing: weightBearing
            case .precautions: precautions
            }
        }
        set {
            switch list {
            case .weightBearing: weightBearing = newValue
            case .precautions: precautions = newValue
            }
        }
    }

    /// Moves an entry. Nothing happens at the ends, and to one that is not there.
    package mutating func moveEntry(_ id: String, of list: List, _ step: Step) {
        guard let index = self[list].firstIndex(where: { $0.id == id }) else { return }
        let other = step == .up ? index - 1 : index + 1
        if self[list].indices.contains(other) { self[list].swapAt(index, other) }
    }

    /// Puts an entry in front of another of its list. Nothing happens where one of them is not there.
    /// - Parameter next: what it stands in front of then; nil for the end.
    package mutating func moveEntry(_ id: String, of list: List, before next: String?) {
        var entries = self[list]
        guard id != next, let index = entries.firstIndex(where: { $0.id == id }) else { return }
        let entry = entries.remove(at: index)
        guard let next else {
            self[list] = entries + [entry]
            return
        }
        guard let place = entries.firstIndex(where: { $0.id == next }) else { return }
        entries.insert(entry, at: place)
        self[list] = entries
    }

    /// Adds an entry at the end, under an id of its own.
    /// - Parameter source: the version in force. An entry of it that was removed and is added again under the same words is the
    ///   same one: the rules about it come back. What else was removed keeps its id. Nil for none.
    /// - Returns: its id.
    @discardableResult
    package mutating func addEntry(_ entry: Item, to list: List, of source: TherapyTemplate? = nil) -> String {
        var entry = entry
        let earlier = Set(source?[list].map(\.id) ?? [])
        entry.id = freshID(for: entry.title[.english], sparing: source?.ids.subtracting(earlier) ?? [])
        self[list].append(entry)
        if let source, earlier.contains(entry.id) { restoreRules(about: [entry], from: source) }
        return entry.id
    }

    /// Puts another entry in the place of the one with its id. Rules lose what it does not have any more. Nothing happens
    /// where there is none such.
    /// - Throws: ``Problem`` where a warning would not come up any more for what is lost.
    package mutating func replaceEntry(_ entry: Item, of list: List) throws(Problem) {
        guard let index = self[list].firstIndex(where: { $0.id == entry.id }) else { return }
        let lost = Self.names(of: [self[list][index]]).subtracting(Self.names(of: [entry]))
        try checkWarnings(without: lost)
        let before = nameable
        self[list][index] = entry
        forgetNames(of: before)
    }

    /// Takes an entry out, and what rules say of it. Nothing happens to one that is not there.
    /// - Throws: ``Problem`` where a warning would not come up any more for what is lost.
    package mutating func removeEntry(_ id: String, of list: List) throws(Problem) {
        try remove(self[list].filter { $0.id == id }, of: list)
    }

    /// Takes every entry of a list out: without a level of weight bearing, the form does not ask for it.
    /// - Throws: ``Problem`` where a warning would not come up any more for what is lost.
    package mutating func removeEntries(of list: List) throws(Problem) {
        try remove(self[list], of: list)
    }

    private mutating func remove(_ entries: [Item], of list: List) throws(Problem) {
        try checkWarnings(without: Self.names(of: entries))
        let before = nameable
        let ids = Set(entries.map(\.id))
        self[list].removeAll { ids.contains($0.id) }
        forgetNames(of: before)
    }

    /// Entries that another template has and nothing here stands for.
    package func missing(_ list: List, from source: TherapyTemplate) -> [Item] {
        let taken = ids
        return source[list].filter { !taken.contains($0.id) }
    }

    /// Puts back what another template has in a list, with its rules about that, as far as they are about something here.
    package mutating func restore(_ list: List, from source: TherapyTemplate) {
        let back = missing(list, from: source)
        guard !back.isEmpty else { return }
        // Where everything is there again, it stands in the order it had.
        self[list] = self[list].isEmpty ? back : self[list] + back
        restoreRules(about: back, from: source)
    }

    /// Puts back the rules that another template has about some entries, as far as they are about something here.
    mutating func restoreRules(about entries: [Item], from source: TherapyTemplate) {
        let (names, left) = (Self.names(of: entries), nameable)
        let gone = source.nameable.subtracting(left)
        for rule in source.rules ?? [] where !rule.names.isDisjoint(with: names) {
            guard let whole = rule.without(gone, left: left, recorded: recorded) else { continue }
            put(whole, inOrderOf: source.rules ?? [])
        }
    }

    /// Puts a rule where the order of others has it, or in the place of what is left of it.
    private mutating func put(_ rule: Rule, inOrderOf others: [Rule]) {
        var rules = self.rules ?? []
        if let index = rules.firstIndex(where: { $0.id == rule.id }) {
            // Another rule that has the same id by chance stays.
            guard rules[index].message == rule.message, rules[index].effect == rule.effect else { return }
            var whole = rule
            whole.isOff = rules[index].isOff
            rules[index] = whole
        } else {
            let before = Set(others.prefix { $0.id != rule.id }.map(\.id))
            let place = rules.lastIndex { before.contains($0.id) }.map { $0 + 1 } ?? 0
            rules.insert(rule, at: place)
        }
        self.rules = rules
    }
}
