extension CountryRules {
    /// The countries whose rules are known in full. Phone plans after ITU-T E.164 national plans, addresses after the
    /// Universal Postal Union's sheets.
    static let table: [String: CountryRules] = americas.merging(germanSpeaking) { $1 }.merging(europe) { $1 }
        .merging(elsewhere) { $1 }

    private static let americas: [String: CountryRules] = [
        "US": CountryRules(
            phone: northAmerican("(555) 201-3344"),
            postcode: PostcodeRule("99999", "99999-9999", example: "60614", lowest: "00501"),
            region: .listed(Regions.unitedStates), layout: [[.street], [.city, .region, .postcode]]),
        "CA": CountryRules(
            phone: northAmerican("(416) 555-0134"),
            postcode: PostcodeRule("A9A 9A9", example: "M5V 2T6", firstLetters: "ABCEGHJKLMNPRSTVXY"),
            region: .listed(Regions.canada), layout: [[.street], [.city, .region, .postcode]]),
        "MX": CountryRules(
            phone: PhoneRule(
                "52", 10...10, trunk: nil,
                groupings: [.init([2, 4, 4], begins: ["33", "5[56]", "81"]), .init([3, 3, 4])],
                example: "55 1234 5678"),
            postcode: PostcodeRule("99999", example: "06600"), region: .free,
            layout: [[.street], [.postcode, .city, .region]]),
    ]

    private static let germanSpeaking: [String: CountryRules] = [
        "DE": CountryRules(
            phone: PhoneRule("49", 5...12, groupings: germanGroupings, example: "030 901820"),
            postcode: PostcodeRule("99999", example: "10115", lowest: "01001"),
            layout: [[.street], [.postcode, .city]]),
        "AT": CountryRules(
            phone: PhoneRule(
                "43", 4...12,
                groupings: [
                    .init([1], begins: ["1"]), .init([3], begins: ["316", "463", "512", "662", "732", "6[5-9]", "8"]),
                    .init([4]),
                ], example: "01 5880000"),
            postcode: PostcodeRule("9999", example: "1010", lowest: "1000"), layout: [[.street], [.postcode, .city]]),
        "CH": CountryRules(
            phone: PhoneRule("41", 9...9, groupings: [.init([2, 3, 2, 2])], example: "044 668 18 00"),
            postcode: PostcodeRule("9999", example: "8001", lowest: "1000"), layout: [[.street], [.postcode, .city]]),
    ]

    private static let europe: [String: CountryRules] = [
        "GB": CountryRules(
            phone: PhoneRule(
                "44", 9...10,
                groupings: [
                    .init([2, 4, 4], begins: ["2"]), .init([3, 3, 4], begins: ["11", "1[2-69]1", "3", "8", "9"]),
                    .init([4, 6]),
                ], example: "020 7946 0018"),
            postcode: PostcodeRule(
                "A9 9AA", "A99 9AA", "AA9 9AA", "AA99 9AA", "A9A 9AA", "AA9A 9AA", example: "SW1A 2AA"),
            region: .free, layout: [[.street], [.city], [.region], [.postcode]]),
        "IE": CountryRules(
            phone: PhoneRule(
                "353", 7...9, groupings: [.init([1, 3, 4], begins: ["1"]), .init([2, 3, 4])], example: "01 679 2222"),
            postcode: PostcodeRule("A9* ****", example: "D02 X285", isNeeded: false), region: .free,
            layout: [[.street], [.city], [.region], [.postcode]]),
        "FR": CountryRules(
            phone: PhoneRule("33", 9...9, groupings: [.init([1, 2, 2, 2, 2])], example: "01 42 68 53 00"),
            postcode: PostcodeRule("99999", example: "75008", lowest: "01000"),
            layout: [[.street], [.postcode, .city]]),
        "ES": CountryRules(
            phone: PhoneRule("34", 9...9, trunk: nil, groupings: [.init([3, 3, 3])], example: "912 345 678"),
            postcode: PostcodeRule("99999", example: "28013", lowest: "01001"), region: .free),
        "IT": CountryRules(
            // A number of a town keeps its 0 from abroad: it is no trunk prefix.
            phone: PhoneRule(
                "39", 6...12, trunk: nil,
                groupings: [.init([3, 3, 4], begins: ["3"]), .init([2], begins: ["0[26]"]), .init([3])],
                example: "06 69883333"),
            postcode: PostcodeRule("99999", example: "00186"), region: .free,
            layout: [[.street], [.postcode, .city, .region]]),
        "NL": CountryRules(
            phone: PhoneRule(
                "31", 9...9,
                groupings: [
                    .init([1, 8], begins: ["6"]), .init([2, 3, 4], begins: ["[1-578][0-58]"]), .init([3, 3, 3]),
                ], example: "020 624 1111"),
            postcode: PostcodeRule("9999 AA", example: "1012 JS", lowest: "1000"),
            layout: [[.street], [.postcode, .city]]),
        "BE": CountryRules(
            phone: PhoneRule(
                "32", 8...9,
                groupings: [
                    .init([3, 2, 2, 2], begins: ["4[5-9]"]), .init([1, 3, 2, 2], begins: ["[2349]"]),
                    .init([2, 2, 2, 2]),
                ], example: "02 513 89 40"),
            postcode: PostcodeRule("9999", example: "1000", lowest: "1000"), layout: [[.street], [.postcode, .city]]),
        "PL": CountryRules(
            phone: PhoneRule("48", 9...9, trunk: nil, groupings: [.init([3, 3, 3])], example: "221 234 567"),
            postcode: PostcodeRule("99-999", example: "00-950"), layout: [[.street], [.postcode, .city]]),
        "UA": CountryRules(
            phone: PhoneRule("380", 9...9, groupings: [.init([2, 3, 2, 2])], example: "044 234 56 78"),
            postcode: PostcodeRule("99999", example: "01001"), region: .free,
            layout: [[.street], [.city], [.region], [.postcode]]),
        "TR": CountryRules(
            phone: PhoneRule("90", 10...10, groupings: [.init([3, 3, 2, 2])], example: "0212 293 33 63"),
            postcode: PostcodeRule("99999", example: "34435"), region: .free,
            layout: [[.street], [.postcode, .city, .region]]),
    ]

    private static let elsewhere: [String: CountryRules] = [
        "AU": CountryRules(
            phone: PhoneRule(
                "61", 6...10, international: ["0011"], untrunked: ["1[389]"],
                groupings: [
                    .init([3, 3, 3], begins: ["4", "5"]), .init([2, 2, 2], begins: ["13[1-9]"]),
                    .init([4, 3, 3], begins: ["1[389]0"]), .init([1, 4, 4]),
                ], example: "02 9374 4000"),
            postcode: PostcodeRule("9999", example: "2000", lowest: "0200"), region: .listed(Regions.australia),
            layout: [[.street], [.city, .region, .postcode]]),
        "NZ": CountryRules(
            phone: PhoneRule(
                "64", 8...10, groupings: [.init([2, 3, 4], begins: ["2"]), .init([1, 3, 4])], example: "09 379 8000"),
            postcode: PostcodeRule("9999", example: "1010"), layout: [[.street], [.city, .postcode]]),
        "IN": CountryRules(
            phone: PhoneRule(
                "91", 10...10, untrunked: ["[6-9]"],
                groupings: [.init([5, 5], begins: ["[6-9]"]), .init([2, 4, 4])], example: "98765 43210"),
            postcode: PostcodeRule("999999", example: "110001", lowest: "110000"), region: .free,
            layout: [[.street], [.city, .postcode], [.region]]),
        "VN": CountryRules(
            phone: PhoneRule(
                "84", 9...10, groupings: [.init([2, 4, 4], begins: ["2[48]"]), .init([3, 3, 3])],
                example: "091 234 5678"),
            postcode: PostcodeRule("99999", "999999", example: "11022", isNeeded: false), region: .free,
            layout: [[.street], [.city], [.region, .postcode]]),
        "SY": CountryRules(
            phone: PhoneRule(
                "963", 8...9, groupings: [.init([3, 3, 3], begins: ["9"]), .init([2])], example: "0933 123 456"),
            postcode: PostcodeRule(example: "", isNeeded: false), region: .free,
            layout: [[.street], [.city], [.region]]),
        "LB": CountryRules(
            phone: PhoneRule(
                // Eight digits are mobile and have no 0; seven are a town and have one.
                "961", 7...8, untrunked: ["[78][0-9][0-9][0-9][0-9][0-9][0-9][0-9]"],
                groupings: [.init([1, 3, 3], begins: ["[13-69]"]), .init([2, 3, 3])], example: "01 345 678"),
            postcode: PostcodeRule("9999", "9999 9999", example: "2038 3054", isNeeded: false), region: .free,
            layout: [[.street], [.city, .postcode], [.region]]),
        "JO": CountryRules(
            phone: PhoneRule(
                "962", 8...9, groupings: [.init([1, 4, 4], begins: ["7"]), .init([1, 3, 4])], example: "06 460 1234"),
            postcode: PostcodeRule("99999", example: "11118", isNeeded: false),
            layout: [[.street], [.city, .postcode]]),
    ]

    /// What every other country gets: its calling code, numbers of any length that E.164 allows, any region and postcode.
    static func general(_ code: String) -> CountryRules {
        let callingCode = CallingCodes.byCountry[code] ?? ""
        let isNorthAmerican = callingCode == "1"
        let phone =
            isNorthAmerican
            ? northAmerican("(555) 201-3344")
            : PhoneRule(callingCode, 4...14, trunk: CallingCodes.trunk(of: code), needsTrunk: false, example: "")
        return CountryRules(
            phone: phone, postcode: PostcodeRule(example: "", isNeeded: false), region: .free)
    }

    private static func northAmerican(_ example: String) -> PhoneRule {
        PhoneRule(
            "1", 10...10, trunk: "1", international: ["011", "00"], groupings: [.init([3, 3, 4])], example: example)
    }

    /// The Federal Network Agency's area codes: two, three, four or (in the east) five digits; mobile prefixes three.
    /// What follows stays unbroken (DIN 5008).
    private static let germanGroupings: [PhoneRule.Grouping] = [
        .init([3], begins: ["1[5-7]", "800", "900", "700", "180", "137", "138"]),
        .init([2], begins: ["3[02]", "40", "[68]9"]),
        .init(
            [3],
            begins: [
                "20[1-389]", "21[124]", "22[18]", "23[14]", "3[35-9][15]", "34[015]", "906", "2[4-9]1", "4[2-9]1",
                "[579][1-9]1", "[68][1-8]1",
            ]),
        .init(
            [4],
            begins: [
                "[24-6]", "[79]", "8", "330[1-467]", "332[127-9]", "333[124578]", "337[1257-9]", "338[1256]",
                "339[145]",
                "342[135]", "344[13578]", "349[1346]", "350[14]", "352[1-3589]", "356[1-4]", "357[13468]", "358[13568]",
                "362[1-489]", "363[124-6]", "366[13]", "367[12579]", "368[1-356]", "369[135]", "372[1-7]", "374[145]",
                "376[1-5]", "377[1-4]", "3821", "383[1468]", "386", "387[1467]", "388[136]", "390[12479]", "392[1358]",
                "394[134679]", "396[1-9]", "397[136]", "398[147]", "399[1468]",
            ]),
        .init([5], begins: ["3"]),
    ]
}
