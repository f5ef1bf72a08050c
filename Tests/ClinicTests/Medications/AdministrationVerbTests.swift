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
            ("gel", "transdermal", .gram, .apply), ("metered-dose inhaler", "breathed in", .puff, .inhale),
            ("Filmtablette", "zum Einnehmen", .tablet, .take), ("Injektion", "unter die Haut", .unit, .inject),
            ("lozenge", "oral", .lozenge, .suck), ("kit", "intrathecal", .dose, .receive),
        ])
    func verb(form: String, route: String, unit: DoseUnit, expected: AdministrationVerb) {
        #expect(AdministrationVerb(form: form, route: route, unit: unit) == expected)
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
