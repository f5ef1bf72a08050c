/// A code of a list with its titles, as one line of an official file says it.
package struct CodedTitle: Hashable, Sendable {
    /// 3 to 7 capitals and digits without the dot.
    package let code: String
    /// False for a heading.
    package let isBillable: Bool
    /// The long title, with accents where the file has them; 1 to 1,000 characters.
    package let title: String
    /// Nil where the file has none.
    package let shortTitle: String?

    package init(code: String, isBillable: Bool, title: String, shortTitle: String? = nil) {
        self.code = code
        self.isBillable = isBillable
        self.title = title
        self.shortTitle = shortTitle
    }
}

/// One line of an addenda file: what changes against the release before.
package enum CodeChange: Hashable, Sendable {
    case add(CodedTitle)
    case delete(CodedTitle)
    /// As it was before, followed by ``reviseTo(_:)``.
    case reviseFrom(CodedTitle)
    case reviseTo(CodedTitle)
}

/// What the tabular list says of one code beside its title.
package struct CodeNotes: Hashable, Sendable {
    package let code: String
    package let title: String
    /// Other names of the same, by which it is found.
    package let inclusionTerms: [String]
    package let notes: [Note]

    package init(code: String, title: String, inclusionTerms: [String], notes: [Note]) {
        self.code = code
        self.title = title
        self.inclusionTerms = inclusionTerms
        self.notes = notes
    }

    package struct Note: Hashable, Sendable {
        package let kind: Kind
        package let text: String

        package init(_ kind: Kind, _ text: String) {
            self.kind = kind
            self.text = text
        }
    }

    /// The kinds of note of the tabular list.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case includes
        /// Never coded together.
        case excludes1
        /// Not included here; may be coded as well.
        case excludes2
        case codeFirst = "code-first"
        case codeAlso = "code-also"
        case useAdditional = "use-additional"
        /// Any other instruction.
        case notes
    }
}

/// One row of the General Equivalence Mappings of CMS (last published for 2018).
package struct CodeEquivalence: Hashable, Sendable {
    package let source: CodeSystem
    /// A code of the source list, without the dot.
    package let code: String
    /// A code of the other list, without the dot; nil: there is none (`NoDx`).
    package let target: String?
    /// Not the same, but near.
    package let isApproximate: Bool
    /// Only together with others of the same scenario does the target mean what the code means.
    package let isCombination: Bool
    /// 0 for none; alternatives of combinations, from 1.
    package let scenario: Int
    /// 0 for none; within a scenario one of each list is to be chosen, from 1.
    package let choiceList: Int

    package init(
        source: CodeSystem, code: String, target: String?, isApproximate: Bool, isCombination: Bool, scenario: Int = 0,
        choiceList: Int = 0
    ) {
        self.source = source
        self.code = code
        self.target = target
        self.isApproximate = isApproximate
        self.isCombination = isCombination
        self.scenario = scenario
        self.choiceList = choiceList
    }
}
