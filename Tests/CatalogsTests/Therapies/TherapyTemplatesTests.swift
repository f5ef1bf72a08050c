import Clinic
import Foundation
import Testing

@testable import Catalogs

@Suite("The shipped lists of therapies")
struct TherapyTemplatesTests {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    static let folder = root.appendingPathComponent("data/therapies")

    let templates: TherapyTemplates

    init() throws { templates = try TherapyTemplates(folder: Self.folder) }

    @Test("are sixteen, the spine's first, each marked as not clinically reviewed, with where it is from")
    func all() throws {
        #expect(
            templates.all.map(\.id) == [
                "spine", "shoulder", "knee", "hip", "foot_ankle", "hand", "neuro", "vestibular", "pelvic_floor",
                "pediatric", "geriatric_balance", "work", "aquatic", "lymphedema", "cardiopulm", "tmj",
            ])
        #expect(templates.standard.id == "spine")
        for template in templates.all {
            #expect(template.review?.hasPrefix("Not clinically reviewed") == true, "\(template.id)")
            #expect(template.source?.isEmpty == false, "\(template.id)")
        }
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        #expect(files.count == 17)
    }

    @Test("know every id that their rules and signs name, here or in another list")
    func references() {
        var known: Set<String> = []
        for item in templates.all.flatMap({ $0.items + $0.weightBearing + $0.precautions }) {
            known.insert(item.id)
            known.formUnion((item.kinds ?? []).map { "\(item.id)/\($0.id)" })
            for field in item.fields ?? [] {
                known.insert("\(item.id)/\(field.id)")
                known.formUnion((field.options ?? []).map { "\(item.id)/\(field.id)/\($0.id)" })
            }
        }
        for template in templates.all {
            for rule in template.rules ?? [] {
                let named = rule.when + (rule.with ?? []) + (rule.unless ?? []) + (rule.fields ?? [])
                #expect(named.filter { !known.contains($0) } == [], "\(template.id) \(rule.id)")
            }
            let signs = (template.signs ?? []).map(\.id)
            #expect(signs.filter { id in !template.precautions.contains { $0.id == id } } == [], "\(template.id)")
        }
    }

    @Test("can be written out whole and read again, as a clinic exports them")
    func whole() throws {
        for template in templates.all {
            #expect(try TherapyTemplate(json: JSONEncoder().encode(template)) == template)
        }
    }

    @Test(
        "a file that breaks a rule stops the start and says which file and what",
        arguments: [
            (#"{"common": "rom-fields"}"#, #"{"common": "rom-wishes"}"#, "common.json", "has no “rom-wishes”"),
            (#""kind": "number""#, #""kind": "guess""#, "shoulder.json", "guess"),
            (#""id": "sling""#, #""id": "pendulum""#, "shoulder.json", "repeated id"),
            ("until {until}]", "until {then}]", "shoulder.json", "phrase of"),
            (#""version":"#, #""edition":"#, "shoulder.json", "lacks “version”"),
            (#""id": "shoulder""#, #""id": "elbow""#, "shoulder.json", "its id is elbow"),
        ])
    func broken(old: String, new: String, file: String, message: String) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.copyItem(at: Self.folder, to: folder)
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appendingPathComponent(file)
        let text = String(decoding: try Data(contentsOf: url), as: UTF8.self)
        #expect(text.contains(old))
        try Data(text.replacing(old, with: new).utf8).write(to: url)
        let error = #expect(throws: TherapyTemplate.Malformed.self) { try TherapyTemplates(folder: folder) }
        #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
    }

    @Test("a list that is named and not there stops the start")
    func missing() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.copyItem(at: Self.folder, to: folder)
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.removeItem(at: folder.appendingPathComponent("tmj.json"))
        #expect(throws: TherapyTemplates.Missing(template: "tmj")) { try TherapyTemplates(folder: folder) }
    }
}
