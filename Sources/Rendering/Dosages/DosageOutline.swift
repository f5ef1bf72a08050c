import Clinic

/// What a sentence of several dosages is made of.
enum DosageOutline {
    /// One after another; each step has clauses that go together.
    case steps([[Part]])
    /// The dose alone changes from date to date.
    case taper(Taper)
    /// One dose and another on alternating days.
    case alternation(first: Dose, second: Dose, from: LocalDate, trailer: Trailer)

    /// What a clause says, and what is said after it in sentences of their own.
    struct Part: Hashable {
        var clause: DosageClause
        var trailer: Trailer
    }

    struct Trailer: Hashable {
        let limits: Dosage.Limits
        let instruction: String

        init(_ dosage: Dosage) {
            limits = dosage.limits
            instruction = dosage.instruction
        }
    }

    /// Steps with dates of one year and one unit.
    struct Taper {
        /// As every step has it, without dose and bounds.
        var rhythm: DosageClause
        var steps: [(dose: Dose, from: LocalDate, through: LocalDate)]
        var trailer: Trailer
    }

    /// Nil when a dosage has no meaning, or there is none.
    init?(_ dosages: [Dosage]) {
        guard !dosages.isEmpty else { return nil }
        var steps: [Int: [Part]] = [:]
        for dosage in dosages {
            guard let clause = DosageClause(dosage) else { return nil }
            steps[dosage.step, default: []].append(Part(clause: clause, trailer: Trailer(dosage)))
        }
        let ordered = steps.keys.sorted().compactMap { steps[$0] }
        if let taper = Self.taper(ordered) {
            self = .taper(taper)
        } else if ordered.count == 1, let alternation = Self.alternation(ordered[0]) {
            self = alternation
        } else {
            self = .steps(ordered.map(Self.joined))
        }
    }

    /// Clauses that one clause can say are said in one.
    private static func joined(_ parts: [Part]) -> [Part] {
        parts.reduce(into: []) { said, part in
            for index in said.indices where said[index].trailer == part.trailer {
                guard let clause = said[index].clause.joined(with: part.clause) else { continue }
                said[index].clause = clause
                return
            }
            said.append(part)
        }
    }

    private static func taper(_ steps: [[Part]]) -> Taper? {
        let parts = steps.flatMap { $0 }
        guard parts.count >= 2, steps.allSatisfy({ $0.count == 1 }), let first = parts.first,
            parts.allSatisfy({ $0.trailer == first.trailer })
        else { return nil }
        var rhythm = first.clause
        rhythm.bounds = nil
        rhythm.entries[0].dose = nil
        guard rhythm.isPlainRhythm, rhythm.isOnceSaid else { return nil }
        var taper = Taper(rhythm: rhythm, steps: [], trailer: first.trailer)
        for part in parts {
            guard let dose = part.clause.entries[0].dose, case .period(let from?, let through?) = part.clause.bounds,
                from <= through, from > taper.steps.last?.through ?? from.adding(days: -1)
            else { return nil }
            var same = part.clause
            same.bounds = nil
            same.entries[0].dose = nil
            guard same == rhythm else { return nil }
            taper.steps.append((dose, from, through))
        }
        let years = Set(taper.steps.flatMap { [$0.from.year, $0.through.year] })
        let units = Set(taper.steps.map(\.dose.unit))
        return years.count == 1 && units.count == 1 ? taper : nil
    }

    private static func alternation(_ parts: [Part]) -> DosageOutline? {
        guard parts.count == 2, parts[0].trailer == parts[1].trailer,
            let one = everyOtherDay(parts[0].clause), let two = everyOtherDay(parts[1].clause)
        else { return nil }
        let (first, second) = one.from <= two.from ? (one, two) : (two, one)
        guard first.from.days(to: second.from) == 1 else { return nil }
        return .alternation(first: first.dose, second: second.dose, from: first.from, trailer: parts[0].trailer)
    }

    /// The dose and first day of a clause that says no more than "every other day from then on".
    private static func everyOtherDay(_ clause: DosageClause) -> (dose: Dose, from: LocalDate)? {
        guard case .calendar(let frequency, let period?) = clause.rhythm, period == TimeSpan(2, .day),
            frequency == nil || frequency == 1...1, case .period(let from?, nil) = clause.bounds,
            let dose = clause.entries[0].dose
        else { return nil }
        var plain = clause
        plain.bounds = nil
        plain.entries = [DosageClause.Entry()]
        guard plain.isPlainRhythm, clause.entries[0].weekdays.isEmpty, clause.entries[0].moments == .unsaid
        else { return nil }
        return (dose, from)
    }
}

extension DosageClause {
    /// Whether there is nothing beside the rhythm, its days and moments.
    fileprivate var isPlainRhythm: Bool {
        guard case .calendar = rhythm else { return false }
        return cycle == nil && bounds == nil && count == nil && duration == nil && asNeeded == nil
    }

    /// Whether one phrase before all doses can say it: "twice a day", "every morning".
    fileprivate var isOnceSaid: Bool {
        guard entries[0].weekdays.isEmpty, case .calendar(let frequency, let period) = rhythm else { return false }
        return switch entries[0].moments {
        case .unsaid: true
        case .events(let events, 0): events.count == 1 && frequency == nil && period == nil
        case .events, .times: false
        }
    }
}
