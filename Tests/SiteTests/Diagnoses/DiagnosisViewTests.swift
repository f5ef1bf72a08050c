import Clinic
import Rendering
import TestSupport
import Testing

@testable import Site

@Suite("Views that give templates their parts by name")
struct DiagnosisViewTests {
    /// A part that a view forgets would show as nothing.
    @Test("know every one of their properties")
    func parts() async throws {
        let words = try await TestSite().site.templates.words(in: .english)
        let side = try #require(SideView(.left, words))
        let button = DiagnosisRowView.ButtonView(form: "add", value: "icd10cm:M54.2")
        let row = DiagnosisRowView(
            code: "M54.2", titleHTML: "Cervicalgia", side: side, note: "used once", button: button, link: "/x",
            isFixed: true)
        let results = DiagnosisResultsView(
            status: "1", rows: [row], advice: "try", elsewhere: LinkView(text: "t", url: "u", label: "l")
        )
        let views: [any TemplateParts] = [side, button, row, results]
        for view in views {
            for property in Mirror(reflecting: view).children {
                #expect(view.part(property.label ?? "") != nil, "\(type(of: view)).\(property.label ?? "")")
            }
            #expect(view.part("no-such-part") == nil)
        }
    }
}
