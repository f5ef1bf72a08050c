import Clinic
import Documents
import Foundation
import Rendering
import TestSupport
import Testing

@Suite("What is written about a prescription")
struct PrescriptionMessageTests {
    let templates: Templates

    init() throws { templates = try TherapySheetTests.templates.get() }

    /// Everything chosen that can be.
    private static func full(_ language: Language) throws -> TherapySheet {
        let spine = try TherapyTemplate.spine()
        var choice = TherapyChoice(template: spine)
        choice.items = Set(spine.items.filter { $0.fields == nil }.map(\.id))
        for item in spine.items { choice.kinds[item.id] = item.kinds.map { Set($0.map(\.id)) } }
        choice.plan = VisitPlan(visits: 12, perWeek: 2, weeks: 6)
        choice.weightBearing = "wbat"
        choice.precautions = Set(spine.precautions.prefix(8).map(\.id))
        choice.goals = "Climb the stairs"
        choice.instructions = "Begin *gently*"
        choice.validUntil = LocalDate(iso: "2027-02-28")
        return try TherapySheet.sample(choice, language: language)
    }

    private func content(
        _ sheet: TherapySheet, _ channel: DeliveryChannel, isAllowed: Bool, in language: Language
    ) throws -> DeliveryContent {
        let signed = SignedTherapySheet(
            sheet: sheet, number: PrescriptionNumber(year: 2026, count: 42),
            signedAt: Date(timeIntervalSince1970: 1_795_253_400), timeZone: "America/New_York")
        return try PrescriptionMessage(signed, words: templates.words(in: language)).content(
            channel, isAllowed: isAllowed, paper: .letter, templates: templates)
    }

    @Test(
        "a medicine: what, how, how much, what was known of allergies and what the law asks for",
        arguments: Language.allCases)
    func medicine(language: Language) throws {
        var sheet = try MedicationSheet.sample()
        sheet.allergies = .recorded(["Penicillin: hives"])
        sheet.order.noteToPharmacist = "Blister please"
        sheet.order.noteToPatient = "With water"
        sheet.order.medicine.controlledSchedule = "II"
        let signed = SignedMedicationSheet(
            sheet: sheet, number: PrescriptionNumber(year: 2026, count: 42),
            signedAt: Date(timeIntervalSince1970: 1_795_253_400), timeZone: "America/New_York")
        let message = PrescriptionMessage(signed, words: templates.words(in: language))
        func content(_ channel: DeliveryChannel, _ isAllowed: Bool) throws -> DeliveryContent {
            try message.content(
                channel, isAllowed: isAllowed, paper: .a4, takesPicture: true, templates: templates)
        }
        for channel in DeliveryChannel.allCases {
            let whole = try content(channel, true)
            for words in [
                "2026-00042-", "María Okafor", "lisinopril 10 mg (tablet, oral)", "Take 1 tablet every day at 8:00",
                "high blood pressure", "Penicillin: hives", "Blister please", "With water", "II", "Robin Ward, PA-C",
            ] { #expect(whole.text.contains(words), "\(words)") }
            #expect(whole.sheet == .a4 && whole.picture == (channel == .textMessage) && whole.needsConsent)
            let withheld = try content(channel, false)
            #expect(withheld.sheet == nil && !withheld.picture && !withheld.needsConsent)
            for words in ["lisinopril", "Okafor", "Penicillin", "42", "high"] {
                #expect(!withheld.text.contains(words) && !(withheld.html ?? "").contains(words), "\(words)")
            }
        }
        let device = try content(.textMessage, true).withoutPicture
        #expect(!device.picture && device.sheet == nil && device.text == message.text(isAllowed: true))
    }

    @Test(
        "with consent it is the whole prescription, in every language of the sheet and of the reader",
        arguments: DeliveryChannel.allCases,
        [(Language.english, Language.english), (.english, .german), (.german, .english)])
    func whole(channel: DeliveryChannel, languages: (Language, Language)) throws {
        let sheet = try Self.full(languages.0)
        let content = try content(sheet, channel, isAllowed: true, in: languages.1)
        var expected = [
            "María Okafor", "2026-00042-", "Lakeside Physical Therapy", "(207) 555-0111", "12", "Climb the stairs",
            "Begin *gently*", "M54.16", "Radiculopathy, lumbar region", "M25.551", "Robin Ward, PA-C",
            "Harbor Spine Clinic", "(207) 555-0133", languages.1 == .english ? "Feb 28, 2027" : "28.02.2027",
        ]
        for section in sheet.therapies.sections { expected += section.items.flatMap { [$0.title] + $0.kinds } }
        expected += sheet.therapies.precautions + [sheet.therapies.weightBearing ?? "?"]
        for words in expected {
            #expect(content.text.contains(words), "\(words)")
            if let html = content.html { #expect(html.contains(words.htmlEscaped), "\(words)") }
        }
        #expect(content.language == languages.1)
        #expect(content.sheet == (channel == .email ? .letter : nil))
        #expect((content.html == nil) == (channel == .textMessage))
        #expect(content.subject.isEmpty == (channel == .textMessage))
    }

    @Test(
        "without consent nothing of the sheet is in it but who is to be called",
        arguments: DeliveryChannel.allCases, Language.allCases)
    func withheld(channel: DeliveryChannel, language: Language) throws {
        let sheet = try Self.full(language)
        let content = try content(sheet, channel, isAllowed: false, in: language)
        #expect(content.text.contains("Harbor Spine Clinic") && content.text.contains("(207) 555-0133"))
        #expect(content.sheet == nil && !content.picture)
        let html = (content.html ?? "").replacing(/<[^>]*>/, with: " ")
        let said = content.text + " " + content.subject + " " + html
        #expect(Self.secrets(sheet).intersection(Self.words(said)).isEmpty)
        for text in ["2026-00042", "M54", "Okafor", "okafor"] { #expect(!said.contains(text)) }
    }

    @Test("a subject says neither whose nor what", arguments: Language.allCases, [true, false])
    func subject(language: Language, isAllowed: Bool) throws {
        let sheet = try Self.full(language)
        let subject = try content(sheet, .email, isAllowed: isAllowed, in: language).subject.lowercased()
        #expect(Self.secrets(sheet).intersection(Self.words(subject)).isEmpty)
        for text in ["prescription", "verordnung", "therap", "2026"] { #expect(!subject.contains(text)) }
    }

    /// Every word of four letters or more that says who the patient is, what is wrong or what is to be done, but for those
    /// that the prescriber's own letterhead has.
    private static func secrets(_ sheet: TherapySheet) -> Set<String> {
        let therapies = sheet.therapies
        var texts = [sheet.patient.name, sheet.patient.phone, sheet.patient.email, sheet.practice.name]
        texts += sheet.patient.address + sheet.diagnoses.flatMap { [$0.code, $0.title] } + therapies.precautions
        texts += [therapies.goals, therapies.instructions, therapies.weightBearing ?? ""]
        for section in therapies.sections {
            texts += [section.title] + section.items.flatMap { [$0.title, $0.detail ?? ""] + $0.kinds }
        }
        let words = Set(texts.flatMap { Self.words($0) })
        let own = "robin ward pa-c harbor spine clinic 207 555 0133 call message".split(separator: " ").map(String.init)
        return words.filter { $0.count >= 4 }.subtracting(own)
    }

    private static func words(_ text: String) -> Set<String> {
        Set(text.split { !$0.isLetter && !$0.isNumber && $0 != "." }.map { $0.lowercased() })
    }

    @Test(
        "what people typed makes no new header line, no markup and no second subject",
        arguments: ["A\r\nBcc: x@example.org", "A\u{2028}B\u{85}C", "<script>alert(1)</script>", "\"; DROP", "a\u{0}b"])
    func hostile(text: String) throws {
        let sheet = try TherapySheet.sample(text: text)
        for isAllowed in [true, false] {
            let content = try content(sheet, .email, isAllowed: isAllowed, in: .english)
            let isControl = { (scalar: Unicode.Scalar) in scalar.properties.generalCategory == .control }
            #expect(!content.subject.unicodeScalars.contains { isControl($0) || $0 == "\u{2028}" })
            #expect(!content.text.unicodeScalars.contains { isControl($0) && $0 != "\n" })
            #expect(try #require(content.html).contains("<script>") == false)
        }
        let long = try TherapySheet.sample(text: String(repeating: "ä\u{301}", count: 500))
        let subject = try content(long, .email, isAllowed: true, in: .english).subject
        #expect(subject.unicodeScalars.count <= DeliveryContent.longestSubject)
    }

    @Test("an ordinary prescription stays in the phone alphabet")
    func alphabet() throws {
        for language in Language.allCases {
            var sheet = try Self.full(language)
            sheet.patient.name = "Maria Okafor"
            let text = try content(sheet, .textMessage, isAllowed: true, in: language).text
            #expect(TextMessageLength(text).encoding == .gsm7, "\(text)")
            let withheld = try content(sheet, .textMessage, isAllowed: false, in: language).text
            #expect(TextMessageLength(withheld).segments == 1)
        }
    }
}
