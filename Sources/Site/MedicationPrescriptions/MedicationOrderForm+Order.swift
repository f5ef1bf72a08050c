import Clinic
import Foundation
import Rendering

extension MedicationOrderForm {
    /// What reading a form depends on.
    struct Reading {
        let language: Language
        let order: DateOrder
        let today: LocalDate
        /// Where the patient is.
        let zone: TimeZone
        let words: Words
        /// What doses are counted in where they do not say: what the chosen dosage form is; nil for none.
        let unit: DoseUnit?
    }

    /// The order with all that was typed checked.
    /// - Throws: ``ValidationFailure`` with every problem at its field.
    func order(_ reading: Reading) throws -> MedicationOrder {
        var checks = FieldChecks()
        let medicine = checks.value(try chosenMedicine())
        let start = checks.value(try Self.day(self["start"], "start", reading)) ?? nil
        let end = checks.value(try Self.day(self["end"], "end", reading)) ?? nil
        let entered = DosageEntry(self, reading).outcome()
        for problem in entered.problems { checks.note(problem) }
        let dosages = entered.problems.isEmpty ? entered.dosages : []
        var order = MedicationOrder(medicine ?? PrescribedMedicine(name: ""), dosages, from: start ?? reading.today)
        order.end = end
        order.strength = checks.value(try line("strength", longest: 100)) ?? ""
        order.form = checks.value(try line("form", longest: 100)) ?? ""
        order.route = checks.value(try line("route", longest: 100)) ?? ""
        order.reason = checks.value(try line("reason", longest: 200)) ?? ""
        order.noteToPatient = checks.value(try text("note-patient")) ?? ""
        order.noteToPharmacist = checks.value(try text("note-pharmacist")) ?? ""
        order.quantity = checks.value(try quantity(reading)) ?? nil
        order.refills = checks.value(try refills()) ?? 0
        order.maySubstitute = self["substitution"] != "not-allowed"
        if start == nil, !checks.problems.contains(where: { $0.field == "start" }) {
            checks.note(Problem("start", "problems.required"))
        }
        note(order, entered, in: &checks)
        guard checks.problems.isEmpty else { throw ValidationFailure(checks.problems) }
        return order
    }

    /// The dosages alone, for what is shown while somebody types.
    /// - Throws: the first problem of what was typed.
    func dosages(_ reading: Reading) throws(Problem) -> [Dosage] {
        let outcome = DosageEntry(self, reading).outcome()
        if let problem = outcome.problems.first { throw problem }
        return outcome.dosages
    }

    /// What the parts say together: rules of dosages, and the law on controlled substances.
    private func note(_ order: MedicationOrder, _ entered: DosageEntry.Outcome, in checks: inout FieldChecks) {
        guard !order.dosages.isEmpty else { return }
        let rules = DosageRules(
            start: order.start, end: order.end, isWeeklyOnly: order.medicine.isWeeklyOnly, isTyped: true)
        let fields = Set(checks.problems.map(\.field))
        for problem in rules.problems(in: order.dosages) {
            // The first dosage's end has the name of the order's.
            let isOrderEnd = problem.field == "end" && order.end.map { $0 < order.start } ?? false
            let field = isOrderEnd ? "end" : Self.field(problem, entered)
            if !fields.contains(field) { checks.note(Problem(field, problem.message, problem.values)) }
        }
        if let problem = ControlledSubstanceRule.problem(order) { checks.note(problem) }
    }

    /// Where the part of a dosage that a rule is about was typed.
    private static func field(_ problem: Problem, _ entered: DosageEntry.Outcome) -> String {
        for (index, row) in entered.rows.enumerated() {
            for field in DosageField.allCases where field.name(index) == problem.field {
                return row.name(row.element(of: field))
            }
        }
        return entered.source == .grid ? gridNames[0] : "dosage"
    }

    private func chosenMedicine() throws(Problem) -> PrescribedMedicine {
        guard let medicine else { throw Problem("medicine", "medication-prescriptions.problem.medicine") }
        return medicine
    }

    private func line(_ name: String, longest: Int) throws(Problem) -> String {
        try TypedText.line(self[name], field: name, longest: longest)
    }

    private func text(_ name: String) throws(Problem) -> String {
        try TypedText.block(self[name], field: name, longest: 500)
    }

    /// Nil for nothing typed.
    static func day(_ typed: String, _ name: String, _ reading: Reading) throws(Problem) -> LocalDate? {
        guard typed.contains(where: { !$0.isWhitespace }) else { return nil }
        return try DateReading(typed, order: reading.order).day(name)
    }

    private func quantity(_ reading: Reading) throws(Problem) -> Dose? {
        guard self["quantity"].contains(where: { !$0.isWhitespace }) else { return nil }
        let value = try DoseReading(reading.language, field: "quantity").value(self["quantity"])
        guard let unit = DoseUnit(rawValue: self["quantity-unit"]) else {
            throw Problem("quantity-unit", "medication-prescriptions.problem.unit")
        }
        return Dose(value, unit)
    }

    private func refills() throws(Problem) -> Int {
        let digits = self["refills"].filter { !$0.isWhitespace }
        if digits.isEmpty { return 0 }
        guard digits.utf8.count <= 2, let number = Int(digits), number >= 0 else {
            throw Problem("refills", "medication-prescriptions.problem.refills")
        }
        return number
    }
}
