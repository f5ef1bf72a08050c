extension TherapyTemplate {
    /// A narrower choice within an item, such as heat within the modalities, or one option of a field.
    package struct Kind: Sendable, Hashable, Codable {
        package var id: String
        package var title: Wording

        package init(id: String, title: Wording) {
            self.id = id
            self.title = title
        }
    }

    /// One thing that is chosen or not, with what may be filled in for it: a treatment, a limit, a precaution, a level of
    /// weight bearing, a question of the form.
    package struct Item: Sendable, Hashable, Codable {
        package var id: String
        package var title: Wording
        /// What the item means, printed after its title in brackets; nil for none.
        package var detail: Wording?
        /// Named kinds the choice may be narrowed to; nil for none.
        package var kinds: [Kind]?
        /// What may be filled in once it is chosen; nil for a plain toggle.
        package var fields: [Field]?
        /// How the item reads on the sheet with its fields filled in, as ``TherapyPhrase`` says; nil for the title and the
        /// values after it.
        package var phrase: Wording?
        /// Whether there is no box to tick: it is chosen by filling in one of its fields. Nil for no.
        package var isField: Bool?

        package init(
            id: String, title: Wording, detail: Wording? = nil, kinds: [Kind]? = nil, fields: [Field]? = nil,
            phrase: Wording? = nil, isField: Bool? = nil
        ) {
            self.id = id
            self.title = title
            self.detail = detail
            self.kinds = kinds
            self.fields = fields
            self.phrase = phrase
            self.isField = isField
        }

        /// The field with an id, nil when the item has none such.
        package func field(_ id: String) -> Field? { fields?.first { $0.id == id } }
    }

    /// A heading with its items, in the order of the sheet.
    package struct Section: Sendable, Hashable, Codable {
        package var id: String
        package var title: Wording
        package var items: [Item]
        /// Whether the form shows it closed until something in it is chosen: what is seldom wanted. Nil for no.
        package var isCollapsed: Bool?

        package init(id: String, title: Wording, items: [Item], isCollapsed: Bool? = nil) {
            self.id = id
            self.title = title
            self.items = items
            self.isCollapsed = isCollapsed
        }
    }
}
