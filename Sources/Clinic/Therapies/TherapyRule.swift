extension TherapyTemplate {
    /// What has to hold between the things that are chosen, or between them and what is known of the patient. Ids name
    /// an item, a precaution or a level of weight bearing; `item/kind` names a kind and `item/field/option` an option.
    package struct Rule: Sendable, Hashable, Codable {
        /// What follows when the rule applies.
        package enum Effect: String, Sendable, Hashable, Codable, CaseIterable {
            /// The fields it names have to be filled in before signing.
            case requires
            /// The prescriber is asked to change something or to say that it is meant.
            case asks
            /// The prescriber is asked for a reason in writing, which the sheet prints.
            case endangers
            /// It is only said.
            case notes
        }

        package var id: String
        package var effect: Effect
        /// Applies when one of these is chosen; empty for always.
        package var when: [String]
        /// And one of these is chosen or known of the patient; nil for no further condition.
        package var with: [String]?
        /// And none of these is chosen; nil for no further condition.
        package var unless: [String]?
        /// The fields that ``Effect/requires`` asks for, each as `item/field`; nil for the other effects.
        package var fields: [String]?
        package var message: Wording
        /// Whether a clinic does without it, where ``TherapyTemplate/maySwitchOff(_:)`` lets it. Nil for no.
        package var isOff: Bool?

        package init(
            id: String, effect: Effect, when: [String], with: [String]? = nil, unless: [String]? = nil,
            fields: [String]? = nil, message: Wording
        ) {
            self.id = id
            self.effect = effect
            self.when = when
            self.with = with
            self.unless = unless
            self.fields = fields
            self.message = message
        }
    }

    /// Words in a patient's record that say the same as a precaution, such as "Herzschrittmacher".
    package struct Sign: Sendable, Hashable, Codable {
        /// The precaution's id, which rules name.
        package var id: String
        /// Beginnings of words, in small letters and any language.
        package var words: [String]
        /// What means something else although one of the words stands in it, such as "hay fever"; nil for nothing.
        package var except: [String]?

        package init(id: String, words: [String], except: [String]? = nil) {
            self.id = id
            self.words = words
            self.except = except
        }
    }
}
