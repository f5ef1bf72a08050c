/// The parts of a patient's record as people compare them: between two versions, two editors, two records.
package enum PatientField: String, CaseIterable, Sendable {
    case name, birthDate = "birth-date", sex, address, phone, email, language, timeZone = "time-zone"
    case allergies, conditions, pregnancy, weight, height, kidneyFunction = "kidney-function", notes

    /// Whether two records say the same here.
    package func isEqual(_ one: PatientDraft, _ other: PatientDraft) -> Bool { part.isEqual(one, other) }

    /// Makes `target` say here what `source` says.
    func copy(from source: PatientDraft, to target: inout PatientDraft) { part.copy(source, &target) }

    private struct Part {
        let isEqual: (PatientDraft, PatientDraft) -> Bool
        let copy: (PatientDraft, inout PatientDraft) -> Void

        init<Value: Equatable>(_ path: WritableKeyPath<PatientDraft, Value>) {
            isEqual = { $0[keyPath: path] == $1[keyPath: path] }
            copy = { $1[keyPath: path] = $0[keyPath: path] }
        }
    }

    private var part: Part {
        switch self {
        case .name: Part(\.name)
        case .birthDate: Part(\.birthDate)
        case .sex: Part(\.sex)
        case .address: Part(\.address)
        case .phone: Part(\.phone)
        case .email: Part(\.email)
        case .language: Part(\.language)
        case .timeZone: Part(\.timeZone)
        case .allergies: Part(\.allergies)
        case .conditions: Part(\.conditions)
        case .pregnancy: Part(\.pregnancy)
        case .weight: Part(\.weight)
        case .height: Part(\.height)
        case .kidneyFunction: Part(\.kidneyFunction)
        case .notes: Part(\.notes)
        }
    }
}

extension PatientDraft {
    /// The fields in which this differs from an earlier text.
    package func changes(from earlier: PatientDraft) -> [PatientField] {
        PatientField.allCases.filter { !$0.isEqual(self, earlier) }
    }

    /// This edit, made from `base`, carried over to what somebody else saved meanwhile: what this edit left alone is as
    /// the other left it, what it changed stays, so that saving again takes back nothing by accident.
    package func rebased(from base: PatientDraft, onto current: PatientDraft) -> PatientDraft {
        changes(from: base).reduce(into: current) { $1.copy(from: self, to: &$0) }
    }
}
