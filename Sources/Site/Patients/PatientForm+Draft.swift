import Clinic
import Foundation

extension PatientForm {
    /// The record that was typed.
    /// - Throws: ``ValidationFailure`` with everything that is wrong, in the form's order.
    func draft(_ reading: PatientReading) throws(ValidationFailure) -> PatientDraft {
        var checks = FieldChecks()
        let name = name(&checks)
        let birthDate = checks.value(try reading.day("birth-date").read(self["birth-date"]))
        let sex = checks.value(try chosen("sex", Sex.init)) ?? nil
        var draft = PatientDraft(
            name: name, birthDate: birthDate ?? reading.today, sex: sex ?? .unknown)
        readContact(into: &draft, reading, &checks)
        draft.allergies = allergyStatus(&checks)
        draft.conditions = conditionList(&checks)
        readMeasurements(into: &draft, bornOn: birthDate, reading, &checks)
        draft.notes =
            checks.value(
                try TypedText.block(self["notes"], field: "notes", longest: PatientDraft.longestNotes)) ?? ""
        guard checks.problems.isEmpty else { throw ValidationFailure(checks.problems) }
        return draft
    }

    private func name(_ checks: inout FieldChecks) -> PersonName {
        let before = checks.problems.count
        let given = line("given", &checks)
        let family = line("family", &checks)
        if given.isEmpty, family.isEmpty, checks.problems.count == before {
            checks.note(Problem("given", "patients.problem.name"))
        }
        return PersonName(
            given: given, family: family, order: PersonName.Order(rawValue: self["name-order"]) ?? .givenFirst)
    }

    private func line(_ field: String, _ checks: inout FieldChecks) -> String {
        checks.value(try TypedText.line(self[field], field: field, longest: PersonName.longestPart)) ?? ""
    }

    private func required<Value>(_ field: String, _ make: (String) -> Value?) throws(Problem) -> Value {
        guard let value = make(self[field]) else { throw Problem(field, "patients.problem.choice") }
        return value
    }

    /// Nil for an empty choice.
    private func chosen<Value>(_ field: String, _ make: (String) -> Value?) throws(Problem) -> Value? {
        self[field].isEmpty ? nil : try required(field, make)
    }

    private func readContact(into draft: inout PatientDraft, _ reading: PatientReading, _ checks: inout FieldChecks) {
        draft.address = PostalAddress.read(address, checks: &checks)
        let country = draft.address.country ?? reading.home
        draft.phone = checks.value(try PhoneNumber.read(self["phone"], in: country)) ?? nil
        draft.email = checks.value(try EmailAddress.read(self["email"])) ?? nil
        draft.language = checks.value(try chosen("language", PersonLanguage.init(tag:))) ?? nil
        draft.timeZone = checks.value(try timeZone()) ?? nil
    }

    /// Nil for an empty field: the clinic's own.
    private func timeZone() throws(Problem) -> TimeZoneName? {
        let typed = try TypedText.line(self["time-zone"], field: "time-zone", longest: 60)
        if typed.isEmpty { return nil }
        guard let zone = TimeZoneName(typed: typed) else { throw Problem("time-zone", "patients.problem.time-zone") }
        return zone
    }

    /// Rows that are filled in mean "recorded", unless "none known" says the opposite.
    private func allergyStatus(_ checks: inout FieldChecks) -> AllergyStatus {
        let recorded = allergies.enumerated().filter { !$0.element.isBlank }.map { index, row in
            allergy(row, number: index + 1, &checks)
        }
        switch self["allergy-status"] {
        case "none-known" where !recorded.isEmpty:
            checks.note(Problem("allergy-status", "patients.problem.allergies-contradict"))
        case "none-known": return .noneKnown
        case "recorded" where recorded.isEmpty:
            checks.note(Problem("allergy-substance-1", "patients.problem.allergy-missing"))
        default: break
        }
        return recorded.isEmpty ? .notAsked : .recorded(recorded)
    }

    private func allergy(_ row: AllergyRow, number: Int, _ checks: inout FieldChecks) -> Allergy {
        let substance = checks.value(
            try TypedText.line(row.substance, field: "allergy-substance-\(number)", required: true))
        let reaction = checks.value(
            try TypedText.line(row.reaction, field: "allergy-reaction-\(number)", longest: 500))
        let severity = Allergy.Severity(rawValue: row.severity)
        if severity == nil, !row.severity.isEmpty {
            checks.note(Problem("allergy-severity-\(number)", "patients.problem.choice"))
        }
        return Allergy(substance: substance ?? "", reaction: reaction ?? "", severity: severity)
    }

    private func conditionList(_ checks: inout FieldChecks) -> [Condition] {
        conditions.enumerated().filter { !$0.element.isBlank }.map { index, row in
            condition(row, number: index + 1, &checks)
        }
    }

    private func condition(_ row: ConditionRow, number: Int, _ checks: inout FieldChecks) -> Condition {
        let name = checks.value(try TypedText.line(row.name, field: "condition-name-\(number)", required: true))
        let note = checks.value(try TypedText.line(row.note, field: "condition-note-\(number)", longest: 500))
        return Condition(name: name ?? "", note: note ?? "")
    }

    private func readMeasurements(
        into draft: inout PatientDraft, bornOn birth: LocalDate?, _ reading: PatientReading, _ checks: inout FieldChecks
    ) {
        let status = checks.value(try chosen("pregnancy", Pregnancy.Status.init)) ?? nil
        let hasDay = !self["pregnancy-on"].allSatisfy(\.isWhitespace)
        if let status {
            let day = checks.value(
                try reading.day("pregnancy-on").read(self["pregnancy-on"], bornOn: birth))
            draft.pregnancy = day.map { Pregnancy(status: status, asOf: $0) }
        } else if hasDay {
            checks.note(Problem("pregnancy", "patients.problem.measurement-missing"))
        }
        draft.weight = checks.value(try measured(weight, "weight", bornOn: birth, reading)) ?? nil
        draft.height = checks.value(try measured(height, "height", bornOn: birth, reading)) ?? nil
        draft.kidneyFunction = checks.value(try measured(kidney, "kidney", bornOn: birth, reading)) ?? nil
    }

    /// Nil for an empty value.
    private func measured<Unit>(
        _ typed: Measurement, _ field: String, bornOn birth: LocalDate?, _ reading: PatientReading
    ) throws(Problem) -> Measured<Unit>? {
        guard typed.value.contains(where: { !$0.isWhitespace }) else {
            guard typed.day.allSatisfy(\.isWhitespace) else {
                throw Problem(field, "patients.problem.measurement-missing")
            }
            return nil
        }
        guard let unit = Unit(rawValue: typed.unit) else { throw Problem("\(field)-unit", "patients.problem.choice") }
        let day = try reading.day("\(field)-on").read(typed.day, bornOn: birth)
        return try Measured.read(typed.value, unit: unit, on: day, field: field)
    }
}
