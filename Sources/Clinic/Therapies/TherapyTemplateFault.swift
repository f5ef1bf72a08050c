/// One rule of the format that a template breaks.
package struct TherapyTemplateFault: Sendable, Hashable, CustomStringConvertible {
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case id, version, visits, words, options, range, places, phrase, characters, length, name
        case repeatedID = "repeated-id"
        case noReport = "no-report"
        case ruleWords = "rule-words"
        case ruleFields = "rule-fields"
        /// Switched off although it protects the patient.
        case ruleStays = "rule-stays"
        case nothingToFill = "nothing-to-fill"
        /// More of something than a form has room for.
        case tooMany = "too-many"
        /// A sign without a word would be found in every record.
        case sign
    }

    package let kind: Kind
    /// The id of what breaks it, cut to 80 characters; empty for the template as a whole.
    package let place: String
    /// The most that is allowed; nil where the rule is no limit.
    package let most: Int?

    init(_ kind: Kind, _ place: String = "", most: Int? = nil) {
        self.kind = kind
        self.place = String(place.prefix(80))
        self.most = most
    }

    /// In English, for the log and for whoever writes a file.
    package var description: String {
        switch kind {
        case .id: "id \(place)"
        case .version: "version"
        case .visits: "visits"
        case .name: "name"
        case .words: place.isEmpty ? "title without words" : "title without words at \(place)"
        case .options: "options of \(place)"
        case .range: "range of \(place)"
        case .places: "places of \(place)"
        case .phrase: "phrase of \(place)"
        case .characters: "unprintable characters at \(place)"
        case .length: "text too long at \(place)"
        case .repeatedID: "repeated id among those of \(place)"
        case .noReport: "no \(TherapyTemplate.returnReport)"
        case .ruleWords: "rule \(place) without words"
        case .ruleFields: "fields of rule \(place)"
        case .ruleStays: "rule \(place) cannot be switched off"
        case .nothingToFill: "nothing to fill in at \(place)"
        case .tooMany: "more than \(most ?? 0) \(place)"
        case .sign: "words of sign \(place)"
        }
    }

    /// The fault in words that a person reads.
    /// - Parameter field: the form's field that it is told at.
    package func problem(at field: String) -> Problem {
        let key =
            kind == .tooMany ? "therapy-templates.fault.too-many.\(place)" : "therapy-templates.fault.\(kind.rawValue)"
        return Problem(field, key, ["place": place, "max": most.map(String.init) ?? ""])
    }
}

extension TherapyTemplate {
    /// What a clinic's own template may have. A form sends at most 500 fields; this is less, whatever is ticked.
    package enum Limits {
        package static let sections = 30
        /// Items, precautions and levels of weight bearing together.
        package static let items = 150
        /// Things to fill in, of all items together, and of one.
        package static let fields = 180
        package static let fieldsOfItem = 6
        /// Kinds of all items together.
        package static let kinds = 80
        /// Options of one choice.
        package static let options = 40
        package static let rules = 50
        package static let signs = 50
        /// Ids that a rule names, and words of a sign.
        package static let names = 60
        /// Characters of a title, a detail or a unit, in each language.
        package static let words = 160
        /// Characters of a rule's message, and of source and review.
        package static let message = 1000
        package static let name = 80
    }

    /// A text cut to what a name may have.
    package static func shortened(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.prefix(Limits.name)))
    }

    /// What a template of the clinic's own breaks beyond ``faults``: sizes that no form could hold, text that misleads.
    package var clinicFaults: [TherapyTemplateFault] {
        let all = items + weightBearing + precautions
        let rules = rules ?? []
        let fields = all.map { $0.fields ?? [] }
        let options = fields.joined().map { $0.options?.count ?? 0 }
        var faults: [TherapyTemplateFault] = []
        func limit(_ what: String, _ count: Int?, _ most: Int) {
            if let count, count > most { faults.append(TherapyTemplateFault(.tooMany, what, most: most)) }
        }
        limit("sections", sections.count, Limits.sections)
        limit("items", all.count, Limits.items)
        limit("fields", fields.map(\.count).max(), Limits.fieldsOfItem)
        limit("fields", fields.joined().count, Limits.fields)
        limit("kinds", all.reduce(0) { $0 + ($1.kinds?.count ?? 0) }, Limits.kinds)
        limit("options", options.max(), Limits.options)
        limit("rules", rules.count, Limits.rules)
        limit("signs", (signs ?? []).count, Limits.signs)
        limit("names", rules.map(\.longestList).max(), Limits.names)
        limit("names", (signs ?? []).map { max($0.words.count, ($0.except ?? []).count) }.max(), Limits.names)
        // What is over the count is not looked at one by one.
        guard faults.isEmpty else { return faults }
        if (name ?? "").unicodeScalars.count > Limits.name || (name ?? "").allSatisfy(\.isWhitespace) {
            faults.append(TherapyTemplateFault(.name, most: Limits.name))
        }
        for (place, text, most) in texts {
            if text.unicodeScalars.count > most {
                faults.append(TherapyTemplateFault(.length, place, most: most))
            } else if text.contains(where: \.isNewline) || PlainText.problem(text, field: "") != nil {
                faults.append(TherapyTemplateFault(.characters, place))
            }
        }
        faults += (signs ?? []).filter { sign in
            (sign.words + (sign.except ?? [])).contains { $0.allSatisfy(\.isWhitespace) || $0.utf8.count > 100 }
        }.map { TherapyTemplateFault(.sign, $0.id) }
        return faults
            + all.flatMap { item in
                (item.fields ?? []).filter { !$0.isBounded }.map { TherapyTemplateFault(.range, "\(item.id)/\($0.id)") }
            }
    }

    /// Every text that people read, with where it stands and how long it may be.
    private var texts: [(place: String, text: String, most: Int)] {
        var texts: [(String, String, Int)] = []
        func add(_ place: String, _ wordings: [Wording?], most: Int = Limits.words) {
            for wording in wordings.compactMap(\.self) { texts += wording.all.map { (place, $0, most) } }
        }
        add("title", [title, visits.title])
        texts += [("name", name ?? "", .max), ("source", source ?? "", Limits.message)]
        texts.append(("review", review ?? "", Limits.message))
        for section in sections { add(section.id, [section.title]) }
        for item in items + weightBearing + precautions {
            add(item.id, [item.title, item.detail, item.phrase] + (item.kinds ?? []).map(\.title))
            for field in item.fields ?? [] {
                add(
                    "\(item.id)/\(field.id)",
                    [field.title, field.unit, field.unitOfOne] + (field.options ?? []).map(\.title))
            }
        }
        for rule in rules ?? [] { add(rule.id, [rule.message], most: Limits.message) }
        return texts
    }
}

extension TherapyTemplate.Rule {
    fileprivate var longestList: Int { max(when.count, (with ?? []).count, (unless ?? []).count, (fields ?? []).count) }
}

extension TherapyTemplate.Field {
    /// Whether its numbers are ones that a form can hold.
    fileprivate var isBounded: Bool {
        let numbers = [min, max].compactMap(\.self)
        return numbers.allSatisfy { (-99_999...99_999).contains($0) } && (1...2000).contains(longest ?? 1)
    }
}
