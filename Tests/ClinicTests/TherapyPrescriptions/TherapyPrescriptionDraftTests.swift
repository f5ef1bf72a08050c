import Clinic
import Foundation
import Testing

@Suite("A prescription that is being written")
struct TherapyPrescriptionDraftTests {
    let spine: TherapyTemplate
    let today: LocalDate
    var draft: TherapyPrescriptionDraft

    init() throws {
        spine = try TherapyTemplateTests.shipped()
        today = try #require(LocalDate(iso: "2026-11-21"))
        draft = TherapyPrescriptionDraft(
            id: Identifier("p"), clinician: Identifier("a"), updatedAt: Date(timeIntervalSince1970: 0))
    }

    private func review(_ day: LocalDate) -> TherapyReview {
        TherapyReview(template: spine, today: day, language: .english)
    }

    private func fill(_ draft: inout TherapyPrescriptionDraft, _ part: PrescriptionPart) throws {
        switch part {
        case .patient: draft.patient = Identifier("m")
        case .diagnoses:
            let code = DiagnosisCode(system: .icd10cm, text: "M5416")
            let row = Diagnosis(code: code, title: "Radiculopathy", isBillable: true, parent: nil, release: "FY2026")
            try draft.diagnoses.add(row, releaseUntil: nil)
        case .practice: draft.practice = Practice()
        case .therapies: draft.therapies = TherapyChoice(template: spine)
        }
    }

    @Test("starts blank with four missing parts")
    func blank() {
        #expect(draft.isBlank)
        #expect(draft.missing(in: review(today)) == PrescriptionPart.allCases)
    }

    @Test("is complete with its four parts, in whatever order they come")
    func anyOrder() throws {
        for first in PrescriptionPart.allCases {
            var draft = self.draft
            let order = [first] + PrescriptionPart.allCases.filter { $0 != first }.reversed()
            for (done, part) in order.enumerated() {
                #expect(draft.missing(in: review(today)).count == 4 - done)
                try fill(&draft, part)
                #expect(!draft.isBlank)
            }
            #expect(draft.missing(in: review(today)).isEmpty)
        }
    }

    @Test("each part alone that is missing is named")
    func eachMissing() throws {
        for missing in PrescriptionPart.allCases {
            var draft = self.draft
            for part in PrescriptionPart.allCases where part != missing { try fill(&draft, part) }
            #expect(draft.missing(in: review(today)) == [missing])
            #expect(draft.state(of: missing, in: review(today)) == .missing)
        }
    }

    @Test("therapies are incomplete while the question about visits is open, and when valid until has passed")
    func incomplete() throws {
        var draft = self.draft
        var choice = TherapyChoice(template: spine)
        choice.plan = VisitPlan(visits: 12, perWeek: 2, weeks: 4)
        draft.therapies = choice
        #expect(
            draft.state(of: .therapies, in: review(today))
                == .incomplete([
                    Problem(
                        "accepted-plan", "therapies.mismatch.left-over",
                        ["visits": "12", "scheduled": "8", "perWeek": "2", "weeks": "4"])
                ]))
        choice.acceptedPlan = choice.plan
        choice.validUntil = today
        draft.therapies = choice
        #expect(draft.state(of: .therapies, in: review(today)).isComplete)
        #expect(!draft.state(of: .therapies, in: review(today.adding(days: 1))).isComplete)
    }
}
