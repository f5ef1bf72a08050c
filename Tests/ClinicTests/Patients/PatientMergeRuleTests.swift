import Clinic
import Foundation
import Testing

@Suite("What the surviving record says after a merge")
struct PatientMergeRuleTests {
    private func draft(_ change: (inout PatientDraft) -> Void = { _ in }) throws -> PatientDraft {
        var draft = PatientDraft(
            name: PersonName(given: "Maria", family: "Lopez"),
            birthDate: try #require(LocalDate(iso: "1948-03-12")), sex: .female)
        change(&draft)
        return draft
    }

    @Test("its own words stand and blanks are filled")
    func blanks() throws {
        let mine = try draft { $0.notes = "Mine" }
        let theirs = try draft {
            $0.name.family = "Lopes"
            $0.language = PersonLanguage(tag: "es")
            $0.notes = "Theirs"
        }
        let merged = mine.absorbing(theirs)
        #expect(merged.name == mine.name)
        #expect(merged.language?.tag == "es")
        #expect(merged.notes == "Mine\n\nTheirs")
        #expect(merged.changes(from: mine) == [.language, .notes])
    }

    @Test("no allergy is lost and the worse severity counts")
    func allergies() throws {
        let mine = try draft {
            $0.allergies = .recorded([Allergy(substance: "Penicillin", reaction: "Rash", severity: .mild)])
        }
        let theirs = try draft {
            $0.allergies = .recorded([
                Allergy(substance: "penicillin", reaction: "Anaphylaxis", severity: .severe),
                Allergy(substance: "Latex"),
            ])
        }
        #expect(
            mine.absorbing(theirs).allergies
                == .recorded([
                    Allergy(substance: "Penicillin", reaction: "Rash; Anaphylaxis", severity: .severe),
                    Allergy(substance: "Latex"),
                ]))
    }

    @Test("a recorded allergy beats none known, which beats not asked")
    func statuses() throws {
        let recorded = AllergyStatus.recorded([Allergy(substance: "Latex")])
        for (mine, theirs, expected) in [
            (AllergyStatus.noneKnown, recorded, recorded), (recorded, .noneKnown, recorded),
            (.notAsked, .noneKnown, .noneKnown),
            (.noneKnown, .notAsked, .noneKnown), (.notAsked, .notAsked, .notAsked), (.notAsked, recorded, recorded),
        ] {
            let merged = try draft { $0.allergies = mine }.absorbing(try draft { $0.allergies = theirs })
            #expect(merged.allergies == expected)
        }
    }

    @Test("the later measurement counts, whoever has it")
    func measurements() throws {
        let old = Weight(value: 80, unit: .kilograms, measuredOn: try #require(LocalDate(iso: "2020-01-01")))
        let new = Weight(value: 82, unit: .kilograms, measuredOn: try #require(LocalDate(iso: "2026-01-01")))
        let (one, other) = (try draft { $0.weight = old }, try draft { $0.weight = new })
        #expect(one.absorbing(other).weight == new)
        #expect(other.absorbing(one).weight == new)
        #expect(try draft().absorbing(one).weight == old)
    }

    @Test("conditions of both are kept once")
    func conditions() throws {
        let mine = try draft { $0.conditions = [Condition(name: "Asthma")] }
        let theirs = try draft {
            $0.conditions = [Condition(name: "asthma", note: "since 2010"), Condition(name: "Gout")]
        }
        #expect(mine.absorbing(theirs).conditions == [Condition(name: "Asthma"), Condition(name: "Gout")])
    }

    @Test("notes too long together stay the survivor's own")
    func longNotes() throws {
        let long = String(repeating: "x", count: PatientDraft.longestNotes)
        #expect(try draft { $0.notes = "Mine" }.absorbing(try draft { $0.notes = long }).notes == "Mine")
    }

    @Test("an edit carried over to another's keeps both people's changes, and its own where both changed one field")
    func rebased() throws {
        let base = try draft { $0.notes = "Base" }
        let mine = try draft {
            $0.notes = "Mine"
            $0.conditions = [Condition(name: "Gout")]
        }
        let theirs = try draft {
            $0.notes = "Theirs"
            $0.allergies = .noneKnown
        }
        let carried = mine.rebased(from: base, onto: theirs)
        #expect(carried.notes == "Mine")
        #expect(carried.conditions == mine.conditions)
        #expect(carried.allergies == .noneKnown)
    }
}
