/// What a phrase of quick entry means.
enum ShorthandMeaning: Hashable, Sendable {
    /// So often in one unit of time.
    case often(Int, TimeUnit)
    /// Every so many units of time.
    case every(Int, TimeUnit)
    /// With "every" before it: once a day then.
    case event(EventTiming, isDaily: Bool)
    case weekday(Weekday)
    case asNeeded
    /// Words that say nothing of their own.
    case filler
    /// Refused: the name of a message that says why and what to write.
    case refused(String)
}

/// The phrases of quick entry in English and German, folded, words parted by one space.
enum ShorthandPhrases {
    /// The most words of a phrase.
    static let longest = 4

    static let meanings: [String: ShorthandMeaning] = {
        var all: [String: ShorthandMeaning] = [:]
        for (phrases, meaning) in often + events + refused {
            for phrase in phrases.split(separator: "|") { all[String(phrase)] = meaning }
        }
        for (day, names) in zip(Weekday.allCases, weekdays) {
            for name in names.split(separator: "|") {
                for prefix in ["", "on ", "every ", "each ", "am ", "jeden "] { all[prefix + name] = .weekday(day) }
            }
        }
        for filler in fillers.split(separator: "|") { all[String(filler)] = .filler }
        for need in "prn|as needed|when needed|if needed|bei bedarf|bedarf|bb".split(separator: "|") {
            all[String(need)] = .asNeeded
        }
        return all
    }()

    private static let often: [(String, ShorthandMeaning)] = [
        (
            "daily|once daily|once a day|once per day|every day|taglich|taeglich|tagl|taegl|tgl|einmal taglich|jeden tag",
            .often(1, .day)
        ),
        ("bid|twice daily|twice a day|twice per day|zweimal taglich|zweimal tgl|zweimal am tag", .often(2, .day)),
        ("tid|dreimal taglich|dreimal tgl", .often(3, .day)),
        ("qid|viermal taglich|viermal tgl", .often(4, .day)),
        (
            "weekly|once weekly|once a week|every week|wochentlich|woechentlich|einmal pro woche|einmal wochentlich|jede woche",
            .often(1, .week)
        ),
        ("twice a week|twice weekly|zweimal pro woche|zweimal wochentlich", .often(2, .week)),
        ("dreimal pro woche", .often(3, .week)),
        ("monthly|once a month|once monthly|every month|monatlich|einmal im monat|jeden monat", .often(1, .month)),
        ("yearly|once a year|every year|jahrlich|jaehrlich|einmal im jahr|jedes jahr", .often(1, .year)),
        ("every other day|jeden zweiten tag|jeden 2 tag|every second day", .every(2, .day)),
        ("every other week|jede zweite woche|jede 2 woche|every second week", .every(2, .week)),
        ("hourly|every hour|stundlich|stuendlich|jede stunde", .every(1, .hour)),
    ]

    private static let events: [(String, ShorthandMeaning)] = [
        ("qam|every morning|jeden morgen", .event(.morning, isDaily: true)),
        ("every evening|jeden abend", .event(.evening, isDaily: true)),
        ("every afternoon|jeden nachmittag", .event(.afternoon, isDaily: true)),
        ("nightly|every night|jede nacht|qnight", .event(.night, isDaily: true)),
        ("qhs|every bedtime", .event(.bedtime, isDaily: true)),
        ("morning|in the morning|mornings|morgens|am morgen|fruh", .event(.morning, isDaily: false)),
        ("early morning|early in the morning|fruhmorgens|am fruhen morgen", .event(.earlyMorning, isDaily: false)),
        ("late morning|late in the morning|am spaten vormittag", .event(.lateMorning, isDaily: false)),
        ("noon|at noon|midday|mittags|am mittag", .event(.noon, isDaily: false)),
        ("afternoon|in the afternoon|nachmittags|am nachmittag", .event(.afternoon, isDaily: false)),
        ("early afternoon|in the early afternoon|am fruhen nachmittag", .event(.earlyAfternoon, isDaily: false)),
        ("late afternoon|in the late afternoon|am spaten nachmittag", .event(.lateAfternoon, isDaily: false)),
        ("evening|in the evening|evenings|abends|am abend", .event(.evening, isDaily: false)),
        ("early evening|in the early evening|am fruhen abend", .event(.earlyEvening, isDaily: false)),
        ("late evening|in the late evening|am spaten abend", .event(.lateEvening, isDaily: false)),
        ("night|at night|nachts|zur nacht", .event(.night, isDaily: false)),
        (
            "hs|bedtime|at bedtime|before bed|before bedtime|before going to bed|vor dem schlafengehen|vor dem schlafen",
            .event(.bedtime, isDaily: false)
        ),
        (
            "on waking|when waking up|when you wake up|after waking|after waking up|nach dem aufwachen",
            .event(.waking, isDaily: false)
        ),
        ("after falling asleep|nach dem einschlafen", .event(.afterFallingAsleep, isDaily: false)),
        (
            "with meals|with each meal|at meals|zu den mahlzeiten|zum essen|zu jeder mahlzeit",
            .event(.meal, isDaily: false)
        ),
        (
            "ac|before meals|before each meal|vor den mahlzeiten|vor dem essen|vor jeder mahlzeit",
            .event(.beforeMeal, isDaily: false)
        ),
        (
            "pc|after meals|after each meal|nach den mahlzeiten|nach dem essen|nach jeder mahlzeit",
            .event(.afterMeal, isDaily: false)
        ),
        ("with breakfast|zum fruhstuck", .event(.breakfast, isDaily: false)),
        ("before breakfast|vor dem fruhstuck", .event(.beforeBreakfast, isDaily: false)),
        ("after breakfast|nach dem fruhstuck", .event(.afterBreakfast, isDaily: false)),
        ("with lunch|zum mittagessen", .event(.lunch, isDaily: false)),
        ("before lunch|vor dem mittagessen", .event(.beforeLunch, isDaily: false)),
        ("after lunch|nach dem mittagessen", .event(.afterLunch, isDaily: false)),
        ("with dinner|zum abendessen", .event(.dinner, isDaily: false)),
        ("before dinner|vor dem abendessen", .event(.beforeDinner, isDaily: false)),
        ("after dinner|nach dem abendessen", .event(.afterDinner, isDaily: false)),
        ("stat|now|immediately|sofort", .event(.immediately, isDaily: false)),
    ]

    private static let weekdays = [
        "mon|monday|mondays|mo|montag|montags", "tue|tues|tuesday|tuesdays|di|dienstag|dienstags",
        "wed|wednesday|wednesdays|mi|mittwoch|mittwochs", "thu|thur|thurs|thursday|thursdays|do|donnerstag|donnerstags",
        "fri|friday|fridays|fr|freitag|freitags", "sat|saturday|saturdays|sa|samstag|samstags|sonnabend|sonnabends",
        "sun|sunday|sundays|so|sonntag|sonntags",
    ]

    private static let fillers = "take|use|apply|inhale|inject|insert|nehmen|einnehmen|anwenden|and|und|je|each|jeweils"

    // ISMP, "List of Error-Prone Abbreviations"; Joint Commission, "Do Not Use" list.
    private static let refused: [(String, ShorthandMeaning)] = [
        ("qd|qod|od|q1d|eod", .refused("daily-or-other-day")),
        ("u|iu|ie|e", .refused("write-units")),
        ("µg|μg|ug", .refused("write-micrograms")),
        (
            "cc|tsp|tbsp|teaspoon|teaspoons|tablespoon|tablespoons|tl|el|teeloffel|essloffel",
            .refused("write-milliliters")
        ),
        ("biw|biweekly|bi-weekly|semiweekly", .refused("twice-or-every-two-weeks")),
        ("tiw", .refused("day-or-week")),
        ("qpm|pm", .refused("afternoon-or-evening")),
        ("am", .refused("write-morning")),
        ("qn|bt|on", .refused("bedtime-or-night")),
        ("midnight|at midnight|mitternacht|um mitternacht", .refused("write-clock-time")),
        ("ss", .refused("write-half")),
        ("po|by mouth|oral|orally|peroral|iv|im|sc|sq|sl|pr|top|topical", .refused("route-apart")),
    ]
}

extension DoseUnit {
    /// The unit that a folded word names in English or German.
    init?(shorthand word: String) {
        guard let unit = Self.shorthand[word] else { return nil }
        self = unit
    }

    private static let shorthand: [String: DoseUnit] = {
        let written: [(DoseUnit, String)] = [
            (.tablet, "tab|tabs|tablet|tablets|tbl|tabl|tablette|tabletten"),
            (.capsule, "cap|caps|capsule|capsules|kps|kaps|kapsel|kapseln"),
            (.lozenge, "lozenge|lozenges|lutschtablette|lutschtabletten"), (.sachet, "sachet|sachets|beutel|btl"),
            (.suppository, "supp|suppository|suppositories|zapfchen|zaepfchen"),
            (.patch, "patch|patches|pflaster"), (.drop, "drop|drops|gtt|gtts|tropfen"),
            (.puff, "puff|puffs|hub|hube|huebe"), (.spray, "spray|sprays|spruhstoss|spruhstosse|spruhstoesse"),
            (.application, "application|applications|anwendung|anwendungen"),
            (.injection, "injection|injections|injektion|injektionen"), (.infusion, "infusion|infusions|infusionen"),
            (.ampoule, "amp|ampule|ampules|ampoule|ampoules|ampulle|ampullen"), (.dose, "dose|doses|dosis|dosen"),
            (.piece, "piece|pieces|stuck|stueck|stk"),
            (.millilitre, "ml|milliliter|milliliters|millilitre|millilitres"), (.litre, "liter|liters|litre|litres"),
            (.gram, "g|gram|grams|gramm"), (.milligram, "mg|milligram|milligrams|milligramm"),
            (.microgram, "mcg|microgram|micrograms|mikrogramm"), (.nanogram, "nanogram|nanograms|nanogramm"),
            (.millimole, "mmol|millimole|millimoles|millimol"),
            (.milliequivalent, "meq|milliequivalent|milliequivalents|milliaquivalent|milliaquivalente"),
            (.unit, "unit|units|einheit|einheiten"),
            (.centimetre, "cm|centimeter|centimeters|centimetre|centimetres|zentimeter"),
        ]
        return written.reduce(into: [:]) { all, pair in
            for word in pair.1.split(separator: "|") { all[String(word)] = pair.0 }
        }
    }()
}

extension TimeUnit {
    /// The unit that a folded word names in English or German; nil for "m", which is minutes to some and months to others.
    init?(shorthand word: String) {
        guard let unit = Self.shorthand[word] else { return nil }
        self = unit
    }

    private static let shorthand: [String: TimeUnit] = {
        let written: [(TimeUnit, String)] = [
            (.second, "sec|secs|second|seconds|sek|sekunde|sekunden"), (.minute, "min|mins|minute|minutes|minuten"),
            (.hour, "h|hr|hrs|hour|hours|std|stunde|stunden"), (.day, "d|day|days|tag|tage|tagen"),
            (.week, "w|wk|wks|week|weeks|wo|woche|wochen"), (.month, "mo|mos|month|months|monat|monate|monaten"),
            (.year, "y|yr|yrs|year|years|jahr|jahre|jahren"),
        ]
        return written.reduce(into: [:]) { all, pair in
            for word in pair.1.split(separator: "|") { all[String(word)] = pair.0 }
        }
    }()
}
