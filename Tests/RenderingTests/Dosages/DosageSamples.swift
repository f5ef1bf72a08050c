import Clinic
import Foundation
import Testing

/// A worked example: dosages, what is done with the medicine, and the sentence expected in each language. English is on
/// the 12-hour clock, in Berlin.
struct DosageSample: Sendable, CustomTestStringConvertible {
    let number: Int
    let verb: AdministrationVerb
    let dosages: [Dosage]
    let english: String
    let german: String

    var testDescription: String { "\(number): \(english)" }

    init(_ number: Int, _ verb: AdministrationVerb, _ dosages: [Dosage], _ english: String, _ german: String) {
        self.number = number
        self.verb = verb
        self.dosages = dosages
        self.english = english
        self.german = german
    }
}

extension DosageSample {
    static let all = byCount + byClock + byEvent + inFrames + ofSeveral

    private static let byCount: [DosageSample] = [
        DosageSample(
            1, .take, [each(1, .tablet, daily(2))],
            "Take 1 tablet twice a day.",
            "2-mal täglich 1 Tablette einnehmen."),
        DosageSample(
            2, .take, [each(1, .capsule, daily(3))],
            "Take 1 capsule three times a day.",
            "3-mal täglich 1 Kapsel einnehmen."),
        DosageSample(
            4, .take, [each(1, .tablet, daily(1))],
            "Take 1 tablet once a day.",
            "1-mal täglich 1 Tablette einnehmen."),
        DosageSample(
            5, .take, [each(1, .tablet, counted(1, 2, .day))],
            "Take 1 tablet every other day.",
            "Jeden zweiten Tag 1 Tablette einnehmen."),
        DosageSample(
            7, .take,
            [
                each(
                    1, .tablet,
                    CalendarRhythm(frequency: 1...1, per: span(1, .day), at: .events([.afternoon], offset: 0)))
            ],
            "Take 1 tablet every afternoon.",
            "Jeden Nachmittag 1 Tablette einnehmen."),
        DosageSample(
            8, .use, [each(1, .drop, elapsed(1))],
            "Use 1 drop every hour.",
            "Jede Stunde 1 Tropfen anwenden."),
        DosageSample(
            10, .take, [each(1, .tablet, elapsed(6))],
            "Take 1 tablet every 6 hours.",
            "Alle 6 Stunden 1 Tablette einnehmen."),
        DosageSample(
            11, .take, [Dosage(doses("1", "2", .tablet), Timing(.elapsed(elapsed(8))))],
            "Take 1 to 2 tablets every 8 hours.",
            "Alle 8 Stunden 1 bis 2 Tabletten einnehmen."),
        DosageSample(
            13, .take, [each(1, .capsule, counted(1, 1, .week))],
            "Take 1 capsule once a week.",
            "1-mal pro Woche 1 Kapsel einnehmen."),
        DosageSample(
            14, .take, [each(1, .tablet, counted(1, 1, .month))],
            "Take 1 tablet once a month.",
            "1-mal im Monat 1 Tablette einnehmen."),
        DosageSample(
            16, .take, [each(1, .tablet, ElapsedRhythm(every: spans(4, 6, .hour)))],
            "Take 1 tablet every 4 to 6 hours.",
            "Alle 4 bis 6 Stunden 1 Tablette einnehmen."),
        DosageSample(
            17, .take, [each(1, .tablet, counted(3, 1, .week))],
            "Take 1 tablet three times a week.",
            "3-mal pro Woche 1 Tablette einnehmen."),
        DosageSample(
            19, .receive, [each(1, .infusion, counted(1, 1, .year))],
            "Have 1 infusion once a year.",
            "1-mal im Jahr 1 Infusion erhalten."),
        DosageSample(
            20, .stick, [each(1, .patch, elapsed(72))],
            "Apply 1 patch every 72 hours (every 3 days).",
            "Alle 72 Stunden (alle 3 Tage) 1 Pflaster aufkleben."),
    ]

    private static let byClock: [DosageSample] = [
        DosageSample(
            22, .take, [Dosage(dose("1", .tablet), Timing(.calendar(daily(2)), count: 10...10))],
            "Take 1 tablet twice a day, 10 doses in total.",
            "2-mal täglich 1 Tablette einnehmen, insgesamt 10 Einnahmen."),
        DosageSample(
            23, .use,
            [Dosage(dose("1", .spray), Timing(.elapsed(ElapsedRhythm(every: span(5, .minute))), count: 1...3))],
            "Use 1 spray every 5 minutes, 1 to 3 times in all.",
            "Alle 5 Minuten 1 Sprühstoß anwenden, insgesamt 1- bis 3-mal."),
        DosageSample(
            25, .take,
            [
                each(1, .tablet, on([.monday, .wednesday, .friday])),
                each(1, over: 2, .tablet, on([.tuesday, .thursday, .saturday, .sunday])),
            ],
            "Take 1 tablet on Mondays, Wednesdays and Fridays, and half a tablet on Tuesdays, Thursdays, Saturdays and Sundays.",
            "Montags, mittwochs und freitags je 1 Tablette, dienstags, donnerstags, samstags und sonntags je ½ Tablette einnehmen."
        ),
        DosageSample(
            28, .take, [each(1, .tablet, at(8, 12)), each(2, .tablet, at(20))],
            "Every day take 1 tablet at 8:00 am, 1 tablet at noon and 2 tablets at 8:00 pm.",
            "Täglich um 8:00 Uhr und um 12:00 Uhr je 1 Tablette und um 20:00 Uhr 2 Tabletten einnehmen."),
        DosageSample(
            29, .take, [each(1, .tablet, on([.monday], at: [8, 12])), each(1, .tablet, on([.wednesday], at: [20]))],
            "Take 1 tablet on Mondays at 8:00 am and at noon, and on Wednesdays at 8:00 pm.",
            "Montags um 8:00 Uhr und um 12:00 Uhr sowie mittwochs um 20:00 Uhr je 1 Tablette einnehmen."),
        DosageSample(
            31, .take, [each(1, .tablet, when(.morning)), each(2, .tablet, when(.evening))],
            "Take 1 tablet in the morning and 2 tablets in the evening.",
            "Morgens 1 Tablette und abends 2 Tabletten einnehmen."),
        DosageSample(
            32, .take, [each(1, over: 2, .tablet, when(.morning, .noon, .evening, .night))],
            "Take half a tablet in the morning, at noon, in the evening and at night.",
            "Morgens, mittags, abends und zur Nacht je ½ Tablette einnehmen."),
        DosageSample(
            34, .take,
            [
                each(1, .tablet, on([.monday], when: [.morning, .evening])),
                each(2, .tablet, on([.wednesday], when: [.morning, .evening])),
            ],
            "Take 1 tablet in the morning and 1 in the evening on Mondays, and 2 in the morning and 2 in the evening on Wednesdays.",
            "Montags morgens und abends je 1 Tablette, mittwochs morgens und abends je 2 Tabletten einnehmen."),
    ]

    private static let byEvent: [DosageSample] = [
        DosageSample(
            35, .take, [each(1, .tablet, when(.beforeMeal, offset: 30))],
            "Take 1 tablet 30 minutes before each meal.",
            "30 Minuten vor jeder Mahlzeit 1 Tablette einnehmen."),
        DosageSample(
            37, .take, [each(1, .tablet, when(.afterMeal, offset: 60))],
            "Take 1 tablet 1 hour after each meal.",
            "1 Stunde nach jeder Mahlzeit 1 Tablette einnehmen."),
        DosageSample(
            38, .take,
            [each(1, .tablet, CalendarRhythm(frequency: 3...3, per: span(1, .day), at: .events([.meal], offset: 0)))],
            "Take 1 tablet three times a day, with meals.",
            "3-mal täglich zu den Mahlzeiten 1 Tablette einnehmen."),
        DosageSample(
            40, .take, [each(1, .tablet, when(.afterBreakfast, .afterDinner))],
            "Take 1 tablet after breakfast and 1 tablet after dinner.",
            "Nach dem Frühstück und nach dem Abendessen je 1 Tablette einnehmen."),
        DosageSample(
            41, .take, [each(1, .tablet, when(.beforeLunch, .beforeDinner))],
            "Take 1 tablet before lunch and 1 tablet before dinner.",
            "Vor dem Mittagessen und vor dem Abendessen je 1 Tablette einnehmen."),
        DosageSample(
            43, .take, [each(1, .tablet, when(.waking, offset: 30))],
            "Take 1 tablet 30 minutes after waking up.",
            "30 Minuten nach dem Aufwachen 1 Tablette einnehmen."),
        DosageSample(
            44, .take, [each(1, .tablet, when(.waking, .bedtime))],
            "Take 1 tablet when you wake up and 1 tablet before going to bed.",
            "Nach dem Aufwachen und vor dem Schlafengehen je 1 Tablette einnehmen."),
        DosageSample(
            46, .take, [each(1, .tablet, when(.earlyMorning))],
            "Take 1 tablet early in the morning.",
            "Frühmorgens 1 Tablette einnehmen."),
        DosageSample(
            47, .take, [each(2, .tablet, when(.immediately))],
            "Take 2 tablets immediately.",
            "Sofort 2 Tabletten einnehmen."),
        DosageSample(
            49, .exercise,
            [Dosage(nil, Timing(.calendar(counted(3, 1, .week)), duration: TimeSpan(value("1/2"), .hour)))],
            "Exercise three times a week for half an hour each time.",
            "3-mal pro Woche jeweils eine halbe Stunde üben."),
        DosageSample(
            50, .inhale, [Dosage(dose("1", .dose), Timing(.calendar(daily(2)), duration: spans(10, 15, .minute)))],
            "Inhale 1 dose twice a day, for 10 to 15 minutes each time.",
            "2-mal täglich 1 Dosis jeweils 10 bis 15 Minuten lang inhalieren."),
    ]

    private static let inFrames: [DosageSample] = [
        DosageSample(
            52, .take, [Dosage(dose("1", .tablet), Timing(.calendar(daily(2)), bounds: .span(spans(7, 10, .day))))],
            "Take 1 tablet twice a day for 7 to 10 days.",
            "7 bis 10 Tage lang 2-mal täglich 1 Tablette einnehmen."),
        DosageSample(
            53, .take,
            [
                Dosage(
                    dose("1", .tablet),
                    Timing(.calendar(when(.morning, .evening)), bounds: period("2026-06-05", "2026-06-14")))
            ],
            "From June 5, 2026 through June 14, 2026: take 1 tablet in the morning and 1 tablet in the evening.",
            "Vom 05.06.2026 bis einschließlich 14.06.2026 morgens und abends je 1 Tablette einnehmen."),
        DosageSample(
            55, .take, [Dosage(dose("1", .tablet), Timing(.calendar(daily(1)), bounds: period(nil, "2026-12-31")))],
            "Take 1 tablet once a day until December 31, 2026 (last dose that day).",
            "Bis einschließlich 31.12.2026 1-mal täglich 1 Tablette einnehmen."),
        DosageSample(
            56, .take, [Dosage(dose("1", .tablet), nil, asNeeded: Dosage.AsNeeded())],
            "Take 1 tablet as needed.",
            "Bei Bedarf 1 Tablette einnehmen."),
        DosageSample(
            58, .take,
            [
                Dosage(
                    dose("1", .tablet), Timing(.elapsed(elapsed(8))), asNeeded: Dosage.AsNeeded(reason: "Schmerzen"),
                    limits: Dosage.Limits(perPeriod: [DoseLimit(value("3"), .tablet, per: span(1, .day))]))
            ],
            "If you have pain, take 1 tablet every 8 hours. Do not take more than 3 tablets a day.",
            "Bei Schmerzen alle 8 Stunden 1 Tablette einnehmen. Nicht mehr als 3 Tabletten pro Tag."),
        DosageSample(
            59, .take,
            [
                Dosage(
                    doses("1/2", "1", .tablet), Timing(.calendar(when(.night))),
                    asNeeded: Dosage.AsNeeded(reason: "Schlaflosigkeit"))
            ],
            "If you cannot sleep, take half a tablet to 1 tablet at night.",
            "Bei Schlaflosigkeit zur Nacht ½ bis 1 Tablette einnehmen."),
    ]

    private static let ofSeveral: [DosageSample] = [
        DosageSample(
            61, .receive,
            [
                Dosage(
                    dose("1", .injection),
                    Timing(.instants([instant("2026-07-01T07:00:00Z"), instant("2026-07-15T07:00:00Z")])))
            ],
            "Have 1 injection on July 1, 2026 at 9:00 am and on July 15, 2026 at 9:00 am.",
            "Am 01.07.2026 um 9:00 Uhr und am 15.07.2026 um 9:00 Uhr je 1 Injektion erhalten."),
        DosageSample(
            62, .take, taper,
            "Every morning take 3 tablets from May 13 through May 17, 2026; then 2½ tablets on May 18, 2 on May 19, 1½ on May 20, 1 on May 21 and ½ on May 22; then stop.",
            "Jeden Morgen: vom 13.05. bis 17.05.2026 je 3 Tabletten, dann am 18.05. 2½, am 19.05. 2, am 20.05. 1½, am 21.05. 1 und am 22.05. ½ Tablette; danach nicht mehr einnehmen."
        ),
        DosageSample(
            64, .take, [each(1, .tablet, pill)],
            "Take 1 tablet every day for 21 days, then take none for 7 days; repeat.",
            "21 Tage lang täglich 1 Tablette, dann 7 Tage Pause; danach von vorn."),
        DosageSample(
            65, .take, [alternating("1", from: "2026-06-01"), alternating("2", from: "2026-06-02")],
            "Alternate: 1 tablet one day, 2 tablets the next, starting with 1 tablet on June 1, 2026.",
            "Im täglichen Wechsel 1 Tablette und 2 Tabletten einnehmen, beginnend mit 1 Tablette am 01.06.2026."),
    ]
}
