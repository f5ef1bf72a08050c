import Clinic
import Foundation

extension DemoPatient {
    /// The record through the rules for typed texts, as the clinic could write it on an earlier day: what was found out
    /// later is not in it.
    /// - Parameters:
    ///   - daysAgo: how long ago that day was.
    ///   - today: the day that days are counted back from.
    /// - Throws: ``ValidationFailure`` with everything that is wrong.
    func draft(daysAgo: Int, today: LocalDate) throws -> PatientDraft {
        var checks = FieldChecks()
        let past = Past(today: today, daysAgo: daysAgo, birthDate: birthDate)
        var draft = PatientDraft(name: name(&checks), birthDate: birthDate, sex: sex)
        checks.require(birthDate <= past.day, "birthDate")
        draft.address = PostalAddress.read(typedAddress, checks: &checks)
        draft.phone = checks.value(try PhoneNumber.read(phone, in: draft.address.country ?? .unitedStates)) ?? nil
        draft.email = checks.value(try EmailAddress.read(email)) ?? nil
        draft.language = PersonLanguage(tag: language)
        checks.require(draft.language != nil, "language")
        draft.timeZone = TimeZoneName(typed: timeZone)
        checks.require(draft.timeZone != nil, "timeZone")
        draft.notes =
            checks.value(try TypedText.block(notes, field: "notes", longest: PatientDraft.longestNotes)) ?? ""
        draft.allergies = allergies(&checks)
        for condition in conditions {
            let name = checks.value(try TypedText.line(condition, field: "conditions", required: true))
            draft.conditions.append(Condition(name: name ?? ""))
        }
        draft.pregnancy = pregnancy.flatMap { answer in
            past.knows(answer.daysAgo, &checks).map { Pregnancy(status: answer.status, asOf: $0) }
        }
        draft.weight = past.measured(weightKilograms, in: .kilograms, &checks)
        draft.height = past.measured(heightCentimetres, in: .centimetres, &checks)
        draft.kidneyFunction = past.measured(egfr, in: .filtrationRate, &checks)
        guard checks.problems.isEmpty else { throw ValidationFailure(checks.problems) }
        return draft
    }

    private func name(_ checks: inout FieldChecks) -> PersonName {
        let longest = PersonName.longestPart
        let given = checks.value(try TypedText.line(self.given, field: "given", longest: longest)) ?? ""
        let family = checks.value(try TypedText.line(self.family, field: "family", longest: longest)) ?? ""
        checks.require(!given.isEmpty || !family.isEmpty, "family")
        return PersonName(given: given, family: family, order: order)
    }

    private func allergies(_ checks: inout FieldChecks) -> AllergyStatus {
        checks.require((allergies.status == .recorded) != allergies.list.isEmpty, "allergies")
        switch allergies.status {
        case .noneKnown: return .noneKnown
        case .notAsked: return .notAsked
        case .recorded:
            return .recorded(allergies.list.map { allergy($0, &checks) })
        }
    }

    private func allergy(_ entry: Allergies.Entry, _ checks: inout FieldChecks) -> Allergy {
        let substance = checks.value(try TypedText.line(entry.substance, field: "substance", required: true))
        let reaction = checks.value(try TypedText.line(entry.reaction, field: "reaction"))
        return Allergy(substance: substance ?? "", reaction: reaction ?? "", severity: entry.severity)
    }
}

/// What can be known of somebody on a day that is over.
private struct Past {
    let today: LocalDate
    let daysAgo: Int
    let birthDate: LocalDate

    var day: LocalDate { today.adding(days: -daysAgo) }

    /// The day of something that was found out by then; nil for what came later.
    func knows(_ foundDaysAgo: Int, _ checks: inout FieldChecks) -> LocalDate? {
        guard foundDaysAgo >= daysAgo else { return nil }
        let found = today.adding(days: -foundDaysAgo).description
        return checks.value(
            try TypedDay(field: "daysAgo", order: .dayFirst, today: day).read(found, bornOn: birthDate))
    }

    func measured<Unit: MeasuringUnit>(
        _ measurement: DemoPatient.Measurement?, in unit: Unit, _ checks: inout FieldChecks
    ) -> Measured<Unit>? {
        guard let measurement, let found = knows(measurement.daysAgo, &checks) else { return nil }
        let text = "\(measurement.value)"
        return checks.value(try Measured.read(text, unit: unit, on: found, field: unit.rawValue))
    }
}

extension FieldChecks {
    /// Notes a field of the file that holds what nothing can be made of.
    fileprivate mutating func require(_ isRight: Bool, _ field: String) {
        if !isRight { note(Problem(field, "problems.required")) }
    }
}
