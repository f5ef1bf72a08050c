import Clinic
import Foundation
import Testing

@testable import FHIR

@Suite("Reading FHIR dosages")
struct DosageReadingTests {
    static let codes: [(code: String, rhythm: Rhythm)] = [
        ("BID", FHIRSample.calendar(2...2, FHIRSample.span(1, .day))),
        ("QID", FHIRSample.calendar(4...4, FHIRSample.span(1, .day))),
        ("AM", FHIRSample.calendar(1...1, FHIRSample.span(1, .day), .morning)),
        ("PM", FHIRSample.calendar(1...1, FHIRSample.span(1, .day), .afternoon)),
        ("BED", FHIRSample.calendar(1...1, FHIRSample.span(1, .day), .bedtime)),
        ("QOD", FHIRSample.calendar(1...1, FHIRSample.span(2, .day))),
        ("WK", FHIRSample.calendar(1...1, FHIRSample.span(1, .week))),
        ("Q6H", .elapsed(ElapsedRhythm(every: FHIRSample.span(6, .hour)))),
    ]

    @Test("A code alone means what its definition says", arguments: codes.indices)
    func codeAlone(_ index: Int) throws {
        let (code, rhythm) = Self.codes[index]
        let json = #"{"timing": {"code": {"coding": [{"code": "\#(code)"}]}}}"#
        #expect(try FHIRSample.timing(json)?.rhythm == rhythm)
    }

    @Test("A code beside a structure must say the same")
    func codeBeside() throws {
        func json(_ parts: String) -> String {
            #"{"timing": {"repeat": {\#(parts)}, "code": {"coding": [{"code": "BID"}]}}}"#
        }
        let same = try FHIRSample.timing(json(#""frequency": 2, "period": 1, "periodUnit": "d""#))
        #expect(same?.rhythm == FHIRSample.calendar(2...2, FHIRSample.span(1, .day)))
        #expect(try FHIRSample.timing(json(#""timeOfDay": ["20:00:00", "08:00:00"]"#)) != nil)
        #expect(FHIRSample.refused(json(#""timeOfDay": ["08:00:00"]"#))?.reason == .contradictory)
        #expect(FHIRSample.refused(json(#""frequency": 3, "period": 1, "periodUnit": "d""#))?.reason == .contradictory)
        let bounded = try FHIRSample.timing(json(#""boundsDuration": {"value": 7, "code": "d"}"#))
        #expect(bounded?.bounds == .span(FHIRSample.span(7, .day)))
        #expect(bounded?.rhythm == FHIRSample.calendar(2...2, FHIRSample.span(1, .day)))
    }

    static let invariants: [(parts: String, name: String)] = [
        (#""frequency": 1, "period": 1, "periodUnit": "d", "duration": 1"#, "tim-1"),
        (#""frequency": 1, "period": 1"#, "tim-2"),
        (#""frequency": 1, "period": 1, "periodUnit": "d", "duration": -1, "durationUnit": "h""#, "tim-4"),
        (#""frequency": 1, "period": -1, "periodUnit": "d""#, "tim-5"),
        (#""frequency": 1, "periodMax": 2"#, "tim-6"),
        (#""timeOfDay": ["08:00:00"], "durationMax": 2"#, "tim-7"),
        (#""timeOfDay": ["08:00:00"], "countMax": 2"#, "tim-8"),
        (#""timeOfDay": ["08:00:00"], "offset": 30"#, "tim-9"),
        (#""when": ["CM"], "offset": 30"#, "tim-9"),
        (#""when": ["MORN"], "timeOfDay": ["08:00:00"]"#, "tim-10"),
    ]

    @Test("FHIR's rules for a timing are kept", arguments: invariants.indices)
    func keepsInvariants(_ index: Int) {
        let (parts, name) = Self.invariants[index]
        #expect(FHIRSample.refused(FHIRSample.dosage(parts))?.reason == .invariant(name))
    }

    @Test("What there is no place for becomes the dosage's own text, or is refused when it has none")
    func unsupported() throws {
        let daily = #""frequency": 1, "period": 1, "periodUnit": "d""#
        let read = try FHIRSample.read(FHIRSample.dosage(daily, more: #", "text": "by pump", "pump": 1"#))
        #expect(read.dosages == [Dosage(nil, nil, asWritten: "by pump")])
        #expect(read.notes == [.asWritten(dosage: 0, Unreadable("dosage[0].pump", .unsupported))])
        let strange = FHIRSample.refused(FHIRSample.dosage(daily + #", "strange": true"#))
        #expect(strange == Unreadable("dosage[0].timing.repeat.strange", .unsupported))
    }

    @Test("Decimals are read exactly and a fraction of a unit of time is kept")
    func decimals() throws {
        let read = try FHIRSample.read(
            """
            {"timing": {"repeat": {"frequency": 1, "period": 0.5, "periodUnit": "h"}},
             "doseAndRate": [{"doseQuantity": {"value": 0.1, "unit": "mg"}}]}
            """)
        #expect(read.dosages.first?.dose == Dose(DoseValue(1, over: 10) ?? .one, .milligram))
        let half = DoseValue(1, over: 2) ?? .one
        #expect(read.dosages.first?.timing?.rhythm == .elapsed(ElapsedRhythm(every: TimeSpan(half, .hour))))
        let exact = try JSONValue(Data("[0.1000000000000000055511151231257827]".utf8))
        #expect(exact == .array([.number(Decimal(string: "0.1000000000000000055511151231257827") ?? 0)]))
    }

    @Test("Instants of a time frame are days where the patient is")
    func boundsInstants() throws {
        let read = try FHIRSample.read(
            FHIRSample.dosage(
                """
                "frequency": 1, "period": 1, "periodUnit": "d",
                "boundsPeriod": {"start": "2026-06-05T23:30:45Z", "end": "2026-06-14"}
                """))
        let period = Bounds.period(from: FHIRSample.day("2026-06-06"), through: FHIRSample.day("2026-06-14"))
        #expect(read.dosages.first?.timing?.bounds == period)
        #expect(read.notes == [.hourOfBounds(dosage: 0)])
    }

    @Test("21 of every 28 days long is read as a cycle, and a cycle is written without a timing")
    func cycle() throws {
        let read = try FHIRSample.read(
            FHIRSample.dosage(#""frequency": 1, "period": 28, "periodUnit": "d", "duration": 21, "durationUnit": "d""#))
        var rhythm = CalendarRhythm()
        rhythm.cycle = CalendarRhythm.Cycle(activeDays: 21, pauseDays: 7)
        #expect(read.dosages.first?.timing?.rhythm == .calendar(rhythm))
        let written = WrittenDosages.json(read.dosages) { _ in "21 days on, 7 off" }
        guard case .array(let list) = written, case .object(let fields)? = list.first else {
            Issue.record("no dosage")
            return
        }
        #expect(fields["timing"] == nil)
        #expect(fields["text"] == "21 days on, 7 off")
        #expect(try ReadDosages(written, in: FHIRSample.berlin).dosages == read.dosages)
    }

    @Test("As needed is read from all its places, and steps are counted from 1")
    func needAndSteps() throws {
        let read = try FHIRSample.read(
            """
            [{"sequence": 3, "asNeededBoolean": true, "extension": [{"url": "\(DosageTerms.asNeededFor)",
              "valueCodeableConcept": {"text": "pain"}}]},
             {"sequence": 7, "asNeededCodeableConcept": {"coding": [{"display": "fever"}]}},
             {"sequence": 7, "asNeededBoolean": false, "text": "see letter"}]
            """)
        #expect(read.dosages.map(\.step) == [1, 2, 2])
        #expect(read.dosages.map(\.asNeeded?.reason) == ["pain", "fever", nil])
        #expect(read.dosages.last?.asWritten == "see letter")
    }

    private static func unit(_ quantity: String) throws -> DoseUnit? {
        try FHIRSample.read(
            #"{"doseAndRate": [{"doseQuantity": {"value": 1, \#(quantity)}}], "asNeededBoolean": true}"#
        )
        .dosages.first?.dose?.unit
    }

    private static func refusal(_ quantity: String) -> Unreadable.Reason? {
        FHIRSample.refused(#"{"doseAndRate": [{"doseQuantity": {"value": 1, \#(quantity)}}]}"#)?.reason
    }

    @Test("Units are told apart and an unknown one is not guessed")
    func units() throws {
        #expect(try Self.unit(#""unit": "Tabletten""#) == .tablet)
        #expect(try Self.unit(#""unit": "TAB", "code": "TAB""#) == .tablet)
        #expect(try Self.unit(#""unit": "Stück", "code": "1""#) == .piece)
        #expect(try Self.unit(#""unit": "Tablette", "code": "1""#) == .tablet)
        #expect(try Self.unit(#""code": "ug""#) == .microgram)
        #expect(Self.refusal(#""unit": "U""#) == .unknown("U"))
        #expect(Self.refusal(#""unit": "mg", "code": "g""#) == .contradictory)
        #expect(Self.refusal(#""unit": "mg", "comparator": "<""#) == .unsupported)
    }
}
