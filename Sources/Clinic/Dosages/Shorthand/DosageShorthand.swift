/// Reads quick entry, English and German: `1 tab bid x7d`, `1-0-1-0`, `2 puffs q4-6h prn wheeze max 8/24h`,
/// `1 Tbl. 2x tgl. für 7 Tage`, `3 tab qam x5d then 2 tab qam x5d`.
///
/// Every word must be understood; none is passed over and none is guessed. Notations that have been misread are refused
/// with what to write instead. What is read is shown as a sentence before anything comes of it.
package struct DosageShorthand: Sendable {
    /// The most characters of an entry.
    package static let longest = 300

    let field: String
    let reading: DoseReading
    let unit: DoseUnit?

    /// - Parameters:
    ///   - language: whose decimal separator the typist uses; words are read in every language.
    ///   - field: the form field that problems are reported at.
    ///   - unit: what doses are counted in where the entry does not say: that of the chosen dose form; nil for none.
    package init(_ language: Language, field: String, unit: DoseUnit? = nil) {
        self.field = field
        self.unit = unit
        reading = DoseReading(language, field: field)
    }

    /// The dosages of an entry, one or more.
    /// - Throws: `dosages.entry.…`; the word that was not understood is the value `word`.
    package func dosages(_ text: String) throws(Problem) -> [Dosage] {
        guard text.contains(where: { !$0.isWhitespace }) else { throw problem("empty") }
        guard text.utf8.count <= Self.longest * 4, text.count <= Self.longest else { throw problem("too-long") }
        guard !text.unicodeScalars.contains(where: Self.isHidden) else { throw problem("hidden-character") }
        let (order, note) = parted(text)
        var steps: [ShorthandStep] = []
        var reader = ShorthandReader(self, ShorthandToken.tokens(in: order))
        repeat { steps.append(try reader.step()) } while reader.isAtNextStep()
        var dosages: [Dosage] = []
        for (index, step) in steps.enumerated() {
            for var dosage in try step.dosages(self) {
                dosage.step = index + 1
                dosage.instruction = note
                dosages.append(dosage)
            }
        }
        return dosages
    }

    /// What follows "note:" is the patient's and is not read.
    private func parted(_ text: String) -> (order: String, note: String) {
        guard let mark = text.firstMatch(of: /(?i)(^|\s)(note|hinweis):/) else { return (text, "") }
        let note = text[mark.range.upperBound...].drop(while: \.isWhitespace)
        return (String(text[..<mark.range.lowerBound]), String(note))
    }

    func problem(_ name: String, _ word: String = "") -> Problem {
        Problem(field, "dosages.entry.\(name)", word.isEmpty ? [:] : ["word": String(word.prefix(40))])
    }

    /// Control and format characters, among them those that turn the direction of writing; line ends and tabs are none.
    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control: !scalar.properties.isWhitespace
        case .format, .privateUse, .surrogate, .unassigned: true
        default: false
        }
    }
}
