import Clinic
import Foundation
import TestSupport
import Testing

@Suite("The list of therapies for the spine")
struct TherapyTemplateTests {
    let spine: TherapyTemplate

    init() throws { spine = try Self.shipped() }

    static func shipped() throws -> TherapyTemplate { try TherapyTemplate.spine() }

    @Test("is the original's: one number and 14 toggles, in its order and words")
    func original() {
        #expect(spine.visits.min == 1)
        #expect(spine.visits.max == 20)
        #expect(spine.visits.default == 4)
        #expect(
            spine.sections.filter { $0.isCollapsed != true }.flatMap(\.items).map { $0.title[.english] } == [
                "Return Report", "Modalities", "Conditioning", "Core Stabilization", "Manual Therapy", "Pool Therapy",
                "Neck School", "Back School", "LSO", "TLSO", "CTLSO", "TNS", "Cervical Soft Collar",
                "Cervical Hard Collar",
            ])
    }

    @Test("modalities are one toggle that may be narrowed to six kinds, and nothing else may")
    func kinds() {
        #expect(spine.item("modalities")?.kinds?.count == 6)
        let original = spine.sections.filter { $0.isCollapsed != true }.flatMap(\.items)
        #expect(original.filter { $0.kinds != nil }.map(\.id) == ["modalities"])
    }

    @Test(
        "a file that breaks a rule is refused and says which",
        arguments: [
            (#""default": 4"#, #""default": 21"#, "visits"),
            (#""max": 20,"#, #""max": 3,"#, "visits"),
            (#""id": "conditioning""#, #""id": "modalities""#, "repeated id"),
            (#""id": "return-report""#, #""id": "report""#, "no return-report"),
            (#""id": "lso""#, #""id": "LSO <b>""#, "id LSO"),
            (#""de": "Rückenschule""#, #""de": " ""#, "title without words"),
            (#""version": "#, #""version": -"#, "version"),
        ])
    func malformed(old: String, new: String, fault: String) throws {
        let text = String(decoding: try JSONEncoder().encode(spine), as: UTF8.self)
        let spaced = try #require(
            String(
                data: JSONSerialization.data(
                    withJSONObject: JSONSerialization.jsonObject(with: Data(text.utf8)),
                    options: [.prettyPrinted, .sortedKeys]),
                encoding: .utf8)
        ).replacing("\" : ", with: "\": ")
        #expect(spaced.contains(old))
        let error = #expect(throws: TherapyTemplate.Malformed.self) {
            try TherapyTemplate(json: Data(spaced.replacing(old, with: new, maxReplacements: 1).utf8))
        }
        #expect(error?.faults.contains { $0.hasPrefix(fault) } == true)
    }
}
