import Clinic
import Testing

@Suite("What is done with a medicine")
struct AdministrationVerbTests {
    @Test(
        "follows from unit, route and form",
        arguments: [
            ("tablet, film coated", "oral", DoseUnit.tablet, AdministrationVerb.take), ("", "", .tablet, .take),
            ("TABLET", "ORAL", .tablet, .take), ("solution", "oral", .millilitre, .take),
            ("tablet", "vaginal", .tablet, .insert), ("suppository", "rectal", .suppository, .insert),
            ("solution/ drops", "ophthalmic", .drop, .use), ("solution/ drops", "oral", .drop, .take),
            ("", "", .drop, .use),
            ("aerosol, metered", "respiratory (inhalation)", .puff, .inhale), ("spray, metered", "nasal", .spray, .use),
            ("spray, metered", "nasal", .puff, .use), ("solution", "respiratory (inhalation)", .millilitre, .inhale),
            ("patch, extended release", "transdermal", .patch, .stick), ("cream", "topical", .application, .apply),
            ("cream", "topical", .gram, .apply), ("ointment", "", .centimetre, .apply),
            ("cream", "vaginal", .application, .insert),
            ("injection, solution", "subcutaneous", .unit, .inject),
            ("injection, solution", "intravenous; intramuscular", .milligram, .receive),
            ("injection", "subcutaneous", .injection, .inject), ("injection", "intramuscular", .injection, .receive),
            ("injection, powder, for solution", "", .milligram, .receive),
            ("injection", "intravenous", .infusion, .receive),
            ("lozenge", "oral", .lozenge, .suck), ("kit", "intrathecal", .dose, .receive),
        ])
    func verb(form: String, route: String, unit: DoseUnit, expected: AdministrationVerb) {
        #expect(AdministrationVerb(form: form, route: route, unit: unit) == expected)
    }
}

@Suite("What doses of a form are counted in")
struct UsualUnitTests {
    @Test(
        "follows from form and route",
        arguments: [
            ("tablet, film coated", "oral", DoseUnit.tablet), ("CAPSULE, GELATIN COATED", "oral", .capsule),
            ("solution", "oral", .millilitre), ("powder, for suspension", "oral", .millilitre),
            ("syrup", "", .millilitre),
            ("solution/ drops", "ophthalmic", .drop), ("solution", "auricular (otic)", .drop),
            ("spray, metered", "nasal", .spray), ("aerosol, metered", "respiratory (inhalation)", .puff),
            ("cream", "topical", .application), ("gel, metered", "transdermal", .application),
            ("patch, extended release", "transdermal", .patch), ("film, soluble", "sublingual", .piece),
            ("injection, solution", "subcutaneous", nil), ("kit", "", nil), ("", "oral", nil),
            ("solution", "topical", nil),
        ] as [(String, String, DoseUnit?)])
    func unit(form: String, route: String, expected: DoseUnit?) {
        #expect(DoseUnit(form: form, route: route) == expected)
    }
}

@Suite("Reasons for which a medicine is needed")
struct NeedReasonTests {
    @Test(
        "are recognised in both languages",
        arguments: [
            ("pain", NeedReason.pain), ("Schmerzen", .pain), ("  CHEST  pain ", .chestPain), ("Übelkeit", .nausea),
            ("Schlaflosigkeit", .insomnia),
        ])
    func known(text: String, expected: NeedReason) {
        #expect(NeedReason(typed: text) == expected)
    }

    @Test("are left as typed otherwise", arguments: ["", "pain in the neck", "before exercise", "🙂"])
    func unknown(text: String) {
        #expect(NeedReason(typed: text) == nil)
    }

    @Test("name themselves", arguments: NeedReason.allCases)
    func itself(reason: NeedReason) {
        #expect(NeedReason(typed: reason.rawValue.replacing("-", with: " ")) == reason)
    }
}
