import Catalogs
import Clinic
import Foundation
import Testing

/// Holds the lists against what was asked for.
@Suite("The lists of therapies that were asked for")
struct TherapyBriefTests {
    private static let file = TherapyTemplatesTests.root.appendingPathComponent("../shared/domain/pt_templates.json")
    private static let isHere = FileManager.default.fileExists(atPath: file.standardizedFileURL.path)

    private struct Brief: Decodable {
        struct Template: Decodable {
            let title: String
            let sections: [String: [String]]
        }
        struct Common: Decodable {
            let precautions: [String]
        }

        let common: Common
        let core_modalities: [String]
        let templates: [String: Template]
    }

    /// What stands in a list under other words: the item's id, or `item/field`.
    private static let elsewhere: [String: [String]] = [
        "Modalities (Heat, Ice, US, EGS, traction, whirlpool)": ["modalities"],
        "Manual Therapy (joint / soft tissue mobilization)": ["manual-therapy"],
        "Cervical traction (manual / mechanical / home unit)": ["cervical-traction"],
        "Post-fusion or post-discectomy protocol: no bending/lifting/twisting, brace on when up": ["post-fusion"],
        "Rotator cuff repair (small/medium/large/massive)": ["cuff-repair/size"],
        "Sling / abduction pillow: weeks": ["sling/weeks"],
        "No active external rotation beyond ° until": ["external-rotation/degrees", "external-rotation/until"],
        "ACL reconstruction (graft type)": ["acl-reconstruction/graft"],
        "Open chain (range limit)": ["open-chain/from", "open-chain/to"],
        "Brace locked at ° until / open ° to °": ["brace/locked", "brace/until", "brace/from", "brace/to"],
        "ROM limit ° until": ["knee-rom-limit/degrees", "knee-rom-limit/until"],
        "CPM machine hours/day": ["cpm/hours"],
        "Total hip arthroplasty (posterior / anterior / lateral approach)": ["hip-arthroplasty/approach"],
        "Posterior precautions: flexion < 90°, no adduction past midline, no internal rotation": [
            "posterior-precautions"
        ],
        "Anterior precautions: no extension + external rotation": ["anterior-precautions"],
        "No active abduction until (gluteal repair)": ["no-active-abduction/until"],
        "Flexion limit °": ["flexion-limit/degrees"],
        "Flexor tendon repair (zone)": ["flexor-repair/zone"],
        "Custom splint / orthosis (type, wearing schedule)": ["custom-splint/type", "custom-splint/schedule"],
        "Splint at all times / nights only": ["splint-wear/when"],
        "Spinal cord injury (level, AIS)": ["spinal-cord-injury/level", "spinal-cord-injury/ais"],
        "BPPV (posterior/horizontal canal, side)": ["bppv/canal", "bppv/side"],
        "Stress / urge / mixed urinary incontinence": ["urinary-incontinence/kind"],
        "Pregnancy (weeks)": ["pregnancy/weeks"],
        "Recent pelvic surgery (date)": ["recent-pelvic-surgery/date"],
        "Cerebral palsy (GMFCS level)": ["cerebral-palsy/gmfcs"],
        "Guardian name and consent": ["guardian/name", "guardian/consent"],
        // The birth date is the patient's.
        "Birth date, corrected age": ["corrected-age/months"],
        "Anticoagulation": ["anticoagulated-bleeding"],
        "Osteoporosis": ["osteoporosis-fragility"],
        "Work conditioning (hours/day)": ["work-conditioning/hours"],
        "Employer, claim number, injury date": ["employer/name", "claim/number", "injury/date"],
        "Job demand level (sedentary / light / medium / heavy / very heavy)": ["job-demand/level"],
        "SpO2 floor (%) and O2 flow": ["oxygen/floor", "oxygen/flow"],
        "Weight bearing": ["fwb", "wbat", "pwb/percent", "pwb/kilograms", "ttwb", "nwb"],
    ]

    /// The shared fields, in the order of the brief: what is not of the template itself (visits, diagnoses, goals,
    /// instructions, signature) is left out.
    private static let shared = [
        "mission/mission/evaluate-and-treat", "mission/mission/evaluate-only", "mission/mission/continue-plan",
        "priority/priority/routine", "priority/priority/urgent", "priority/priority/post-operative", "priority/by",
        "return-report", "report-when/when/after-evaluation", "report-when/when/every-n-visits",
        "report-when/when/at-discharge", "report-when/visits", "setting/setting/clinic", "setting/setting/home",
        "setting/setting/inpatient", "setting/setting/telehealth", "onset/date", "surgery/procedure", "surgery/date",
        "surgeons-protocol", "wbat-brace", "pwb/percent", "pwb/kilograms", "rom-limit/joint", "rom-limit/direction",
        "rom-limit/degrees", "rom-limit/until", "repair-status/status", "other-precautions/text",
        "interpreter/language",
    ]

    private static func brief() throws -> Brief {
        try JSONDecoder().decode(Brief.self, from: Data(contentsOf: file))
    }

    /// American spelling, as everywhere in the clinic.
    private static func american(_ text: String) -> String {
        let spellings = [
            "isation": "ization", "programme": "program", "Oedema": "Edema", "oedema": "edema",
            "Paediatric": "Pediatric", "tumour": "tumor", "Faecal": "Fecal", "glycaemia": "glycemia",
            "manoeuvre": "maneuver", "Behavioural": "Behavioral",
        ]
        return spellings.reduce(text) { $0.replacing($1.key, with: $1.value) }
    }

    /// The English words and the ids of everything in a template.
    private static func contents(of template: TherapyTemplate) -> (words: Set<String>, ids: Set<String>) {
        var words = Set((template.rules ?? []).map { $0.message[.english] })
        var ids: Set<String> = []
        for item in template.items + template.weightBearing + template.precautions {
            let title = item.title[.english]
            words.formUnion([title, "\(title) until"])
            if let detail = item.detail { words.insert("\(title) (\(detail[.english]))") }
            let kinds = (item.kinds ?? []).map { $0.title[.english] }
            words.formUnion(kinds + ["\(title) (\(kinds.joined(separator: ", ")))"])
            ids.insert(item.id)
            for field in item.fields ?? [] {
                ids.insert("\(item.id)/\(field.id)")
                ids.formUnion((field.options ?? []).map { "\(item.id)/\(field.id)/\($0.id)" })
            }
        }
        return (words, ids)
    }

    @Test(
        "have every item of every section, by its words or by the id that is named for it",
        .enabled(if: isHere, "skipped: ../shared/domain/pt_templates.json is not on this machine"))
    func complete() throws {
        let brief = try Self.brief()
        let templates = try TherapyTemplates(folder: TherapyTemplatesTests.folder)
        #expect(Set(brief.templates.keys) == Set(templates.all.map(\.id)))
        var count = 0
        for template in templates.all {
            let asked = try #require(brief.templates[template.id])
            #expect(template.title[.english] == Self.american(asked.title))
            let (words, ids) = Self.contents(of: template)
            for text in asked.sections.values.joined() {
                count += 1
                // The one number of the spine's list.
                if text.hasPrefix("Total Visits") { continue }
                let named = Self.elsewhere[text]
                let isThere = named.map { Set($0).isSubset(of: ids) } ?? words.contains(Self.american(text))
                #expect(isThere, "\(template.id): \(text)")
            }
        }
        #expect(count == 354)
    }

    @Test(
        "have the shared fields and precautions, and but for the spine's own six the shared modalities",
        .enabled(if: isHere, "skipped: ../shared/domain/pt_templates.json is not on this machine"))
    func shared() throws {
        let brief = try Self.brief()
        for template in try TherapyTemplates(folder: TherapyTemplatesTests.folder).all {
            let (words, ids) = Self.contents(of: template)
            #expect(Self.shared.filter { !ids.contains($0) } == [], "\(template.id)")
            let precautions = brief.common.precautions.map(Self.american)
            #expect(precautions.filter { !words.contains($0) } == [], "\(template.id)")
            guard template.item("modalities") != nil, template.id != "spine" else { continue }
            #expect(brief.core_modalities.filter { !words.contains($0) } == [], "\(template.id)")
        }
    }
}
