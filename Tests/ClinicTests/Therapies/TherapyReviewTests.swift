import Catalogs
import Clinic
import Foundation
import TestSupport
import Testing

@Suite("The rules of a template")
struct TherapyReviewTests {
    let templates: TherapyTemplates
    let today: LocalDate

    init() throws {
        templates = try TherapyTemplates.shipped()
        today = try #require(LocalDate(iso: "2026-11-21"))
    }

    private func template(_ id: String) throws -> TherapyTemplate { try #require(templates.template(id: id)) }

    private func person(_ change: (inout PatientDraft) -> Void = { _ in }) throws -> PatientDraft {
        let born = try #require(LocalDate(iso: "1980-05-05"))
        var person = PatientDraft(name: PersonName(given: "Ada", family: "Moss"), birthDate: born, sex: .female)
        change(&person)
        return person
    }

    /// The fields of the problems that keep a choice from being signed.
    private func open(
        _ id: String, patient: PatientDraft? = nil, provider: Provider? = nil, _ change: (inout TherapyChoice) -> Void
    ) throws -> [String] {
        let template = try template(id)
        var choice = TherapyChoice(template: template)
        change(&choice)
        let review = TherapyReview(
            template: template, today: today, language: .english, patient: patient, provider: provider)
        return review.problems(of: choice).map(\.field)
    }

    @Test("most lists need nothing but visits; a child's guardian and an employer are asked for")
    func fresh() throws {
        for template in templates.all {
            let asked = try open(template.id) { _ in }
            switch template.id {
            case "pediatric": #expect(asked == ["value.guardian.name"])
            case "work": #expect(asked == ["value.employer.name"])
            default: #expect(asked == [], "\(template.id)")
            }
        }
        #expect(try open("work") { $0.values = ["employer": ["name": "Mill"]] } == ["value.injury.date"])
        let both = ["employer": ["name": "Mill"], "injury": ["date": "2026-10-01"]]
        #expect(try open("work") { $0.values = both } == [])
    }

    @Test(
        "what follows an operation needs its date",
        arguments: [
            ("shoulder", "cuff-repair"), ("shoulder", "total-shoulder-arthroplasty"), ("knee", "acl-reconstruction"),
            ("knee", "knee-arthroplasty"), ("hip", "hip-arthroplasty"), ("foot_ankle", "bunion-surgery"),
            ("hand", "flexor-repair"), ("pelvic_floor", "post-prostatectomy"), ("spine", "post-fusion"),
            ("tmj", "surgeons-protocol"),
        ])
    func surgery(template: String, item: String) throws {
        #expect(try open(template) { $0.items = [item] } == ["value.surgery.date"])
        #expect(
            try open(template) {
                $0.items = [item]
                $0.values = ["surgery": ["date": "2026-11-01"]]
            } == [])
    }

    @Test("a procedure without its day, and the priority after an operation, ask for the day as well")
    func priority() throws {
        #expect(try open("tmj") { $0.values = ["surgery": ["procedure": "Disc repair"]] } == ["value.surgery.date"])
        #expect(try open("tmj") { $0.values = ["priority": ["priority": "post-operative"]] } == ["value.surgery.date"])
        #expect(try open("tmj") { $0.values = ["priority": ["priority": "urgent"]] } == [])
    }

    @Test("a limit of motion needs its joint and degrees once it is ticked, and its end has to lie ahead")
    func required() throws {
        #expect(
            try open("knee") { $0.items = ["rom-limit"] } == ["value.rom-limit.joint", "value.rom-limit.degrees"])
        let limit = ["rom-limit": ["joint": "knee", "degrees": "90", "until": "2026-12-24"]]
        #expect(
            try open("knee") {
                $0.items = ["rom-limit"]
                $0.values = limit
            } == [])
        #expect(
            try open("knee") {
                $0.items = ["rom-limit"]
                $0.values = limit
                $0.values["rom-limit"]?["until"] = "2026-11-21"
            } == ["value.rom-limit.until"])
        // What stands under an item that is not ticked means nothing.
        #expect(try open("knee") { $0.values = ["rom-limit": ["until": "2020-01-01"]] } == [])
    }

    @Test("no weight and gait training without limits is asked about, with a device or with weight it is not")
    func gait() throws {
        #expect(
            try open("knee") {
                $0.items = ["gait-training"]
                $0.weightBearing = "nwb"
            } == ["accepted.nwb-gait"])
        #expect(
            try open("knee") {
                $0.items = ["gait-training"]
                $0.weightBearing = "nwb"
                $0.accepted = ["nwb-gait"]
            } == [])
        #expect(
            try open("knee") {
                $0.items = ["gait-training"]
                $0.weightBearing = "ttwb"
            } == [])
        #expect(
            try open("hip") {
                $0.items = ["gait-device"]
                $0.weightBearing = "nwb"
            } == [])
        // Pool therapy without weight is what it says.
        #expect(
            try open("spine") {
                $0.items = ["pool-therapy"]
                $0.weightBearing = "nwb"
            } == [])
    }

    @Test("a report needs somewhere to send it to")
    func report() throws {
        var provider = Provider()
        #expect(try open("spine", provider: provider) { $0.items = ["return-report"] } == ["return-report"])
        #expect(try open("spine", provider: provider) { _ in } == [])
        provider.address.street = "12 Quay Street"
        #expect(try open("spine", provider: provider) { $0.items = ["return-report"] } == [])
    }

    @Test("what is dangerous asks for a reason, alone neither the one nor the other does", arguments: TherapyDanger.all)
    func dangers(danger: TherapyDanger) throws {
        let (template, item, precaution, rule) = (danger.template, danger.item, danger.precaution, danger.rule)
        let kind = danger.kind
        let order = { (choice: inout TherapyChoice) in
            choice.items = [item]
            if let kind { choice.kinds = [item: [kind]] }
            // What is asked beside it is answered.
            choice.accepted = ["internal-consent-needed"]
        }
        #expect(try open(template, order) == [])
        #expect(try open(template) { $0.precautions = [precaution] } == [])
        let both = { (choice: inout TherapyChoice) in
            order(&choice)
            choice.precautions = [precaution]
        }
        #expect(try open(template, both).contains("reason.\(rule)"), "\(rule)")
        #expect(
            try !open(template) {
                both(&$0)
                $0.reasons[rule] = "Far from the field"
            }.contains("reason.\(rule)"))
    }

    @Test("modalities that are not narrowed down stand for all of them")
    func general() throws {
        #expect(
            try open("knee") {
                $0.items = ["modalities"]
                $0.precautions = ["pacemaker-stimulator"]
            } == ["reason.pacemaker-stimulation"])
        #expect(
            try open("knee") {
                $0.items = ["modalities"]
                $0.kinds = ["modalities": ["laser"]]
                $0.precautions = ["pacemaker-stimulator"]
            } == [])
    }

    @Test(
        "the patient's record counts like a precaution",
        arguments: [
            ("Dual-chamber pacemaker (2019)", "pacemaker-stimulator"),
            ("Z. n. Herzschrittmacher", "pacemaker-stimulator"),
            ("Raynaud's phenomenon", "cold-intolerance"), ("Osteoporose", "osteoporosis-fragility"),
            ("Breast cancer 2012", "cancer"), ("Deep vein thrombosis", "dvt-history"), ("Epilepsie", "seizure"),
            ("Acute DVT of the left leg", "acute-dvt"), ("Deep vein thrombosis, acute", "acute-dvt"),
            ("Acute embolism and thrombosis of right femoral vein", "acute-dvt"), ("Akute TVT links", "acute-dvt"),
            ("Z. n. TVT 2019", "dvt-history"), ("Total hip replacement (2021)", "implant"),
            ("Presence of left artificial hip joint", "implant"), ("Knie-TEP rechts", "implant"),
            ("Hüft-Totalendoprothese", "implant"), ("Acute gout, big toe", "acute-inflammation"),
            ("Acute inflammation of the knee", "acute-inflammation"), ("Akute Entzündung", "acute-inflammation"),
            ("Generalized ligamentous laxity", "instability"), ("Ehlers-Danlos syndrome", "instability"),
            ("Spinal instabilities, lumbar region", "instability"), ("Unhealed fracture of the radius", "instability"),
            ("Tibial shaft fracture, nonunion", "instability"), ("Instabile Halswirbelsäule", "instability"),
            ("Nicht verheilter Bruch der Elle", "instability"), ("Cauda equina syndrome", "spinal-red-flags"),
            ("Cervical spondylotic myelopathy", "spinal-red-flags"), ("Kaudasyndrom", "spinal-red-flags"),
            ("Zervikale Myelopathie", "spinal-red-flags"), ("Vertebral artery dissection", "spinal-red-flags"),
            ("Open wound, left heel", "infection-wound"), ("Offene Wunde am Fuß", "infection-wound"),
            ("Diabetic foot ulcer", "infection-wound"), ("Fever since Monday", "fever-incontinence"),
            ("Stress incontinence", "fever-incontinence"), ("Harninkontinenz", "fever-incontinence"),
            ("Hay fever; fever of 39 °C", "fever-incontinence"), ("Hypertensive Krise", "unstable-circulation"),
        ])
    func known(condition: String, precaution: String) throws {
        let spine = templates.standard
        #expect(try spine.known(of: person { $0.conditions = [Condition(name: condition)] }).contains(precaution))
        #expect(try spine.known(of: person()).isEmpty)
        #expect(try spine.known(of: person { $0.conditions = [Condition(name: "Hip pain")] }).isEmpty)
    }

    @Test(
        "what only sounds like it does not count",
        arguments: [
            "Hay fever", "Rheumatic fever as a child", "Fieberbläschen", "Fieberkrampf 1991", "Teppichstaub",
            "Hip dysplasia", "Kniescheibe verschoben", "Chronic shoulder pain, old fracture",
        ])
    func alike(condition: String) throws {
        let patient = try person { $0.conditions = [Condition(name: condition)] }
        #expect(templates.standard.known(of: patient).isEmpty)
    }

    @Test(
        "what is plainly denied does not count",
        arguments: [
            "No pacemaker", "no known pacemaker", "Denies pacemaker", "Patient denies any history of pacemaker",
            "Without pacemaker", "Atrial fibrillation, no pacemaker", "Atrial fibrillation (without pacemaker)",
            "No pacemaker present", "Kein Schrittmacher", "keinen Herzschrittmacher", "Ohne Schrittmacher",
            "Vorhofflimmern; kein Schrittmacher bekannt", "Herzinsuffizienz ohne Schrittmacher",
            "chronische Herzinsuffizienz ohne bekannten Herzschrittmacher", "Vorhofflimmern ohne Schrittmacher",
            "Hypertension, chronic heart failure without pacemaker", "Atrial fibrillation without known pacemaker",
        ])
    func denied(condition: String) throws {
        let patient = try person { $0.conditions = [Condition(name: condition)] }
        #expect(templates.standard.known(of: patient).isEmpty)
    }

    @Test(
        "what may be meant otherwise counts",
        arguments: [
            "No pain, pacemaker", "no pain pacemaker", "Pain: no, pacemaker", "No pacemaker problems", "no pacemaker?",
            "No. Pacemaker", "no-pacemaker", "not without pacemaker", "Asystole without pacemaker",
            "Asystolie ohne Schrittmacher", "No pacemaker, ICD", "no pacemaker or defibrillator",
            "Keine Herzinsuffizienz ohne Schrittmacher", "Herzinsuffizienz mit Pausen ohne Schrittmacher",
            "Herzinsuffizienz ohne Schrittmacher nicht beherrschbar", "Herzinsuffizienz ohne Schrittmacher?",
            "No pacemaker until 2019", "Kein Schmerz, Schrittmacher", "pacemaker, no pain", "nicht ohne Schrittmacher",
            "No stroke; pacemaker. No pacemaker pocket infection", "known pacemaker", "of pacemaker",
            "Nopacemaker pacemaker",
            "Pacemaker. No pacemaker",
        ])
    func undecided(condition: String) throws {
        let patient = try person { $0.conditions = [Condition(name: condition)] }
        #expect(templates.standard.known(of: patient) == ["pacemaker-stimulator"])
    }

    @Test("a denial of one thing says nothing of another; words of several parts are denied whole")
    func deniedBeside() throws {
        func known(_ condition: String) throws -> Set<String> {
            templates.standard.known(of: try person { $0.conditions = [Condition(name: condition)] })
        }
        #expect(try known("No pacemaker, epilepsy") == ["seizure"])
        #expect(try known("Keine Epilepsie, Krebs 2012") == ["cancer"])
        #expect(try known("No deep vein thrombosis").isEmpty)
        #expect(try known("Deep-vein thrombosis 2020") == ["dvt-history"])
        #expect(try known("no deep: vein thrombosis") == ["dvt-history"])
        #expect(try known("Acute DVT") == ["acute-dvt"] && known("No acute DVT").isEmpty)
        #expect(try known("Acute DVT 2026, DVT 2019") == ["acute-dvt", "dvt-history"])
        #expect(try known("") == [] && known("no") == [] && known("?!") == [])
    }

    @Test("a pregnancy, an allergy and a condition of the record ask for a reason too")
    func record() throws {
        let order = { (choice: inout TherapyChoice) in choice.items = ["tns"] }
        let heart = try person { $0.conditions = [Condition(name: "Pacemaker")] }
        #expect(try open("spine", patient: heart, order) == ["reason.pacemaker-stimulation"])
        for (status, isAsked) in [
            (Pregnancy.Status.pregnant, true), (.possiblyPregnant, true), (.notPregnant, false),
        ] {
            let patient = try person { $0.pregnancy = Pregnancy(status: status, asOf: today) }
            #expect(try open("spine", patient: patient, order).isEmpty != isAsked, "\(status)")
        }
        let latex = try person { $0.allergies = .recorded([Allergy(substance: "Latex")]) }
        #expect(templates.standard.known(of: latex) == ["latex-adhesive-allergy"])
        // That is only said.
        #expect(try open("spine", patient: latex, order) == [])
    }

    @Test("APTA's rule is said beside gaze stabilization, and stops nothing")
    func note() throws {
        let vestibular = try template("vestibular")
        var choice = TherapyChoice(template: vestibular)
        let review = TherapyReview(template: vestibular, today: today, language: .english)
        #expect(review.findings(in: choice).isEmpty)
        choice.items = ["gaze-stabilization"]
        let findings = review.findings(in: choice)
        #expect(findings.map(\.rule?.effect) == [.notes])
        #expect(findings.first?.rule?.message[.english].contains("in isolation") == true)
        #expect(review.problems(of: choice).isEmpty)
    }

    @Test("internal manual therapy asks for the consent, which the precaution answers")
    func consent() throws {
        #expect(try open("pelvic_floor") { $0.items = ["manual-internal"] } == ["accepted.internal-consent-needed"])
        #expect(
            try open("pelvic_floor") {
                $0.items = ["manual-internal"]
                $0.precautions = ["internal-consent"]
            } == [])
    }
}

/// One row of the table of contraindications: a template, what is ordered, and with which precaution.
struct TherapyDanger: Sendable {
    let template: String
    let item: String
    let kind: String?
    let precaution: String
    let rule: String

    private init(_ template: String, _ item: String, _ kind: String?, _ precaution: String, _ rule: String) {
        (self.template, self.item, self.kind, self.precaution, self.rule) = (template, item, kind, precaution, rule)
    }

    static let all = [
        TherapyDanger("knee", "modalities", "tens", "pacemaker-stimulator", "pacemaker-stimulation"),
        TherapyDanger("spine", "tns", nil, "pacemaker-stimulator", "pacemaker-stimulation"),
        TherapyDanger("knee", "modalities", "ultrasound", "implant", "implant-ultrasound"),
        TherapyDanger("spine", "modalities", "traction", "pregnancy", "pregnancy-modalities"),
        TherapyDanger("spine", "modalities", "ultrasound", "cancer", "cancer-modalities"),
        TherapyDanger("lymphedema", "manual-lymph-drainage", nil, "acute-dvt", "acute-dvt"),
        TherapyDanger("shoulder", "modalities", "ice", "impaired-sensation", "sensation-heat-ice"),
        TherapyDanger("shoulder", "modalities", "heat", "cognitive-impairment", "sensation-heat-ice"),
        TherapyDanger("shoulder", "modalities", "ice", "cold-intolerance", "cold-intolerance"),
        TherapyDanger("shoulder", "modalities", "heat", "anticoagulated-bleeding", "inflammation-heat"),
        TherapyDanger("shoulder", "modalities", "heat", "acute-inflammation", "inflammation-heat"),
        TherapyDanger("spine", "lumbar-traction", nil, "osteoporosis-fragility", "fragility-traction"),
        TherapyDanger("spine", "manual-therapy", nil, "spinal-red-flags", "red-flags-manipulation"),
        TherapyDanger("spine", "pool-therapy", nil, "infection-wound", "wound-pool"),
        TherapyDanger("aquatic", "aquatic-balance", nil, "tracheostomy", "wound-pool"),
        TherapyDanger("spine", "conditioning", nil, "unstable-circulation", "circulation-aerobic"),
        TherapyDanger("neuro", "functional-electrical-stimulation", nil, "seizure", "epilepsy-stimulation"),
        TherapyDanger("aquatic", "aquatic-aerobic", nil, "uncontrolled-seizures", "epilepsy-pool"),
        TherapyDanger("vestibular", "canalith-repositioning", nil, "retinal-detachment", "head-maneuvers"),
        TherapyDanger("lymphedema", "multi-layer-bandaging", nil, "arterial-insufficiency", "decongestion"),
        TherapyDanger("pelvic_floor", "manual-internal", nil, "active-infection", "internal-infection"),
    ]
}
