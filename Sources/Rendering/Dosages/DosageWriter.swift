import Clinic
import Foundation

/// Says how a medicine is taken, composed from the structure of its dosages so that nothing of it is left out.
///
/// Each language's messages hold whole patterns (`dosages.…`); only the order of doses, days and times is a
/// ``DosageGrammar``.
package struct DosageWriter: Sendable {
    let words: DosageWords
    let grammar: any DosageGrammar

    /// - Parameters:
    ///   - words: the reader's language.
    ///   - clock: as the reader's account has it.
    ///   - zone: the patient's, for doses at given instants.
    package init(_ words: Words, clock: ClockStyle = .hours24, zone: TimeZone) {
        self.words = DosageWords(words: words, clock: clock, zone: zone)
        grammar = words.language.dosageGrammar(self.words)
    }

    /// The sentence of how an order's medicine is taken. Its start, end and notes stand apart from it.
    package func sentence(_ order: MedicationOrder) -> DosageSentence {
        let unit = order.dosages.lazy.compactMap(\.dose?.unit).first
        return sentence(order.dosages, AdministrationVerb(form: order.form, route: order.route, unit: unit))
    }

    /// The sentence of all dosages of an order. One that the prescriber wrote makes the whole order as written.
    package func sentence(_ dosages: [Dosage], _ verb: AdministrationVerb) -> DosageSentence {
        if dosages.contains(where: { $0.asWritten != nil }) { return asWritten(dosages, verb) }
        guard let outline = DosageOutline(dosages) else {
            let after = dosages.map { said(after: DosageOutline.Trailer($0), verb) }.filter { !$0.isEmpty }
            let full = ([words("dosages.unclear")] + after).joined(separator: " ")
            return DosageSentence(full: full, short: full, origin: .unclear)
        }
        let short = sentenceCased(short(outline))
        return DosageSentence(full: full(outline, verb), short: short, origin: .composed)
    }

    /// An amount alone: "30 tablets", "½ tablet to 1 tablet".
    package func dose(_ dose: Dose) -> String { words.dose(dose) }

    /// A length of time alone: "4 hours", "4 to 6 hours".
    package func span(_ span: TimeSpan) -> String { words.span(span) }

    private func asWritten(_ dosages: [Dosage], _ verb: AdministrationVerb) -> DosageSentence {
        let sentences = dosages.sorted { $0.step < $1.step }.map { dosage -> String in
            guard let text = dosage.asWritten.map(oneLine) else { return sentence([dosage], verb).full }
            let instruction = oneLine(dosage.instruction)
            return instruction.isEmpty || text.contains(instruction)
                ? ended(text) : "\(ended(text)) \(note(instruction))"
        }
        let full = sentences.joined(separator: " ")
        return DosageSentence(full: full, short: full, origin: .asWritten)
    }

    // MARK: The whole

    private func full(_ outline: DosageOutline, _ verb: AdministrationVerb) -> String {
        switch outline {
        case .taper(let taper):
            let text = words(
                "dosages.taper",
                ["lead": lead(taper.rhythm), "verb": name(verb), "steps": grammar.taper(taper.steps)])
            return sentence(text, taper.trailer, verb)
        case .alternation(let first, let second, let from, let trailer):
            let values = ["first": words.dose(first), "second": words.dose(second), "date": words.date(from)]
            let text =
                grammar.namesVerb(verb, in: .alternation)
                ? words("dosages.alternation", values.merging(["verb": name(verb)]) { $1 })
                : words("dosages.alternation.short", values)
            return sentence(text, trailer, verb)
        case .steps(let steps): return self.steps(steps, verb)
        }
    }

    private func short(_ outline: DosageOutline) -> String {
        switch outline {
        case .taper(let taper):
            words("dosages.taper.short", ["lead": lead(taper.rhythm), "steps": grammar.taper(taper.steps)])
        case .alternation(let first, let second, let from, _):
            words(
                "dosages.alternation.short",
                ["first": words.dose(first), "second": words.dose(second), "date": words.date(from)])
        case .steps(let steps):
            joined(steps, nil)
        }
    }

    /// One sentence when what follows the clauses is the same for all of them; else a sentence or more for each.
    private func steps(_ steps: [[DosageOutline.Part]], _ verb: AdministrationVerb) -> String {
        let parts = steps.flatMap { $0 }
        let stops = steps.count > 1 && (steps.last ?? []).allSatisfy(\.clause.ends)
        let isAlike = parts.allSatisfy { $0.trailer == parts[0].trailer && $0.clause.cycle == nil }
        if isAlike || parts.count == 1 {
            let text = joined(steps, verb)
            return sentence(stops ? words("dosages.stop", ["rest": text]) : text, parts[0].trailer, verb)
        }
        var sentences = steps.enumerated().flatMap { index, step in
            step.enumerated().map { place, part in
                let text = clause(part.clause, verb)
                let key = place > 0 ? "dosages.also.start" : "dosages.then.start"
                return sentence(index + place == 0 ? text : words(key, ["rest": text]), part.trailer, verb)
            }
        }
        if stops { sentences.append(words("dosages.stop.start")) }
        return sentences.joined(separator: " ")
    }

    private func joined(_ steps: [[DosageOutline.Part]], _ verb: AdministrationVerb?) -> String {
        let said = steps.map { step in
            joined(step.map { clause($0.clause, verb) }, "dosages.also")
        }
        return joined(said, "dosages.then")
    }

    private func joined(_ clauses: [String], _ key: String) -> String {
        clauses.dropFirst().reduce(clauses.first ?? "") { words(key, ["first": $0, "last": $1]) }
    }

    /// The text with a capital and a full stop, and the limits and the note after it.
    private func sentence(_ text: String, _ trailer: DosageOutline.Trailer, _ verb: AdministrationVerb) -> String {
        let after = said(after: trailer, verb)
        return ended(sentenceCased(text)) + (after.isEmpty ? "" : " " + after)
    }

    /// Limits and note, as sentences.
    private func said(after trailer: DosageOutline.Trailer, _ verb: AdministrationVerb) -> String {
        let limits = trailer.limits.perPeriod.map {
            words(
                "dosages.most.period", ["dose": words.amount($0.most, $0.unit), "period": words.limitPeriod($0.period)])
        }
        let once = trailer.limits.perAdministration.map { words("dosages.most.once", ["dose": words.dose($0)]) }
        let ever = trailer.limits.perLifetime.map { words("dosages.most.lifetime", ["dose": words.dose($0)]) }
        let said = (limits + [once, ever].compactMap { $0 }).map {
            words("dosages.limit.\(verb.rawValue)", ["most": $0])
        }
        return (said + [note(trailer.instruction)]).filter { !$0.isEmpty }.joined(separator: " ")
    }

    private func note(_ instruction: String) -> String {
        let text = oneLine(instruction)
        return text.isEmpty ? "" : ended(words("dosages.note", ["text": text]))
    }
}
